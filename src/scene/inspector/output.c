/* scene/inspector/output.c -- the weighted sum of values, and the heads joined. */
#include "scene/inspector/panel_sections.h"

#include <math.h>

#include "base/i18n.h"

static Str row_words(const Panel *panel, const char *format, int token) {
  Str label = panel_label(panel, token);
  return panel_words(panel, format, (int)label.bytes, label.at);
}

/* -- output: the sum over keys ----------------------------------------------------------------- */

static float value_of(const Panel *panel, int key) {
  return mat_get(panel_matrix(panel, TRACE_V), key, panel->key);
}

/* One term of M-07: weight times value. */
static float term_of(const Panel *panel, int key) {
  return panel->w->row_weights[key] * value_of(panel, key);
}

static Number term_numbers(const Panel *panel, int item, int column) {
  if (column == 0) return number_share(panel->w->row_weights[item], panel_hides(panel, item));
  return number_weight(column == 1 ? value_of(panel, item) : term_of(panel, item));
}

/* The column of values has no sum that would mean anything. */
static Number term_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  if (column == 1) return (Number){""};
  for (int i = 0; i < count; i++)
    sum += (double)(column == 0 ? panel->w->row_weights[items[i]] : term_of(panel, items[i]));
  return number_weight((float)sum);
}

static MatView value_row(const Panel *panel, int item) { return panel_row(panel, TRACE_V, item); }

static void add_output_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {.kicker = _("One row, blended"),
                      .subject = panel_label(panel, panel->query),
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

/* Nothing to blend where the row attends to nothing. */
static void add_shares(Panel *panel) {
  const Workings *w = panel->w;
  if (w->attends_to_nothing) return;
  panel_add_blend(panel, (PanelBlend){w->row_weights, w->by_weight, w->key_count, -1}, RANK_STEPS);
}

static void term_range(const Panel *panel, PanelTable *table) {
  for (int key = 0; key < panel->w->key_count; key++) {
    table->bar_low = fminf(table->bar_low, term_of(panel, key));
    table->bar_high = fmaxf(table->bar_high, term_of(panel, key));
  }
}

/* The bars of the terms share a scale, so that their sum can be seen. */
static void add_terms(Panel *panel) {
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
                      .order = w->by_weight,
                      .focus = -1,
                      .rest = term_rest};
  term_range(panel, &table);
  panel_add_table(panel, &table);
}

/* Without a column the values are shown as rows of cells, since they are vectors. */
static void add_values(Panel *panel) {
  const Workings *w = panel->w;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {_("× weight")},
                      .number_count = 1,
                      .number = term_numbers,
                      .strip = value_row,
                      .strip_part = TRACE_V,
                      .item_count = w->key_count,
                      .order = w->by_weight,
                      .focus = -1,
                      .rest = term_rest};
  panel_add_table(panel, &table);
}

/* M-07 for one row or one number of it. */
void inspect_output(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  add_output_title(panel);
  add_shares(panel);
  if (panel->key >= 0) add_terms(panel);
  else add_values(panel);
  panel_add_strip(panel,
                  (PanelStrip){row_words(panel, _("output of “%.*s”, the sum"), panel->query),
                               theme->output, panel_row(panel, TRACE_OUTPUT, panel->query),
                               TRACE_OUTPUT, panel->key},
                  panel->key >= 0 ? RANK_DETAIL : RANK_RESULT);
  if (panel->key >= 0) {
    Number output = number_full(w->output[panel->key]);
    panel_add_result(panel, str_from(_("Σ weight × value =")), panel_words(panel, "%s", output.at));
  }
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

/* -- joined: the sum over heads ---------------------------------------------------------------- */

/* What head h adds to one column: its part of the concatenation times its rows of W_O. In double:
** W_O adds up hundreds of small products. */
static double head_term(const Panel *panel, int head, int column) {
  MatView concat = panel_matrix(panel, TRACE_CONCAT), map = panel_matrix(panel, TRACE_W_O);
  int heads = trace_head_count(panel->scene->trace, panel->scene->view->layer);
  int wide = concat.cols / heads;
  const float *row = mat_row(concat, panel->query) + head * wide;
  double sum = 0;
  for (int i = 0; i < wide; i++)
    sum += (double)row[i] * (double)mat_get(map, head * wide + i, column);
  return sum;
}

/* One column in focus: its terms. None: how long a vector each head adds. The length of a vector
** says how much a head adds, whichever way it points. */
static float *head_parts(const Panel *panel, int heads) {
  float *parts = panel_take(panel, (size_t)heads, sizeof *parts);
  int columns = panel_matrix(panel, TRACE_W_O).cols;
  for (int head = 0; parts && head < heads; head++) {
    double square = 0;
    if (panel->key >= 0) {
      parts[head] = (float)head_term(panel, head, panel->key);
      continue;
    }
    for (int c = 0; c < columns; c++) {
      double term = head_term(panel, head, c);
      square += term * term;
    }
    parts[head] = (float)sqrt(square);
  }
  return parts;
}

static Str head_label(const Panel *panel, int item) {
  return panel_words(panel, _("head %d"), item + 1);
}

static float head_bar(const Panel *panel, int item) { return panel->numbers[item]; }

static Number head_number(const Panel *panel, int item, int column) {
  (void)column;
  return panel_number(panel->numbers[item]);
}

static Number head_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  (void)column;
  if (panel->key < 0) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->numbers[items[i]];
  return panel_number((float)sum);
}

static void add_heads(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  int heads = trace_head_count(panel->scene->trace, panel->scene->view->layer);
  panel->numbers = panel_matrix(panel, TRACE_W_O).at ? head_parts(panel, heads) : NULL;
  if (!panel->numbers) return;
  PanelTable table = {.label_head =
                          panel->key >= 0 ? _("adds to this column") : _("length of what it adds"),
                      .label = head_label,
                      .number_count = 1,
                      .number = head_number,
                      .bar = head_bar,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = heads,
                      .order = panel_order(panel, panel->numbers, heads, true),
                      .by_place_if_all = true,
                      .focus = panel->scene->view->head,
                      .focus_color = theme->ink,
                      .rest = head_rest};
  for (int i = 0; i < heads; i++) {
    table.bar_low = fminf(table.bar_low, panel->numbers[i]);
    table.bar_high = fmaxf(table.bar_high, panel->numbers[i]);
  }
  panel_add_table(panel, &table);
}

/* The next step is said only where the trace's own numbers agree with it: a norm may come
** between. */
static void add_joined_result(Panel *panel) {
  MatView joined = panel_matrix(panel, TRACE_ATTN_PROJ), input = panel_matrix(panel, TRACE_INPUT);
  MatView after = panel_matrix(panel, TRACE_RESIDUAL);
  float sum = mat_get(joined, panel->query, panel->key);
  Number number = number_full(sum);
  bool has_bias = trace_has_part(panel->scene->trace, TRACE_B_O);
  if (has_bias) {
    Number bias = number_full(mat_get(panel_matrix(panel, TRACE_B_O), 0, panel->key));
    panel_add_fact(panel, str_from(_("the bias of this column")), panel_words(panel, "%s", bias.at),
                   RANK_STEPS);
  }
  panel_add_result(panel, str_from(has_bias ? _("heads + bias =") : _("sum over the heads =")),
                   panel_words(panel, "%s", number.at));
  if (!input.at || !after.at) return;
  float came_in = mat_get(input, panel->query, panel->key);
  float goes_on = mat_get(after, panel->query, panel->key);
  if (fabsf(came_in + sum - goes_on) > 1e-4f * (1 + fabsf(goes_on))) return;
  Number in = number_full(came_in), out = number_full(goes_on);
  Str added = panel_summand(panel, sum);
  panel_add_note(panel,
                 panel_words(panel, _("Next: added to what came in: %s + %.*s = %s"), in.at,
                             (int)added.bytes, added.at, out.at),
                 RANK_NEXT);
}

/* M-09: what each head adds, and their sum. */
void inspect_joined(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {.kicker = _("One row, from all heads"),
                      .subject = panel_label(panel, panel->query),
                      .words = str_from(_("hears all heads")),
                      .subject_color = theme->query,
                      .object_color = theme->output};
  if (panel->key >= 0) {
    title.kicker = _("One number, from all heads");
    title.words = str_from("→");
    title.object = panel_words(panel, _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
  panel_add_strip(panel,
                  (PanelStrip){str_from(_("the heads' outputs, side by side")), theme->output,
                               panel_row(panel, TRACE_CONCAT, panel->query), TRACE_CONCAT, -1},
                  RANK_STEPS);
  add_heads(panel);
  panel_add_strip(panel,
                  (PanelStrip){str_from(_("joined")), theme->output,
                               panel_row(panel, TRACE_ATTN_PROJ, panel->query), TRACE_ATTN_PROJ,
                               panel->key},
                  panel->key >= 0 ? RANK_DETAIL : RANK_RESULT);
  if (panel->key >= 0) add_joined_result(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}
