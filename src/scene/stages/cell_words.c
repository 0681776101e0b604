/* scene/stages/cell_words.c -- the two sentences about the chosen number: what all stages share. */
#include "scene/stages/cell_words.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage_view.h"
#include "scene/what_if_words.h"

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

/* -- what a person changed --------------------------------------------------------------------- */

/* The part of the chosen number: of several results that of the chosen map. */
static TracePart chosen_part(const View *view) {
  const StageInfo *stage = stage_info(view->stage);
  int term, map = stage->has_projections ? (int)view_projection(view, &term) : 0;
  return stage->has_projections && map < stage->part_count ? stage->parts[map]
                                                           : stage_result(view->stage);
}

/* Shared heads of K and V are counted by themselves. */
static const WhatIf *set_by_hand(const Panel *panel, const WhatIfs *ifs) {
  const View *view = panel->scene->view;
  WhatIf at = {.kind = WHAT_IF_NUMBER,
               .part = chosen_part(view),
               .layer = view->layer,
               .head = view->head,
               .row = panel->query,
               .col = panel->key};
  const WhatIf *found = what_ifs_find(ifs, &at);
  at.head = trace_key_head(panel->scene->trace, view->head);
  return found ? found : at.part != TRACE_Q ? what_ifs_find(ifs, &at) : NULL;
}

/* The key or query that was taken away, of a pair that is hidden. */
static const WhatIf *taken_away(const Panel *panel, const WhatIfs *ifs) {
  const StageInfo *stage = stage_info(panel->scene->view->stage);
  WhatIf key = {.kind = WHAT_IF_NO_KEY, .row = panel->key};
  WhatIf query = {.kind = WHAT_IF_NO_QUERY, .row = panel->query};
  if (!stage->shows_mask || !panel->w || !panel->w->hidden) return NULL;
  const WhatIf *found = what_ifs_find(ifs, &key);
  return found ? found : what_ifs_find(ifs, &query);
}

/* What was done to the chosen number itself; NULL: nothing. */
static const WhatIf *done_to_it(const Panel *panel) {
  const View *view = panel->scene->view;
  const WhatIfs *ifs = trace_what_ifs(panel->scene->trace);
  WhatIf off = {.kind = WHAT_IF_HEAD_OFF, .layer = view->layer, .head = view->head};
  if (!ifs || panel->key < 0) return NULL;
  const WhatIf *found = set_by_hand(panel, ifs);
  if (!found) found = taken_away(panel, ifs);
  if (!found && stage_result(view->stage) == TRACE_OUTPUT) found = what_ifs_find(ifs, &off);
  return found;
}

static Str why_changed(const Panel *panel, const WhatIf *done) {
  const char *words = what_if_sentence(panel_arena(panel), panel->scene->trace, done);
  return words ? str_from(words) : STR("");
}

/* A score that was set tells nothing of query and key; a masked one or a weight is still what goes
** on. Empty: it was not set. */
static Str set_score_words(const Panel *panel) {
  StageId stage = panel->scene->view->stage;
  bool is_score = stage_info(stage)->by_pair && !stage_info(stage)->shows_mask;
  MatView matrix = panel_matrix(panel, stage_result(stage));
  if (!is_score || !matrix.at || !cell_is_set_by_hand(panel)) return STR("");
  return panel_words(panel,
                     _("%s stands here for “%s” and “%s”, whatever their query and key give."),
                     number_full(mat_get(matrix, panel->query, panel->key)).at, cell_query(panel),
                     cell_key(panel));
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
  const WhatIf *done = done_to_it(panel);
  if (!words.what.at) words = recorded_words(panel);
  Str set = set_score_words(panel);
  if (set.bytes > 0) words.what = set;
  if (done) words.why = why_changed(panel, done);
  return words;
}

bool cell_is_set_by_hand(const Panel *panel) {
  const WhatIfs *ifs = trace_what_ifs(panel->scene->trace);
  return ifs && panel->key >= 0 && set_by_hand(panel, ifs) != NULL;
}

/* What was set by hand is told above them, but on the way to another stage. */
void panel_add_cell_words(Panel *panel) {
  CellWords words = cell_words_of(panel);
  bool is_told = cell_is_set_by_hand(panel) && !panel->scene->coming;
  panel_add_what_why(panel, words.what, is_told ? STR("") : words.why);
}
