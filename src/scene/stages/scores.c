/* scene/stages/scores.c -- the stage of scores: every query meets every key (M-03). */
#include "base/i18n.h"
#include "scene/stages/pair_stage.h"

static bool has_vectors(const Scene *scene) {
  return trace_has_part(scene->trace, TRACE_Q) && trace_has_part(scene->trace, TRACE_K);
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  int width = trace_d_head(scene->trace);
  if (!has_vectors(scene)) return str_format(arena, _("%d × %d scores, as recorded"), tokens, keys);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d scores"), tokens, width, width, keys,
                    tokens, keys);
}

/* The plain rule, and where a cell is in focus what its own products show. */
static const char *explanation(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const char *rule = _("A dot product is large when two vectors are long and point the same way. "
                       "Each score is one query times one key.");
  const Workings *w = scene->workings;
  if (!w || w->key < 0 || !w->products) return rule;
  int positive = 0;
  for (int c = 0; c < w->d_head; c++) positive += w->products[c] > 0;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(&words, rule);
  i18n_add_sentence(&words, str_format(arena,
                                       P_("Here %d of %d product is above zero.",
                                          "Here %d of %d products are above zero.", w->d_head),
                                       positive, w->d_head));
  return words.at;
}

static void captions(const Scene *scene, Captions *out) {
  bool is_walked = !trace_is_recorded(scene->trace) || has_vectors(scene);
  out->headline = _("Every query meets every key.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = is_walked ? _("Try: click a cell and walk with the arrow keys: which columns agree?")
                        : _("Try: click a row and find its largest number.");
}

static void inspect(Panel *panel) {
  if (!panel->w) inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
  else if (panel->key >= 0) inspect_cell(panel);
  else inspect_row(panel);
}

static void question(Panel *panel) {
  pair_add_question_title(panel, _("asks"));
  if (pair_is_known(panel)) {
    panel_add_pair_vectors(panel);
    panel_add_result(panel, STR("q · k ="), STR("?"));
  }
  panel_add_question(
      panel,
      _("Guess first: do the two point the same way (above 0), apart (below 0) or neither?"));
}

const StageView stage_scores_view = {.draw = pair_draw,
                                     .cells = pair_cells,
                                     .captions = captions,
                                     .focus_line = pair_focus_line,
                                     .formula = attention_formula,
                                     .inspect = inspect,
                                     .legend = pair_legend,
                                     .question = question,
                                     .heads_part = TRACE_SCORES,
                                     .overview_part = TRACE_SCORES};
