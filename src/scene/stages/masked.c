/* scene/stages/masked.c -- the stage of masked scores: −∞ where a query may not look (M-05). */
#include "base/i18n.h"
#include "scene/mask_words.h"
#include "scene/stages/pair_stage.h"

static const char *explanation(const Scene *scene) {
  if (!scene_hides_something(scene))
    return _("The mask adds 0 where a query may look and −∞ where it may not. Here it hides "
             "nothing, so the numbers stay as they are.");
  return _("The mask adds 0 where a query may look and −∞ where it may not. Softmax then makes "
           "of −∞ a weight of exactly 0.");
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return scene_hides_something(scene)
               ? _("Try: click a hatched cell, then press → and see its weight.")
               : _("Try: click a cell, then press → and see its weight.");
  return scene->view->mask_editor ? _("Try: hide a whole row and see what softmax makes of it.")
                                  : _("Try: press m and click cells to hide or show them.");
}

static void captions(const Scene *scene, Captions *out) {
  bool hides = scene_hides_something(scene);
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  long cells = (long)tokens * keys,
       hidden = trace_layer_hidden_count(scene->trace, scene->view->layer);
  /* The table's title says what a mask does; with nothing hidden that would be untrue. */
  if (!hides) out->title = _("A mask that hides nothing");
  out->headline = hides ? mask_headline(scene->trace, scene->view->layer) : _("Nothing is hidden.");
  out->shapes =
      str_format(scene->pen.list->arena,
                 P_("%d × %d, %ld of %ld cell hidden", "%d × %d, %ld of %ld cells hidden", cells),
                 tokens, keys, hidden, cells);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static void inspect(Panel *panel) {
  if (!panel->w) inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
  else if (panel->key >= 0) inspect_cell(panel);
  else inspect_row(panel);
}

static void question(Panel *panel) {
  pair_add_question_title(panel, _("asks"));
  if (pair_is_known(panel))
    panel_add_result(panel, panel_words(panel, "%s + M =", number_full(panel->w->scaled).at),
                     STR("?"));
  panel_add_question(panel, _("Guess first: does the number stay, or may the key not be seen?"));
}

const StageView stage_masked_view = {.draw = pair_draw,
                                     .cells = pair_cells,
                                     .captions = captions,
                                     .focus_line = pair_focus_line,
                                     .formula = attention_formula,
                                     .inspect = inspect,
                                     .legend = pair_legend,
                                     .question = question,
                                     .heads_part = TRACE_MASKED,
                                     .overview_part = TRACE_MASKED};
