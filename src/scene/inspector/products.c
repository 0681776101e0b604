/* scene/inspector/products.c -- the terms of a dot product as a table: a_i, b_i and a_i b_i. */
#include "scene/inspector/panel_sections.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

/* panel->numbers holds three numbers for each term. */
enum { LEFT, RIGHT, TERM, NUMBERS_OF_ONE };

static float number_of(const Panel *panel, int item, int which) {
  return panel->numbers[item * NUMBERS_OF_ONE + which];
}

static Number product_number(const Panel *panel, int item, int column) {
  return panel_number(number_of(panel, item, column));
}

/* One number of decimals in a column, so that small shares are seen to be small. */
static Number product_share(const Panel *panel, int item, int column) {
  return number_weight(number_of(panel, item, column));
}

static float product_bar(const Panel *panel, int item) { return number_of(panel, item, TERM); }

/* In double, since the sum is compared with what the model computed in float. */
static float sum_of(const Panel *panel, const int *items, int count) {
  double sum = 0;
  assert(items && count > 0);
  for (int i = 0; i < count; i++) sum += (double)number_of(panel, items[i], TERM);
  return (float)sum;
}

static Number product_rest(const Panel *panel, const int *items, int count, int column) {
  return column == TERM ? panel_number(sum_of(panel, items, count)) : (Number){""};
}

static Number share_rest(const Panel *panel, const int *items, int count, int column) {
  return column == TERM ? number_weight(sum_of(panel, items, count)) : (Number){""};
}

static float *numbers_of(const Panel *panel, const PanelProducts *products, double *sum) {
  size_t count = (size_t)products->count * NUMBERS_OF_ONE;
  float *numbers = panel_take(panel, count, sizeof *numbers);
  *sum = 0;
  for (int i = 0; numbers && i < products->count; i++) {
    float *of_one = numbers + i * NUMBERS_OF_ONE;
    of_one[LEFT] = products->a[i];
    of_one[RIGHT] = products->b[(size_t)i * (size_t)products->b_step];
    double term = (double)of_one[LEFT] * (double)of_one[RIGHT];
    of_one[TERM] = (float)term;
    *sum += term;
  }
  return numbers;
}

/* The largest first; terms that are 0 come last and are not listed. */
static const int *order_of(const Panel *panel, int count, int *listed) {
  float *terms = panel_take(panel, (size_t)count, sizeof *terms);
  *listed = 0;
  for (int i = 0; terms && i < count; i++) {
    terms[i] = number_of(panel, i, TERM);
    *listed += terms[i] != 0;
  }
  return terms ? panel_order(panel, terms, count, true) : NULL;
}

static void add_note_of_zeros(Panel *panel, int zeros, int count) {
  if (zeros == 0) return;
  const char *all = P_("The %d term is 0.", "All %d terms are 0.", zeros);
  panel_add_note(panel,
                 panel_words(panel, zeros == count ? all : _("The other terms (%d) are 0."), zeros),
                 RANK_FACTS);
}

double panel_add_products(Panel *panel, const PanelProducts *products) {
  assert(products->count > 0 && products->b_step > 0);
  const Theme *theme = panel->pen->theme;
  double sum = 0;
  int listed = 0;
  panel->numbers = numbers_of(panel, products, &sum);
  const int *order = panel->numbers ? order_of(panel, products->count, &listed) : NULL;
  if (!order) return sum;
  PanelTable table = {.label_head = products->label ? NULL : _("col."),
                      .label = products->label ? products->label : panel_column_label,
                      .number_heads = {products->left, products->right, _("= term")},
                      .number_count = 3,
                      .number = products->are_shares ? product_share : product_number,
                      .bar = product_bar,
                      .bar_color = products->are_shares ? theme->weights : theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = listed,
                      .order = order,
                      .focus = products->focus,
                      .focus_color = theme->ink,
                      .rest = products->are_shares ? share_rest : product_rest};
  for (int i = 0; i < products->count; i++) {
    table.bar_low = fminf(table.bar_low, number_of(panel, i, TERM));
    table.bar_high = fmaxf(table.bar_high, number_of(panel, i, TERM));
  }
  panel_add_table(panel, &table);
  add_note_of_zeros(panel, products->count - listed, products->count);
  return sum;
}
