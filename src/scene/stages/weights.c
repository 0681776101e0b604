/* scene/stages/weights.c -- the weights stage: softmax turns each row into shares of 1 (M-06). */
#include "scene/stages/weights.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/said_word.h"
#include "scene/stages/mistake_marks.h"

static bool some_row_is_hidden(const Scene *scene) {
  for (int query = 0; query < trace_token_count(scene->trace); query++)
    if (scene_row_hidden(scene, query)) return true;
  return false;
}

static const char *explanation(const Scene *scene) {
  if (some_row_is_hidden(scene))
    return _("Softmax keeps the order and turns scores into shares that add up to 1 by row. A row "
             "whose keys are all hidden attends to nothing: its weights are 0.");
  return _("Softmax keeps the order and turns scores into shares: never negative, adding up to 1 "
           "by row. One key can take nearly all of it.");
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  if (!trace_has_part(scene->trace, TRACE_MASKED))
    return str_format(arena, _("%d × %d weights, as recorded"), tokens, keys);
  return str_format(arena, _("%d × %d scores → %d × %d weights"), tokens, keys, tokens, keys);
}

/* A recording suggests the output stage only if that was recorded. */
static const char *hint(const Scene *scene) {
  if (!trace_is_recorded(scene->trace) && scene->view->mask_editor)
    return _("Try: click the heaviest cell of a row and see who gets its share.");
  if (!trace_is_recorded(scene->trace))
    return _("Try: press m, click the heaviest cell of a row and see who gets its share.");
  if (!stage_missing(scene, STAGE_OUTPUT))
    return _("Try: click the heaviest cell of a row, then press → and see what it brings.");
  if (trace_head_count(scene->trace, scene->view->layer) > 1)
    return _("Try: click a row, then press ] and see where the next head looks.");
  return _("Try: click a row, then press ↓ and see where the next token looks.");
}

static void captions_of_features(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  int count = kind_fewer(trace_kind(scene->trace));
  out->headline = _("Features stand for the weights.");
  out->shapes = str_format(scene->pen.list->arena,
                           _("φ(Q) %d × %d times φ(K)ᵀ %d × %d → %d × %d, for looking"), tokens,
                           count, count, keys, tokens, keys);
  out->explanation =
      _("A weight is the product of the features of its query and its key, divided by the sum of "
        "its row. This matrix is for looking: the method never makes it, since it adds up the keys "
        "before the queries ask.");
  out->hint = _("Try: approximate exact, and compare the rows.");
}

static void captions(const Scene *scene, Captions *out) {
  if (weights_are_of_features(scene)) {
    captions_of_features(scene, out);
    return;
  }
  out->headline = _("Each row becomes shares of 1.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static const char *title(const Scene *scene) {
  return weights_are_of_features(scene) ? _("φ(Q) φ(K)ᵀ, row by row") : _("softmax, row by row");
}

static const char *note(const Scene *scene) {
  if (weights_are_of_features(scene)) return _("for looking: the method never makes this matrix");
  return _("each row becomes shares of 1");
}

/* In double, so that Σ is written as 1.00 when it is 1. A decoder's row says its word instead,
** which tells why it looks at the key it does. */
static const char *row_end(const Scene *scene, MatView values, int row) {
  assert(row >= 0 && row < values.rows);
  Str said = said_word(scene, row);
  if (said.bytes > 0)
    return str_format(scene->pen.list->arena, _("says %.*s"), (int)said.bytes, said.at);
  double sum = 0;
  for (int col = 0; col < values.cols; col++) sum += (double)mat_get(values, row, col);
  if (mistake_marks_sum(scene, sum))
    return str_format(scene->pen.list->arena, isnan(sum) ? "Σ = NaN" : "Σ %.2f ≠ 1", sum);
  return str_format(scene->pen.list->arena, "Σ = %s", number_hundredths((float)sum).at);
}

static const char *phrase(const Scene *scene, int query, int key) {
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  if (scene_hides(scene, query, key)) return _("weight 0");
  Number weight = weights.at ? number_weight(mat_get(weights, query, key)) : (Number){"–"};
  return str_format(scene->pen.list->arena, _("weight %s"), weight.at);
}

static const PairStage pair = {.part = TRACE_WEIGHTS,
                               .rule = PAIR_RULE_SOFTMAX,
                               .title = title,
                               .note = note,
                               .row_end = row_end,
                               .phrase = phrase,
                               .column = N_("weight"),
                               .announce = weights_announce,
                               .guess_verb = "→",
                               .ask = weights_ask,
                               .guess = N_("Guess first: which share of the row will it get?")};

static const char *symbol(const Trace *trace) {
  return kind_has_features(trace_kind(trace)) ? "φ(Q) φ(K)ᵀ" : "softmax";
}

/* No softmax is there where features stand for it. */
static const char *rail(const Trace *trace) {
  return kind_has_features(trace_kind(trace)) ? N_("Weights") : stage_info(STAGE_WEIGHTS)->rail;
}

const StageView stage_weights_view = {.pair = &pair,
                                      .symbol = symbol,
                                      .rail = rail,
                                      .draw = pair_draw,
                                      .cells = pair_cells,
                                      .captions = captions,
                                      .focus_line = pair_focus_line,
                                      .formula = attention_formula,
                                      .inspect = weights_inspect,
                                      .cell_words = weights_cell_words,
                                      .legend = weights_legend,
                                      .question = pair_question,
                                      .sum = pair_sum,
                                      .sum_is_beside = true,
                                      .heads_part = TRACE_WEIGHTS,
                                      .overview_part = TRACE_WEIGHTS};
