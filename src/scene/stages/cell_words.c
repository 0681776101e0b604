/* scene/stages/cell_words.c -- the two sentences about the chosen number: what all stages share. */
#include "scene/stages/cell_words.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage_view.h"

/* -- helpers ----------------------------------------------------------------------------------- */

/* Labels are isolated where they run right to left. */
static const char *name_in_sentence(const Panel *panel, Str label) {
  return panel_words(panel, "%.*s", (int)label.bytes, label.at).at;
}

const char *cell_query(const Panel *panel) {
  return name_in_sentence(panel, panel_label(panel, panel->query));
}

const char *cell_name_of_key(const Panel *panel, int key) {
  return name_in_sentence(panel, panel_key_label(panel, key));
}

const char *cell_key(const Panel *panel) { return cell_name_of_key(panel, panel->key); }

Number cell_amount(double value) { return number_full((float)fabs(value)); }

/* -- sentences that several stages say --------------------------------------------------------- */

Str cell_sum_of_products(const Panel *panel, const TermSigns *signs) {
  return panel_words(
      panel,
      P_("It is the sum of %d product: those above 0 (%d) add %s, those below 0 (%d) "
         "take %s away.",
         "It is the sum of %d products: those above 0 (%d) add %s, those below 0 (%d) "
         "take %s away.",
         signs->count),
      signs->count, signs->above, cell_amount(signs->above_sum).at, signs->below,
      cell_amount(signs->below_sum).at);
}

Str cell_sum_with_bias(const Panel *panel, const TermSigns *signs, float bias) {
  return panel_words(
      panel,
      P_("It is the sum of %d product and a bias of %s: products above 0 (%d) add %s, "
         "those below 0 (%d) take %s away.",
         "It is the sum of %d products and a bias of %s: products above 0 (%d) add %s, "
         "those below 0 (%d) take %s away.",
         signs->count),
      signs->count, number_full(bias).at, signs->above, cell_amount(signs->above_sum).at,
      signs->below, cell_amount(signs->below_sum).at);
}

Str cell_does_not_follow(const Panel *panel, double made) {
  return panel_words(
      panel,
      _("The numbers before it would make %s of it: it was changed on the way, by hand, "
        "by a setting or by the program that recorded it."),
      number_full((float)made).at);
}

Str cell_is_not_finite(void) {
  return str_from(_("A number on the way to it was already infinite or no number, so there is no "
                    "sum to tell."));
}

Str cell_is_recorded(void) {
  return str_from(_("It was recorded in a run elsewhere, without the numbers that made it."));
}

/* -- the words of a stage ---------------------------------------------------------------------- */

/* A number of a recording, whose stage cannot be worked out. */
static CellWords recorded_words(const Panel *panel) {
  StageId stage = panel->scene->view->stage;
  TracePart part = stage_result(stage);
  MatView matrix = panel_matrix(panel, part);
  if (!matrix.at || panel->query >= matrix.rows || panel->key >= matrix.cols) return (CellWords){0};
  Number number = number_full(mat_get(matrix, panel->query, panel->key));
  const char *title = stage_part_title(part), *name = cell_query(panel);
  Str what = stage_info(stage)->by_pair ? panel_words(panel, _("%s: query “%s”, key “%s”, %s."),
                                                      title, name, cell_key(panel), number.at)
                                        : panel_words(panel, _("%s: token “%s”, column %d, %s."),
                                                      title, name, panel->key + 1, number.at);
  return (CellWords){what, cell_is_recorded()};
}

CellWords cell_words_of(const Panel *panel) {
  const View *view = panel->scene->view;
  const StageView *stage = stage_views[view->stage];
  bool is_token = stage_info(view->stage)->part_count == 0;
  bool is_chosen = view->kind == VIEW_STAGE && panel->query >= 0 && (panel->key >= 0 || is_token);
  if (!is_chosen || stage_missing(panel->scene, view->stage) ||
      !panel_has_reached(panel, panel->key))
    return (CellWords){0};
  assert(stage->cell_words);
  CellWords words = stage->cell_words(panel);
  return words.what.at ? words : recorded_words(panel);
}

void panel_add_cell_words(Panel *panel) {
  CellWords words = cell_words_of(panel);
  TextStyle ink = {FACE_REGULAR, 13, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(panel, ink, words.what, RANK_STEPS);
  panel_add_note(panel, words.why, RANK_STEPS);
}
