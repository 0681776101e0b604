/* scene/stages/pair_panel.c -- the inspector of the pair stages: one cell
** worked out, or one row. */
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/stages/compare.h"
#include "scene/telling_row.h"

const PairStage *pair_of_panel(const Panel *panel) {
  const PairStage *pair = stage_views[panel->scene->view->stage]->pair;
  assert(pair);
  return pair;
}

const PairStage *pair_before(const Panel *panel) {
  return pair_stage_of(trace_pair_part_before(panel->scene->trace, pair_of_panel(panel)->part));
}

int pair_place_of_query(const Panel *panel) {
  return trace_first_place(panel->scene->trace) + panel->query;
}

float pair_number(const Panel *panel, TracePart part) {
  assert(panel->w && panel->key >= 0 && panel->key < panel->w->key_count);
  return workings_row(panel->w, part)[panel->key];
}

void pair_add_next(Panel *panel) {
  TracePart part = pair_of_panel(panel)->part;
  TracePart after = trace_pair_part_after(panel->scene->trace, part);
  if (after != part) panel_add_note(panel, pair_stage_of(after)->announce(panel), RANK_NEXT);
}

/* -- the row as a table, before and after the stage -------------------------------------------- */

static const float *row_after(const Panel *panel) {
  return workings_row(panel->w, pair_of_panel(panel)->part);
}

static const float *row_before(const Panel *panel) {
  return workings_row(panel->w, pair_before(panel)->part);
}

/* The first pair stage has no stage before it. */
static bool is_alone(const Panel *panel) { return pair_before(panel) == pair_of_panel(panel); }

/* The stage changed nothing in the row, as a mask that hides no key of it. */
static bool is_unchanged(const Panel *panel) {
  size_t bytes = (size_t)panel->w->key_count * sizeof(float);
  return panel_has_reached(panel, -1) && !memcmp(row_before(panel), row_after(panel), bytes);
}

/* A cell not reached by the steps has no bar. */
static float bar_after(const Panel *panel, int item) {
  return panel_has_reached(panel, item) ? row_after(panel)[item] : NAN;
}
static float bar_before(const Panel *panel, int item) { return row_before(panel)[item]; }

static Number row_number(const Panel *panel, int item, int column) {
  assert(item >= 0 && item < panel->w->key_count && column < 2);
  bool is_before = !is_alone(panel) && !is_unchanged(panel) && column == 0;
  if (!is_before && !panel_has_reached(panel, item)) return (Number){"?"};
  float number = (is_before ? row_before : row_after)(panel)[item];
  bool is_share = scene_is_share((is_before ? pair_before : pair_of_panel)(panel)->part);
  return is_share ? number_weight(number) : number_full(number);
}

/* The bars before and after have one range that holds both, so that a change of size is visible. It
** always includes 0, where bars start. Shares alone have that of the whole row: 0 to 1. */
static void row_range(const Panel *panel, PanelTable *table) {
  if (scene_is_share(pair_of_panel(panel)->part) && !table->ghost) {
    table->bar_high = 1;
    return;
  }
  const float *before = row_before(panel), *after = row_after(panel);
  for (int i = 0; i < panel->w->key_count; i++) {
    table->bar_low = fminf(table->bar_low, before[i]);
    table->bar_high = fmaxf(table->bar_high, before[i]);
    if (!isfinite(after[i])) continue;
    table->bar_low = fminf(table->bar_low, after[i]);
    table->bar_high = fmaxf(table->bar_high, after[i]);
  }
}

void pair_add_row_table(Panel *panel) {
  assert(panel->w && panel->query >= 0);
  const Workings *w = panel->w;
  const Theme *theme = panel->pen->theme;
  const PairStage *pair = pair_of_panel(panel);
  bool alone = is_alone(panel), is_whole = panel_has_reached(panel, -1);
  bool is_single = alone || is_unchanged(panel);
  const float *sorted = is_whole ? row_after(panel) : alone ? NULL : row_before(panel);
  PanelTable table = {
      .label_head = _("key"),
      .label = panel_key_label,
      .number_heads = {_((is_single ? pair : pair_before(panel))->column), _(pair->column)},
      .number_count = is_single ? 1 : 2,
      .number = row_number,
      .bar = bar_after,
      .ghost = pair->shows_before && !is_single ? bar_before : NULL,
      .bar_color = scene_is_share(pair->part) ? theme->weights : theme->positive,
      .bar_negative = theme->negative,
      .item_count = w->key_count,
      .order = sorted ? panel_order(panel, sorted, w->key_count, false) : NULL,
      .by_place_if_all = true,
      .focus = panel->key,
      .focus_color = theme->key,
      .items_are_keys = true};
  if (is_whole && scene_is_hatched(panel->scene->trace, pair->part)) table.hatched = panel_hides;
  row_range(panel, &table);
  panel_add_table(panel, &table);
}

void pair_add_spread(Panel *panel, const char *name, TracePart part) {
  assert(panel->w && trace_part_info(part)->by_pair);
  const float *row = workings_row(panel->w, part);
  float low = INFINITY, high = -INFINITY;
  for (int i = 0; i < panel->w->key_count; i++) {
    if (!isfinite(row[i])) continue;
    low = fminf(low, row[i]);
    high = fmaxf(high, row[i]);
  }
  if (low > high) return;
  Number least = number_full(low), most = number_full(high);
  panel_add_fact(panel, str_from(name), panel_words(panel, "%s … %s", least.at, most.at),
                 RANK_FACTS);
}

/* -- a cell or a row --------------------------------------------------------------------------- */

static void inspect_cell(Panel *panel) {
  assert(panel->w && panel->key >= 0 && panel->key < panel->w->key_count);
  const PairStage *pair = pair_of_panel(panel);
  const Theme *theme = panel->pen->theme;
  const char *verb = pair->cell_verb ? pair->cell_verb(panel) : _("asks");
  panel_add_title(panel, (PanelTitle){.kicker = _(pair->cell_kicker),
                                      .subject = panel_named(panel, panel->query),
                                      .words = str_from(verb),
                                      .object = panel_key_named(panel, panel->key),
                                      .subject_color = theme->query,
                                      .object_color = theme->key});
  panel_add_cell_words(panel);
  pair->work_out(panel);
  compare_add_facts(panel);
  panel_add_words(panel);
}

/* A row has no single result, so the table is the main part. */
static void inspect_row(Panel *panel) {
  assert(panel->w && panel->key < 0);
  const PairStage *pair = pair_of_panel(panel);
  const char *verb = pair->row_verb ? pair->row_verb(panel) : _("asks every key");
  panel_add_title(panel, (PanelTitle){.kicker = _(pair->row_kicker),
                                      .subject = panel_named(panel, panel->query),
                                      .words = str_from(verb),
                                      .subject_color = panel->pen->theme->query});
  if (pair->row_note) pair->row_note(panel);
  pair_add_row_table(panel);
  if (pair->row_facts) pair->row_facts(panel);
  else pair_add_spread(panel, _("range of the row"), pair->part);
  panel_add_words(panel);
}

void pair_inspect(Panel *panel) {
  assert(panel->query >= 0);
  if (!panel->w) inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
  else if (panel->key >= 0) inspect_cell(panel);
  else inspect_row(panel);
}

/* -- nothing in focus, or nothing reached ------------------------------------------------------ */

void pair_add_colors(Panel *panel) {
  assert(stage_info(panel->scene->view->stage)->by_pair);
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  StageId stage = scene->view->stage;
  TracePart part = stage_result(stage);
  panel_add_role(panel, theme->query_soft, theme->query, _("a row: one query, which asks"));
  panel_add_role(panel, theme->key_soft, theme->key, _("a column: one key, which is asked"));
  if (trace_part_info(part)->scale == SCALE_SHARES) panel_add_weights_legend(panel);
  else panel_add_signed_legend(panel, part);
  if (stage_info(stage)->shows_mask && scene_hides_something(scene)) panel_add_hidden_legend(panel);
}

int pair_telling_row(const Scene *scene) {
  if (!scene->interactive || !workings_can(scene->trace)) return -1;
  int row = telling_row(scene);
  return row >= 0 && scene_may_tell(scene, scene->view->stage, row, -1) ? row : -1;
}

bool pair_select_telling_row(Panel *panel) {
  int row = pair_telling_row(panel->scene);
  if (row < 0) return false;
  panel_select_row(panel, row);
  if (!panel->w) return false;
  Str label = panel_label(panel, row);
  TextStyle bold = {FACE_SEMIBOLD, 13, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(panel, bold,
                 panel_words(panel, _("The most telling row: “%.*s” asks every key"),
                             (int)label.bytes, label.at),
                 RANK_STEPS);
  return true;
}

void pair_rank_telling_row(Panel *panel) {
  enum { GROUP = 1 + 'T' };
  assert(panel->section_count >= 2);
  for (int i = panel->section_count - 2; i < panel->section_count; i++) {
    panel->sections[i].group = GROUP;
    if (panel->sections[i].opened <= 0) panel->sections[i].rank = RANK_RESULT;
  }
}

void pair_legend(Panel *panel) {
  pair_add_colors(panel);
  if (!pair_select_telling_row(panel)) return;
  pair_add_row_table(panel);
  pair_rank_telling_row(panel);
}

/* Beside a lesson the row before may be the answer, unless a number is asked that is worked out of
** it. */
static void ask_row(Panel *panel, const PairStage *pair) {
  const Scene *scene = panel->scene;
  if (pair->ask_row) pair->ask_row(panel);
  else if (!scene_is_covered(scene) || scene->view->asks_number) pair_add_row_table(panel);
}

/* "it asks animal" above a cell that the steps have not reached, and what is known of the pair or
** the row. */
void pair_question(Panel *panel) {
  assert(panel->query >= 0);
  const PairStage *pair = pair_of_panel(panel);
  bool has_key = panel->key >= 0;
  Str key = has_key ? panel_key_named(panel, panel->key) : (Str){"", 0};
  panel_add_question_title(panel, pair->guess_verb ? _(pair->guess_verb) : _("asks"), key,
                           panel->pen->theme->key);
  if (panel->w && has_key) pair->ask(panel);
  else if (panel->w) ask_row(panel, pair);
  panel_add_question(panel, _(pair->guess));
}
