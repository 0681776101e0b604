/* scene/stages/scaled.c -- the stage of scaled scores: all divided by the same number (M-04). */
#include "base/i18n.h"
#include "scene/score_scale.h"
#include "scene/stages/pair_stage.h"

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace) && stage_missing(scene, STAGE_SCORES))
    return _("Try: click a row and find its largest number.");
  return _("Try: press ← and → in turn: the order stays, the range shrinks.");
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  out->headline = score_scale_headline(arena, scene->trace, scene->view->layer);
  out->shapes = str_format(arena, _("%d × %d scores → %d × %d scaled"), tokens, keys, tokens, keys);
  out->explanation = score_scale_explanation(scene->trace, scene->view->layer);
  out->hint = hint(scene);
}

static void inspect(Panel *panel) {
  if (!panel->w) inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
  else if (panel->key >= 0) inspect_cell(panel);
  else inspect_row(panel);
}

static void question(Panel *panel) {
  pair_add_question_title(panel, _("asks"));
  if (pair_is_known(panel)) {
    Number score = number_full(panel->w->score);
    const char *divisor = score_scale_of(panel->scene->trace, panel->w->layer).symbol;
    panel_add_result(panel, panel_words(panel, "%s ÷ %s =", score.at, divisor), STR("?"));
  }
  panel_add_question(panel, _("Guess first: how large is it after dividing?"));
}

const StageView stage_scaled_view = {.draw = pair_draw,
                                     .cells = pair_cells,
                                     .captions = captions,
                                     .focus_line = pair_focus_line,
                                     .formula = attention_formula,
                                     .inspect = inspect,
                                     .legend = pair_legend,
                                     .question = question,
                                     .heads_part = TRACE_SCALED,
                                     .overview_part = TRACE_SCALED};
