/* scene/stages/pair_stage.c -- words, formula and panel that the stages by pair share. */
#include "scene/stages/pair_stage.h"

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "scene/number.h"

/* -- the formula ------------------------------------------------------------------------------- */

static const char *denominator(const Scene *scene) {
  ScoreScale divisor = score_scale_of(scene->trace, scene->view->layer);
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_copy(scene->pen.list->arena, number_str(&divisor.value));
  return str_format(scene->pen.list->arena, "%s = %s", divisor.symbol, divisor.value.at);
}

static void add_left_side(Formula *out) {
  formula_add_plain(out, "Attention(", 0, 0.1f);
  formula_add_vectors(out, "Q", TRACE_Q, STAGE_QKV);
  formula_add_plain(out, ",", 0, 0.2f);
  formula_add_vectors(out, "K", TRACE_K, STAGE_QKV);
  formula_add_plain(out, ",", 0, 0.2f);
  formula_add_vectors(out, "V", TRACE_V, STAGE_QKV);
  formula_add_plain(out, ")", 0.05f, 0);
}

void attention_formula(const Scene *scene, Formula *out) {
  add_left_side(out);
  formula_add_equals(out);
  formula_add(
      out, (FormulaPiece){
               .symbol = "softmax", .stage = STAGE_WEIGHTS, .role = TRACE_WEIGHTS, .after = 0.5f});
  formula_add(out, (FormulaPiece){.kind = FORMULA_OPEN, .stage = STAGE_COUNT, .after = 0.25f});
  formula_add(out, (FormulaPiece){.kind = FORMULA_FRACTION,
                                  .symbol = "QKᵀ",
                                  .below = denominator(scene),
                                  .stage = STAGE_SCORES,
                                  .stage_below = STAGE_SCALED,
                                  .role = TRACE_SCORES});
  formula_add(out, (FormulaPiece){.symbol = "+ M",
                                  .stage = STAGE_MASKED,
                                  .role = TRACE_MASKED,
                                  .before = 0.5f,
                                  .after = 0.3f});
  formula_add(out, (FormulaPiece){.kind = FORMULA_CLOSE, .stage = STAGE_COUNT, .after = 0.5f});
  formula_add(
      out,
      (FormulaPiece){.symbol = "V", .stage = STAGE_OUTPUT, .role = TRACE_V, .lit_as_output = true});
}

/* -- the focus as a line ----------------------------------------------------------------------- */

/* The same digits as in the cell, the inspector and the file. */
static const char *cell_line(const Scene *scene, int query, int key) {
  Arena *arena = scene->pen.list->arena;
  Str asks = scene_label(scene, query), asked = scene_key_label(scene, key);
  Number score = stage_number(scene, TRACE_SCORES, query, key);
  Number scaled = stage_number(scene, TRACE_SCALED, query, key);
  if (scene_hides(scene, query, key))
    return str_format(arena, _("query %.*s, key %.*s: score %s, scaled %s, hidden, weight 0"),
                      (int)asks.bytes, asks.at, (int)asked.bytes, asked.at, score.at, scaled.at);
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  Number weight = weights.at ? number_weight(mat_get(weights, query, key)) : (Number){"–"};
  return str_format(arena, _("query %.*s, key %.*s: score %s, scaled %s, weight %s"),
                    (int)asks.bytes, asks.at, (int)asked.bytes, asked.at, score.at, scaled.at,
                    weight.at);
}

/* The first of equal weights, as everywhere. */
static const char *row_line(const Scene *scene, int query) {
  Arena *arena = scene->pen.list->arena;
  Str asks = scene_label(scene, query);
  if (scene_row_hidden(scene, query))
    return str_format(arena, _("query %.*s: attends to nothing"), (int)asks.bytes, asks.at);
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  if (!weights.at) /* not recorded */
    return str_format(arena, _("query %.*s"), (int)asks.bytes, asks.at);
  const float *row = mat_row(weights, query);
  int heaviest = 0;
  for (int key = 1; key < weights.cols; key++)
    if (row[key] > row[heaviest]) heaviest = key;
  Str asked = scene_key_label(scene, heaviest);
  Number weight = number_weight(row[heaviest]);
  return str_format(arena, _("query %.*s: heaviest key %.*s, weight %s"), (int)asks.bytes, asks.at,
                    (int)asked.bytes, asked.at, weight.at);
}

const char *pair_focus_line(const Scene *scene, int query, int key) {
  return key >= 0 ? cell_line(scene, query, key) : row_line(scene, query);
}

/* -- the panel --------------------------------------------------------------------------------- */

void pair_legend(Panel *panel) {
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  StageId stage = scene->view->stage;
  panel_add_role(panel, theme->query_soft, theme->query, _("a row: one query, which asks"));
  panel_add_role(panel, theme->key_soft, theme->key, _("a column: one key, which is asked"));
  if (stage_result(stage) == TRACE_WEIGHTS) panel_add_weights_legend(panel);
  else panel_add_signed_legend(panel, TRACE_SCORES);
  if (stage_info(stage)->shows_mask && scene_hides_something(scene)) panel_add_hidden_legend(panel);
}

void pair_add_question_title(Panel *panel, const char *words) {
  Str key = panel->key >= 0 ? panel_key_label(panel, panel->key) : (Str){"", 0};
  panel_add_question_title(panel, words, key, panel->pen->theme->key);
}

bool pair_is_known(const Panel *panel) { return panel->w && panel->key >= 0; }
