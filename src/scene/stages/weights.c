/* scene/stages/weights.c -- the stage of weights: softmax makes shares of 1 of each row (M-06). */
#include "base/i18n.h"
#include "scene/stages/pair_stage.h"

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

/* Where the heaviest cell leads to what it brings, if that was recorded. */
static const char *hint(const Scene *scene) {
  if (!trace_is_recorded(scene->trace))
    return _("Try: press m, click the heaviest cell of a row and see who gets its share.");
  if (!stage_missing(scene, STAGE_OUTPUT))
    return _("Try: click the heaviest cell of a row, then press → and see what it brings.");
  if (trace_head_count(scene->trace, scene->view->layer) > 1)
    return _("Try: click a row, then press ] and see where the next head looks.");
  return _("Try: click a row, then press ↓ and see where the next token looks.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Each row becomes shares of 1.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static void inspect(Panel *panel) {
  if (panel->w) inspect_weights(panel);
  else inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
}

static void question(Panel *panel) {
  pair_add_question_title(panel, "→");
  if (pair_is_known(panel)) {
    Number masked = number_full(panel->w->masked);
    panel_add_result(panel, panel_words(panel, _("softmax: %s becomes"), masked.at), STR("?"));
  }
  panel_add_question(panel, _("Guess first: which share of the row will it get?"));
}

const StageView stage_weights_view = {.draw = pair_draw,
                                      .cells = pair_cells,
                                      .captions = captions,
                                      .focus_line = pair_focus_line,
                                      .formula = attention_formula,
                                      .inspect = inspect,
                                      .legend = pair_legend,
                                      .question = question,
                                      .heads_part = TRACE_WEIGHTS,
                                      .overview_part = TRACE_WEIGHTS};
