/* scene/inspector/table_rows.c -- the order of a table's rows, and which of them are shown. */
#include "scene/inspector/table_rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"

typedef struct Entry {
  float size;
  int item;
} Entry;

/* Ties are broken by position, because qsort is not stable. */
static int by_falling_size(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (x->size != y->size) return x->size > y->size ? -1 : 1;
  return x->item - y->item;
}

const int *panel_order(const Panel *panel, const float *values, int count, bool by_size) {
  assert(values && count > 0);
  Entry *entries = panel_take(panel, (size_t)count, sizeof *entries);
  int *order = panel_take(panel, (size_t)count, sizeof *order);
  if (!entries || !order) return NULL;
  for (int i = 0; i < count; i++) entries[i] = (Entry){by_size ? fabsf(values[i]) : values[i], i};
  qsort(entries, (size_t)count, sizeof *entries, by_falling_size);
  for (int i = 0; i < count; i++) order[i] = entries[i].item;
  return order;
}

/* The selected item replaces the last row shown if it would be among the rest. */
static void keep_focus(TableRows *rows, int focus) {
  if (focus < 0 || rows->shown == 0) return;
  for (int i = rows->shown; i < rows->count; i++)
    if (rows->items[i] == focus) {
      rows->items[i] = rows->items[rows->shown - 1];
      rows->items[rows->shown - 1] = focus;
      return;
    }
}

bool table_is_opened(const Panel *panel, const PanelTable *table) {
  return panel->scene->view->products_all && table->item_count > 1;
}

/* By the scroll position, from the first rows to the last; whole rows, so that none is cut. */
static void place_opened(const Panel *panel, TableRows *rows, float height) {
  int fit = (int)floorf((height + 0.1f) / rows->pitch);
  rows->shown = fit - 1 < rows->count ? fit - 1 : rows->count;
  if (rows->shown < 0) rows->shown = 0;
  float scroll = float_clamp(panel->scene->view->panel_scroll, 0, 1);
  rows->first = (int)lroundf(scroll * (float)(rows->count - rows->shown));
  rows->pitch = fminf(panel_pt(panel, TABLE_PITCH_MOST), height / (float)(rows->shown + 1));
}

/* The focused row stays in sight: beyond the rows shown it takes the line at that end. The row
** whose line it takes is seen one row further. */
static void pin_focus(TableRows *rows, int focus) {
  int at = 0, last = rows->first + rows->shown - 1;
  if (focus < 0 || rows->shown < 2) return;
  while (at < rows->count && rows->items[at] != focus) at++;
  if (at == rows->count || (at >= rows->first && at <= last)) return;
  rows->pinned = at < rows->first ? rows->first : last;
  rows->items[at] = rows->items[rows->pinned];
  rows->items[rows->pinned] = focus;
}

/* If not all fit, the last line is "n more", so one row less is shown. */
TableRows table_choose_rows(const Panel *panel, const PanelTable *table, float height) {
  TableRows rows = {.count = table->item_count,
                    .pitch = panel_pt(panel, TABLE_PITCH_LEAST),
                    .opened = table_is_opened(panel, table),
                    .pinned = -1};
  int fit = (int)floorf((height + 0.1f) / rows.pitch);
  bool all = fit >= rows.count || rows.opened;
  rows.items = panel_take(panel, (size_t)rows.count, sizeof *rows.items);
  if (!rows.items) return (TableRows){.count = 0};
  for (int i = 0; i < rows.count; i++)
    rows.items[i] = table->order && !(all && table->by_place_if_all) ? table->order[i] : i;
  if (rows.opened) {
    place_opened(panel, &rows, height);
    pin_focus(&rows, table->focus);
    return rows;
  }
  rows.shown = all ? rows.count : fit > 1 ? fit - 1 : 0;
  int lines = all ? rows.count : rows.shown + 1;
  if (lines > 0) rows.pitch = fminf(panel_pt(panel, TABLE_PITCH_MOST), height / (float)lines);
  keep_focus(&rows, table->focus);
  return rows;
}
