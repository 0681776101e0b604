/* scene/stages/joined_panel.c -- the panel of the joined heads: what each head adds to a row, or to
** one number of it; and that number as a sum.
*/
#include "scene/stages/joined.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/workings/joined.h"

/* What the heads add to the number, the one on show in its colour; and the bias. */
StageSum joined_sum(const Scene *scene, int row, int col, int terms) {
  int heads = trace_head_count(scene->trace, scene->view->layer), count = heads;
  if (!stage_matrix(scene, TRACE_W_O).at || !stage_matrix(scene, TRACE_CONCAT).at)
    return (StageSum){0};
  float *added = arena_take(scene->pen.list->arena, (size_t)heads + 1, sizeof *added);
  if (!added) {
    scene->pen.list->failed = true;
    return (StageSum){0};
  }
  for (int head = 0; head < heads; head++)
    added[head] = (float)joined_term(scene->trace, scene->view->layer, row, head, col);
  if (trace_has_part(scene->trace, TRACE_B_O))
    added[count++] = mat_get(stage_matrix(scene, TRACE_B_O), 0, col);
  SumTerms all = {.terms = added,
                  .count = count,
                  .shown = terms,
                  .always = scene->view->head,
                  .number = number_hundredths,
                  .result = stage_number_afar(scene, TRACE_ATTN_PROJ, row, col)};
  StageSum made = sum_of_terms(scene, &all);
  made.lit_part = TRACE_OUTPUT;
  return made;
}

/* With a selected column: the terms of that column. Without: the length of the vector that each
** head adds, which is its amount whatever its direction. */
static float *head_parts(const Panel *panel, int heads) {
  assert(heads > 0);
  float *parts = panel_take(panel, (size_t)heads, sizeof *parts);
  const Trace *trace = panel->scene->trace;
  int layer = panel->scene->view->layer, row = panel->query, column = panel->key;
  Arena *arena = panel->scene->pen.list->arena;
  for (int head = 0; parts && head < heads; head++)
    parts[head] = (float)(column < 0 ? joined_length(arena, trace, layer, row, head)
                                     : joined_term(trace, layer, row, head, column));
  return parts;
}

static Str head_label(const Panel *panel, int item) {
  return panel_words(panel, _("head %d"), item + 1);
}

static float head_bar(const Panel *panel, int item) { return panel->numbers[item]; }

static Number head_number(const Panel *panel, int item, int column) {
  (void)column;
  return number_term(panel->numbers[item]);
}

static Number head_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  (void)column;
  if (panel->key < 0) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->numbers[items[i]];
  return number_term((float)sum);
}

/* A length has no sign, so its bar has the colour of what the vectors are. */
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
                      .bar_color = panel->key >= 0 ? theme->positive : theme->output_line,
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

/* "H2 · 3": a column of the concatenation, by the head that it comes from. */
static Str concat_label(const Panel *panel, int item) {
  int heads = trace_head_count(panel->scene->trace, panel->scene->view->layer);
  int wide = panel_matrix(panel, TRACE_CONCAT).cols / heads;
  return panel_words(panel, "H%d · %d", item / wide + 1, item % wide + 1);
}

/* Opened, every product of the row with the column of W_O. */
static void add_terms(Panel *panel) {
  assert(panel->key >= 0);
  MatView concat = panel_row(panel, TRACE_CONCAT, panel->query);
  MatView map = panel_matrix(panel, TRACE_W_O);
  if (!concat.at || !map.at || map.rows != concat.cols) return;
  panel_add_products(panel, &(PanelProducts){.left = _("output"),
                                             .right = "× W_O",
                                             .label = concat_label,
                                             .a = concat.at,
                                             .b = map.at + panel->key,
                                             .b_step = map.stride,
                                             .count = map.rows,
                                             .focus = -1});
}

/* The next step is told, without its number, only if the trace's numbers agree with it, since a
** norm may come between. */
static void add_joined_result(Panel *panel) {
  assert(panel->key >= 0 && panel->query >= 0);
  MatView joined = panel_matrix(panel, TRACE_ATTN_PROJ), input = panel_matrix(panel, TRACE_INPUT);
  MatView after = panel_matrix(panel, TRACE_RESIDUAL);
  float sum = mat_get(joined, panel->query, panel->key);
  Number number = number_term(sum);
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
  panel_add_note(panel, str_from(_("Next: added to what came in.")), RANK_NEXT);
}

/* M-09: what each head adds, and their sum. */
static void inspect_heads(Panel *panel) {
  assert(panel->query >= 0 && panel->scene->view->stage == STAGE_JOINED);
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {.kicker = _("One row, from all heads"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("hears all heads")),
                      .subject_color = theme->ink,
                      .object_color = theme->output};
  if (panel->key >= 0) {
    title.kicker = _("One number, from all heads");
    title.words = str_from("→");
    title.object = panel_words(panel, _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
  if (panel->key >= 0) panel_add_cell_words(panel);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("the heads' outputs, side by side")),
                               .color = theme->output,
                               .row = panel_row(panel, TRACE_CONCAT, panel->query),
                               .part = TRACE_CONCAT,
                               .focus = -1},
                  RANK_STEPS);
  if (panel->key >= 0 && panel->scene->view->products_all) add_terms(panel);
  else add_heads(panel);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("joined")),
                               .color = theme->output,
                               .row = panel_row(panel, TRACE_ATTN_PROJ, panel->query),
                               .part = TRACE_ATTN_PROJ,
                               .focus = panel->key},
                  panel->key >= 0 ? RANK_DETAIL : RANK_RESULT);
  if (panel->key >= 0) add_joined_result(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

void joined_inspect(Panel *panel) {
  if (panel->w && !trace_is_recorded(panel->scene->trace)) inspect_heads(panel);
  else inspect_recorded(panel, str_from(_("the weights that join the heads were not recorded")));
}

void joined_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->output_soft, theme->output_line,
                 _("outputs of the heads, side by side"));
  panel_add_signed_legend(panel, TRACE_ATTN_PROJ);
}
