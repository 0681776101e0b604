/* scene/inspector/prediction.c -- a cell or row that the steps have not reached: shows what is
** known and a question instead of the number, so that a person can guess it first. */
#include <assert.h>

#include "base/i18n.h"
#include "scene/stages/stage_view.h"

void panel_add_question_title(Panel *panel, const char *words, Str object, Color object_color) {
  const StageInfo *stage = stage_info(panel->scene->view->stage);
  bool is_cell = panel->key >= 0, asks = stage->by_pair || stage->per_head;
  const char *kicker = scene_is_covered(panel->scene) ? _("Covered")
                       : is_cell                      ? _("Not reached yet")
                                                      : _("A row not full yet");
  panel_add_title(
      panel, (PanelTitle){.kicker = kicker,
                          .subject = panel_named(panel, panel->query),
                          .words = is_cell ? str_from(words) : (Str){NULL, 0},
                          .object = is_cell ? object : (Str){NULL, 0},
                          .subject_color = asks ? panel->pen->theme->query : panel->pen->theme->ink,
                          .object_color = object_color});
}

void panel_add_question(Panel *panel, const char *words) {
  if (panel->key >= 0) panel_add_note(panel, str_from(words), RANK_BODY);
}

static void ask_for_column(Panel *panel, const char *words, Str object) {
  assert(!stage_info(panel->scene->view->stage)->by_pair);
  panel_add_question_title(
      panel, words, object,
      scene_part_color(panel->pen->theme, stage_result(panel->scene->view->stage)));
  panel_add_question(panel, _("Guess first: above 0, below 0, or near it?"));
}

void inspect_question_of_column(Panel *panel) {
  ask_for_column(panel, panel_words(panel, _("· column %d"), panel->key + 1).at, (Str){"", 0});
}

void inspect_question_of_result(Panel *panel) {
  ask_for_column(panel, "→", panel_words(panel, _("column %d"), panel->key + 1));
}

void inspect_prediction(Panel *panel) {
  assert(panel->query >= 0);
  stage_views[panel->scene->view->stage]->question(panel);
  const char *words = scene_is_covered(panel->scene) ? _("It comes with your answer.")
                      : panel->scene->view->lesson   ? _("Ctrl-→ goes on until it is filled in.")
                                                     : _("→ goes on until it is filled in.");
  panel_add_note(panel, str_from(words), RANK_NEXT);
  /* what the stage does, beside a question of a lesson only for a whole row */
  if (panel->key < 0 || !scene_is_covered(panel->scene)) panel_add_words(panel);
}
