/* scene/stages/output_panel.c -- the inspector of the weighted sum (M-07): one row as the values
** that it blends, or one number of it worked out:
**
**   output_c = Σ_j weight_j v_j,c
*/
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/compare.h"
#include "scene/stages/pair_stage.h"

static Str row_words(const Panel *panel, const char *format, int token) {
  Str label = panel_label(panel, token);
  return panel_words(panel, format, (int)label.bytes, label.at);
}

static float value_of(const Panel *panel, int key) {
  assert(panel->key >= 0 && key >= 0 && key < panel->w->key_count);
  return mat_get(panel_matrix(panel, trace_values(panel->scene->trace)), key, panel->key);
}

/* One term of M-07: weight times value. */
static float term_of(const Panel *panel, int key) {
  return panel->w->row_shares[key] * value_of(panel, key);
}

/* Hidden by the mask or left out by dropout: exactly 0. */
static bool is_nothing(const Panel *panel, int item) {
  bool is_dropped = kind_drops(trace_kind(panel->scene->trace)) && panel->w->row_shares[item] == 0;
  return is_dropped || panel_hides(panel, item);
}

static Number term_numbers(const Panel *panel, int item, int column) {
  if (column == 0) return number_share(panel->w->row_shares[item], is_nothing(panel, item));
  return number_weight(column == 1 ? value_of(panel, item) : term_of(panel, item));
}

/* The sum of the values themselves would mean nothing, so that column has none. */
static Number term_rest(const Panel *panel, const int *items, int count, int column) {
  assert(items && count > 0 && column < 3);
  double sum = 0;
  if (column == 1) return (Number){""};
  for (int i = 0; i < count; i++)
    sum += (double)(column == 0 ? panel->w->row_shares[items[i]] : term_of(panel, items[i]));
  return number_weight((float)sum);
}

/* weight × value, as in the picture. */
static MatView value_row(const Panel *panel, int item) {
  MatView row = panel_row(panel, trace_values(panel->scene->trace), item);
  float *products = row.at ? panel_take(panel, (size_t)row.cols, sizeof *products) : NULL;
  if (!products) return (MatView){0};
  for (int c = 0; c < row.cols; c++) products[c] = panel->w->row_shares[item] * mat_get(row, 0, c);
  return (MatView){products, 1, row.cols, row.cols};
}

static void add_output_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {.kicker = _("One row, blended"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("gathers the values")),
                      .subject_color = theme->query,
                      .object_color = theme->output};
  if (panel->w->attends_to_nothing) title.words = str_from(_("gathers nothing"));
  if (panel->key >= 0) {
    title.kicker = _("One number of the output");
    title.words = str_from("→");
    title.object = panel_words(panel, _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
}

/* Nothing is blended where the row attends to nothing. */
static void add_shares(Panel *panel) {
  const Workings *w = panel->w;
  if (w->attends_to_nothing) return;
  panel_add_blend(panel, (PanelBlend){w->row_shares, w->by_share, w->key_count, -1}, RANK_STEPS);
}

static void term_range(const Panel *panel, PanelTable *table) {
  for (int key = 0; key < panel->w->key_count; key++) {
    table->bar_low = fminf(table->bar_low, term_of(panel, key));
    table->bar_high = fmaxf(table->bar_high, term_of(panel, key));
  }
}

/* The bars of the terms have one scale, so their sum can be judged by eye. */
static void add_terms(Panel *panel) {
  assert(panel->key >= 0 && panel->key < panel->w->d_value);
  const Workings *w = panel->w;
  const Theme *theme = panel->pen->theme;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {_("weight"), _("× value"), _("= term")},
                      .number_count = 3,
                      .number = term_numbers,
                      .bar = term_of,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .hatched = panel_hides,
                      .item_count = w->key_count,
                      .order = w->by_share,
                      .focus = -1,
                      .rest = term_rest};
  term_range(panel, &table);
  panel_add_table(panel, &table);
}

/* Without a focused column the terms are shown as strips of cells, since they are vectors. */
static void add_values(Panel *panel) {
  const Workings *w = panel->w;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {_("weight")},
                      .number_count = 1,
                      .number = term_numbers,
                      .strip = value_row,
                      .strip_part = trace_values(panel->scene->trace),
                      .item_count = w->key_count,
                      .order = w->by_share,
                      .focus = -1,
                      .rest = term_rest};
  panel_add_table(panel, &table);
}

static Number by_hand_number(const Panel *panel, int item, int column) {
  if (column == 0) return number_weight(panel->w->row_shares[item]);
  MatView value = panel_row(panel, trace_values(panel->scene->trace), item);
  return number_in_text(mat_get(value, 0, column - 1), false);
}

/* Weights and values that are multiplied by hand, before the sum is told. */
static void add_by_hand(Panel *panel) {
  const Workings *w = panel->w;
  if (w->d_value >= TABLE_NUMBERS_MOST || !w->row_shares) return;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {_("weight")},
                      .number_count = 1 + w->d_value,
                      .number = by_hand_number,
                      .item_count = w->key_count,
                      .focus = -1};
  for (int c = 0; c < w->d_value; c++)
    table.number_heads[c + 1] = panel_words(panel, _("value %d"), c + 1).at;
  panel_add_table(panel, &table);
}

/* M-63: both terms of one number. */
static void add_relative(Panel *panel) {
  const Workings *w = panel->w;
  double sum = 0;
  if (!w->relative_blend) return;
  for (int key = 0; key < w->key_count; key++) sum += (double)term_of(panel, key);
  Number blend = number_term((float)sum), relative = number_term(w->relative_blend[panel->key]);
  panel_add_fact(panel, str_from(_("Σ weight × value")), panel_words(panel, "%s", blend.at),
                 RANK_NEXT);
  panel_add_fact(panel, str_from(_("Σ weight × the row for the distance")),
                 panel_words(panel, "%s", relative.at), RANK_NEXT);
  panel_add_equation(
      panel,
      panel_words(panel, w->relative_blend[panel->key] < 0 ? "%s + (%s) = %s" : "%s + %s = %s",
                  blend.at, relative.at, number_term(w->output[panel->key]).at),
      RANK_STEPS);
}

/* What the rows for distances add to the whole row. */
static void add_relative_row(Panel *panel) {
  const Workings *w = panel->w;
  if (!w->relative_blend || panel->key >= 0) return;
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("of it from the rows for distances")),
                               .color = panel->pen->theme->value,
                               .row = (MatView){w->relative_blend, 1, w->d_value, w->d_value},
                               .part = TRACE_OUTPUT,
                               .focus = -1},
                  RANK_STEPS);
}

/* M-07 for one row or one number of it. */
static void inspect_blend(Panel *panel) {
  assert(panel->w && panel->query >= 0 && panel->scene->view->stage == STAGE_OUTPUT);
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  add_output_title(panel);
  if (panel->key >= 0) panel_add_cell_words(panel);
  add_shares(panel);
  if (panel->key >= 0) add_terms(panel);
  else add_values(panel);
  add_relative_row(panel);
  panel_add_strip(
      panel,
      (PanelStrip){.label = row_words(panel, _("output of “%.*s”, the sum"), panel->query),
                   .color = theme->output,
                   .row = panel_row(panel, TRACE_OUTPUT, panel->query),
                   .part = TRACE_OUTPUT,
                   .focus = panel->key},
      panel->key >= 0 ? RANK_DETAIL : RANK_RESULT);
  if (panel->key >= 0) {
    Number output = number_term(w->output[panel->key]);
    add_relative(panel);
    panel_add_result(
        panel,
        str_from(w->relative_blend ? _("Σ weight × (value + r) =") : _("Σ weight × value =")),
        panel_words(panel, "%s", output.at));
  }
  compare_add_facts(panel);
  if (w->attends_to_nothing)
    panel_add_note(panel,
                   str_from(_("Every key is hidden from this query, so all its weights are "
                              "0 and nothing is added up.")),
                   RANK_NEXT);
  panel_add_note(panel,
                 panel_words(panel,
                             _("Next: this row of head %d stands beside those of the other "
                               "heads (%d in all)."),
                             panel->scene->view->head + 1,
                             trace_head_count(panel->scene->trace, panel->scene->view->layer)),
                 RANK_NEXT);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

void output_inspect(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  bool has_values = trace_has_part(trace, trace_values(trace));
  Str why = recorded_head_lacks(trace);
  if (panel->w && has_values) inspect_blend(panel);
  else if (why.bytes > 0 || has_values) inspect_recorded(panel, why);
  else inspect_recorded(panel, str_from(_("V was not recorded")));
}

void output_question(Panel *panel) {
  inspect_question_of_result(panel);
  if (panel->w && trace_has_part(panel->scene->trace, trace_values(panel->scene->trace)))
    add_by_hand(panel);
}
