/* scene/inspector/table.c -- lists of keys, columns or heads that show as many rows as fit and sum
** up the rest in one line, or, when opened, all rows in a place that scrolls.
**
**   few      the most important rows      ⌄ 13 more, together   sum of the 13
**   opened   rows first … first + shown   ⌃ all 16, together    sum of all
*/
#include "scene/inspector/table_rows.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"

static const float SMALL = 10.5f, TEXT = 12;
static const float HEAD_HEIGHT = 18, GAP = 10;
static const float GHOST_ALPHA = 0.22f; /* for the value before the stage */
static const float BAR_WIDTH = 5, BAR_GAP = 6;
enum { RUNGS_MOST = 60 };                 /* places of the scroll bar */
enum { ROWS_LEAST = 4, NAMED_LEAST = 6 }; /* lines: five names, and one for the rest */

Str panel_key_label(const Panel *panel, int key) {
  assert(key >= 0 && key < trace_key_count(panel->scene->trace));
  return panel_capped(panel, trace_key(panel->scene->trace, key)->label);
}

Str panel_key_named(const Panel *panel, int key) {
  return quoted_name(panel_arena(panel), panel_key_label(panel, key));
}

Str panel_column_label(const Panel *panel, int column) {
  return panel_words(panel, "%d", column + 1);
}

bool panel_hides(const Panel *panel, int key) {
  assert(panel->query >= 0 && key >= 0);
  return scene_hides(panel->scene, panel->query, key);
}

static bool has_heads(const PanelTable *table) {
  if (table->label_head) return true;
  for (int i = 0; i < table->number_count; i++)
    if (table->number_heads[i]) return true;
  return false;
}

static float head_height(const Panel *panel, const PanelTable *table) {
  return has_heads(table) ? panel_pt(panel, HEAD_HEIGHT) : 0;
}

/* -- columns ----------------------------------------------------------------------------------- */

typedef struct Columns {
  float label_w;
  float number_right[TABLE_NUMBERS_MOST], number_w[TABLE_NUMBERS_MOST];
  int left_out; /* index of a number that does not fit; −1: none */
  float bar_x, bar_w;
} Columns;

static TextStyle label_style(const Panel *panel, const PanelTable *table, int item) {
  bool focused = item == table->focus;
  return (TextStyle){focused ? FACE_SEMIBOLD : FACE_REGULAR, TEXT,
                     focused ? table->focus_color : panel->pen->theme->ink, ALIGN_START};
}

static TextStyle number_style(const Panel *panel, const PanelTable *table, int column) {
  bool is_last = column == table->number_count - 1;
  const Theme *theme = panel->pen->theme;
  return (TextStyle){FACE_MONO, is_last ? TEXT : SMALL + 0.5f, is_last ? theme->ink : theme->muted,
                     ALIGN_END};
}

static TextStyle head_style(const Panel *panel) {
  return (TextStyle){FACE_SEMIBOLD, SMALL, panel->pen->theme->muted, ALIGN_END};
}

static bool has_rest(const TableRows *rows) { return rows->opened || rows->shown < rows->count; }

static Str all_label(const Panel *panel, const PanelTable *table, int count, TextStyle style,
                     float width) {
  Str together = panel_count(panel, P_("all %d, together", "all %d, together", count), count);
  if (table->rest && pen_width(panel->pen, style, together) <= width) return together;
  return panel_count(panel, P_("all %d", "all %d", count), count);
}

static Str rest_label(const Panel *panel, const PanelTable *table, const TableRows *rows,
                      TextStyle style, float width) {
  int more = rows->count - rows->shown;
  if (rows->opened) return all_label(panel, table, rows->count, style, width);
  Str together = panel_count(panel, P_("%d more, together", "%d more, together", more), more);
  if (table->rest && pen_width(panel->pen, style, together) <= width) return together;
  Str words = panel_count(panel, P_("%d more", "%d more", more), more);
  return pen_width(panel->pen, style, words) <= width ? words : panel_count(panel, "+%d", more);
}

/* The table's owner computes the number for the rest, because only it knows how. */
static Number rest_number(const Panel *panel, const PanelTable *table, const TableRows *rows,
                          int column) {
  int first = rows->opened ? 0 : rows->shown;
  if (!table->rest) return (Number){""};
  return table->rest(panel, rows->items + first, rows->count - first, column);
}

/* Measures only the rows shown. */
static float number_width(const Panel *panel, const PanelTable *table, const TableRows *rows,
                          int column) {
  TextStyle style = number_style(panel, table, column);
  float width = 0;
  if (table->number_heads[column])
    width = pen_symbol_width(panel->pen, head_style(panel), str_from(table->number_heads[column]));
  for (int i = 0; i < rows->shown; i++) {
    Number number = table->number(panel, rows->items[rows->first + i], column);
    width = fmaxf(width, pen_width(panel->pen, style, number_str(&number)));
  }
  if (!has_rest(rows)) return width;
  Number rest = rest_number(panel, table, rows, column);
  return fmaxf(width, pen_width(panel->pen, style, number_str(&rest)));
}

/* Only of rows shown: a long name among the rest needs no room. */
static float label_width(const Panel *panel, const PanelTable *table, const TableRows *rows) {
  float width =
      table->label_head ? pen_width(panel->pen, head_style(panel), str_from(table->label_head)) : 0;
  for (int i = 0; i < rows->shown; i++) {
    int item = rows->items[rows->first + i];
    width = fmaxf(
        width, pen_width(panel->pen, label_style(panel, table, item), table->label(panel, item)));
  }
  return width;
}

/* "⌄ 13 more", which must not be cut. */
static float rest_width(const Panel *panel, const PanelTable *table, const TableRows *rows) {
  TextStyle style = {FACE_MEDIUM, TEXT, COLOR_NONE, ALIGN_START};
  Str words = rest_label(panel, table, rows, style, 0);
  return panel_chevron_width(panel) + pen_width(panel->pen, style, words);
}

static bool has_picture(const PanelTable *table) { return table->bar || table->strip; }

/* The width of the numbers, with the gaps before each. */
static float numbers_width(const Panel *panel, const PanelTable *table, const Columns *columns) {
  float sum = 0;
  for (int i = 0; i < table->number_count; i++)
    if (i != columns->left_out) sum += columns->number_w[i] + panel_pt(panel, GAP);
  return sum;
}

/* Decides whether the bar fits, and which number is left out; returns the bar's width. */
static float choose_columns(const Panel *panel, const PanelTable *table, Columns *columns,
                            float width) {
  float bar = has_picture(table) ? panel_pt(panel, 44 + GAP) : 0;
  float numbers = numbers_width(panel, table, columns);
  float label = table->whole_labels ? columns->label_w : panel_pt(panel, 40);
  if (width - numbers - bar < label) bar = 0;
  if (table->whole_labels && table->number_count > 1 && width - numbers < label)
    columns->left_out = table->number_count - 2;
  return bar;
}

static void place_numbers(const Panel *panel, const PanelTable *table, Columns *columns, Box box,
                          float bar) {
  float gap = panel_pt(panel, GAP), numbers = numbers_width(panel, table, columns);
  float x = box.x + columns->label_w;
  int before_bar =
      has_picture(table) && table->number_count > 0 ? table->number_count - 1 : table->number_count;
  float spare = bar > 0 ? 0 : fmaxf(0, box.w - columns->label_w - numbers);
  for (int i = 0; i < before_bar; i++) {
    if (i == columns->left_out) continue;
    x += gap + columns->number_w[i] + spare / (float)table->number_count;
    columns->number_right[i] = x;
  }
  float right = box.x + box.w;
  if (before_bar < table->number_count) {
    columns->number_right[before_bar] = right;
    right -= columns->number_w[before_bar] + gap;
  }
  columns->bar_x = x + gap;
  columns->bar_w = bar > 0 ? right - columns->bar_x : 0;
}

/* Numbers get the width that they need, then the bar its least width; the label
** gets at most the rest. */
static Columns arrange_columns(const Panel *panel, const PanelTable *table, const TableRows *rows,
                               Box box) {
  Columns columns = {.label_w = label_width(panel, table, rows), .left_out = -1};
  for (int i = 0; i < table->number_count; i++)
    columns.number_w[i] = number_width(panel, table, rows, i);
  if (has_rest(rows)) columns.label_w = fmaxf(columns.label_w, rest_width(panel, table, rows));
  float bar = choose_columns(panel, table, &columns, box.w);
  float left = box.w - numbers_width(panel, table, &columns) - bar;
  columns.label_w = float_clamp(columns.label_w, 0, fmaxf(left, 0));
  place_numbers(panel, table, &columns, box, bar);
  return columns;
}

/* -- drawing ----------------------------------------------------------------------------------- */

/* A table whose rows are chosen and whose columns have their places. */
typedef struct PlacedTable {
  const Panel *panel;
  const PanelTable *table;
  const TableRows *rows;
  Columns columns;
} PlacedTable;

static void draw_number(const PlacedTable *of, Box line, int column, Number number) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  if (!number.at[0] || column == columns->left_out) return;
  Box box = {columns->number_right[column] - columns->number_w[column] - 0.5f, line.y,
             columns->number_w[column] + 0.5f, line.h};
  pen_text_in(panel->pen, number_style(panel, table, column), box, number_str(&number));
}

/* Clamped, because a ghost may lie outside the range of the bars. */
static float bar_place(const PlacedTable *of, float value) {
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  float low = table->bar_low, high = table->bar_high;
  float u = high > low ? (value - low) / (high - low) : 0;
  return columns->bar_x + columns->bar_w * float_clamp(u, 0, 1);
}

/* At least a point wide, so that the sign of a tiny value is visible. */
static void draw_bar(const PlacedTable *of, Box line, float value, bool is_ghost) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  if (!isfinite(value)) return;
  float zero = bar_place(of, 0), end = bar_place(of, value);
  float height = fminf(line.h * 0.62f, panel_pt(panel, 14));
  Color color = value < 0 ? table->bar_negative : table->bar_color;
  Box bar = {fminf(zero, end), line.y + (line.h - height) / 2, fmaxf(fabsf(end - zero), 1), height};
  if (bar.x + bar.w > columns->bar_x + columns->bar_w)
    bar.x = columns->bar_x + columns->bar_w - bar.w;
  draw_box(panel->pen->list, (DrawBox){.box = bar,
                                       .corner = bar.w > 5 ? 2 : 0,
                                       .fill = is_ghost ? color_fade(color, GHOST_ALPHA) : color});
  if (value < 0 && !is_ghost) pen_stripes(panel->pen, bar, panel->pen->theme->panel);
}

/* In the range of its matrix, so that rows of several tables can be compared. */
static void draw_strip(const PlacedTable *of, Box line, int item) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  const Scene *scene = panel->scene;
  MatView row = table->strip(panel, item);
  if (row.cols == 0) return;
  float height = fminf(line.h * 0.7f, panel_pt(panel, 14));
  Box cells = {columns->bar_x, line.y + (line.h - height) / 2, columns->bar_w, height};
  draw_heatmap(panel->pen->list,
               (DrawHeatmap){.box = cells,
                             .values = row,
                             .mix = 1,
                             .palette = scene_palette(scene, table->strip_part),
                             .range = scene_range(scene, table->strip_part, scene->view->layer,
                                                  scene->view->head),
                             .gap = cells.w / (float)row.cols >= 6 ? 1 : 0,
                             .filled = -1,
                             .theme = panel->pen->theme->id});
}

/* Hidden items are hatched as in the matrix, with plain lines of 45° because the bar is too
** low for the pattern. */
static void draw_hidden(const PlacedTable *of, Box line) {
  const Panel *panel = of->panel;
  const Columns *columns = &of->columns;
  const Theme *theme = panel->pen->theme;
  float height = fminf(line.h * 0.62f, panel_pt(panel, 14)), step = panel_pt(panel, 6);
  Box box = {columns->bar_x, line.y + (line.h - height) / 2, columns->bar_w, height};
  draw_box(panel->pen->list, (DrawBox){.box = box, .corner = 2, .fill = theme->hatch_ground});
  for (float x = box.x + step / 2; x + height < box.x + box.w; x += step)
    draw_line(panel->pen->list, (Point){x, box.y + height}, (Point){x + height, box.y}, 1,
              theme->hatch);
}

static void draw_picture(const PlacedTable *of, Box line, int item) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  if (columns->bar_w <= 0) return;
  if (table->hatched && table->hatched(panel, item)) {
    draw_hidden(of, line);
    return;
  }
  if (table->strip) draw_strip(of, line, item);
  if (table->ghost) draw_bar(of, line, table->ghost(panel, item), true);
  if (table->bar) draw_bar(of, line, table->bar(panel, item), false);
}

/* The hit of the whole row comes first, so that tips of shortened words lie above it. */
static void draw_row(const PlacedTable *of, Box line, int item) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  Box label = {line.x, line.y, columns->label_w + 0.1f, line.h};
  if (panel->scene->interactive && table->items_are_keys)
    draw_hit(panel->pen->list, (DrawHit){.box = line,
                                         .cursor = CURSOR_HAND,
                                         .click = str_format(panel_arena(panel), "cell %d %d",
                                                             panel->query + 1, item + 1)});
  pen_text_in(panel->pen, label_style(panel, table, item), label, table->label(panel, item));
  draw_picture(of, line, item);
  for (int i = 0; i < table->number_count; i++)
    draw_number(of, line, i, table->number(panel, item, i));
}

/* Symbols with their subscripts; words too wide for their column are shortened. */
static void draw_number_head(const Panel *panel, TextStyle style, float right, float width,
                             Box line, const char *words) {
  float size = panel_pt(panel, style.size);
  Point baseline = {right, line.y + (line.h + TEXT_CAP_HEIGHT * size) / 2};
  style.align = ALIGN_END;
  if (pen_symbol_width(panel->pen, style, str_from(words)) <= width)
    pen_symbol(panel->pen, style, baseline, str_from(words));
  else pen_text_in(panel->pen, style, (Box){right - width, line.y, width, line.h}, str_from(words));
}

static void draw_heads(const PlacedTable *of, Box line) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const Columns *columns = &of->columns;
  TextStyle style = head_style(panel);
  for (int i = 0; i < table->number_count; i++)
    if (table->number_heads[i] && i != columns->left_out)
      draw_number_head(panel, style, columns->number_right[i], columns->number_w[i] + 0.5f, line,
                       table->number_heads[i]);
  style.align = ALIGN_START;
  if (table->label_head)
    pen_text_in(panel->pen, style, (Box){line.x, line.y, columns->label_w + 0.1f, line.h},
                str_from(table->label_head));
}

/* The words may use the room of numbers that are missing. The line is the button of the setting, as
** `toggle`, so that it keeps the keyboard focus. */
static void draw_rest(const PlacedTable *of, Box line) {
  const Panel *panel = of->panel;
  const PanelTable *table = of->table;
  const TableRows *rows = of->rows;
  const Columns *columns = &of->columns;
  float right = line.x + line.w;
  bool is_button = panel->scene->interactive;
  float sign = 0;
  if (is_button) {
    draw_hit(panel->pen->list, (DrawHit){.box = line,
                                         .cursor = CURSOR_HAND,
                                         .click = "products toggle",
                                         .tip = rows->opened ? _("the most important rows (j)")
                                                             : _("every row, worked out (j)")});
    sign = panel_draw_chevron(panel, line, rows->opened);
  }
  for (int i = table->number_count - 1; i >= 0; i--) {
    Number number = rest_number(panel, table, rows, i);
    draw_number(of, line, i, number);
    if (number.at[0] && i != columns->left_out)
      right = columns->number_right[i] - columns->number_w[i] - panel_pt(panel, GAP);
  }
  const Theme *theme = panel->pen->theme;
  TextStyle style = {is_button ? FACE_MEDIUM : FACE_REGULAR, TEXT,
                     is_button ? theme->ink : theme->muted, ALIGN_START};
  float left = line.x + sign, width = right - left;
  pen_text_in(panel->pen, style, (Box){left, line.y, width, line.h},
              rest_label(panel, table, rows, style, width));
}

/* In the margin of the panel, beside the rows; each rung scrolls by a row where there are few. */
static void draw_scroll_bar(const Panel *panel, const TableRows *rows, Box area) {
  int beyond = rows->count - rows->shown;
  if (!rows->opened || beyond <= 0 || !panel->scene->interactive || rows->shown == 0) return;
  int rungs = beyond + 1 < RUNGS_MOST ? beyond + 1 : RUNGS_MOST;
  float width = panel_pt(panel, BAR_WIDTH);
  Box track = {area.x + area.w + panel_pt(panel, BAR_GAP), area.y, width, area.h}, thumb = track;
  thumb.h = track.h * (float)rows->shown / (float)rows->count;
  thumb.y += track.h * (float)rows->first / (float)rows->count;
  control_track(panel->pen, track, thumb, width, panel->pen->theme->muted);
  int now = (int)lroundf((float)rows->first / (float)beyond * (float)(rungs - 1));
  for (int i = 0; i < rungs; i++) {
    Box rung = {track.x - width / 2, track.y + track.h * (float)i / (float)rungs, 2 * width,
                track.h / (float)rungs};
    control_stop(panel->pen,
                 (TrackStop){.box = rung,
                             .command = str_format(panel_arena(panel), "scroll panel %.4f",
                                                   (double)i / (double)(rungs - 1)),
                             .is_now = i == now});
  }
}

/* A notch of the wheel moves three rows. */
static float table_notch(const Panel *panel, const void *data, float height) {
  const PanelTable *table = data;
  TableRows rows = table_choose_rows(panel, table, height - head_height(panel, table));
  int beyond = rows.count - rows.shown;
  return rows.opened && beyond > 0 ? fminf(3.0f / (float)beyond, 1) : 0;
}

static void draw_table(const Panel *panel, const void *data, Box box) {
  const PanelTable *table = data;
  float head = head_height(panel, table);
  TableRows rows = table_choose_rows(panel, table, box.h - head);
  if (rows.count == 0) return;
  PlacedTable placed = {panel, table, &rows, arrange_columns(panel, table, &rows, box)};
  Box line = {box.x, box.y, box.w, head};
  if (head > 0) draw_heads(&placed, line);
  line.y += head;
  line.h = rows.pitch;
  draw_scroll_bar(panel, &rows, (Box){box.x, line.y, box.w, rows.pitch * (float)rows.shown});
  for (int i = 0; i < rows.shown; i++, line.y += rows.pitch) {
    draw_row(&placed, line, rows.items[rows.first + i]);
    if (rows.first + i != rows.pinned) continue;
    float y = rows.pinned == rows.first ? line.y + line.h : line.y; /* a gap in the list */
    pen_rule(panel->pen, (Point){line.x, y}, (Point){line.x + line.w, y});
  }
  if (has_rest(&rows)) draw_rest(&placed, line);
}

void panel_add_table(Panel *panel, const PanelTable *table) {
  assert(table->label && table->item_count >= 0 && table->number_count <= TABLE_NUMBERS_MOST);
  if (table->item_count <= 0) return;
  int fewest = table->whole_labels ? NAMED_LEAST : ROWS_LEAST;
  int least = table->item_count < fewest ? table->item_count : fewest;
  bool opened = table_is_opened(panel, table);
  int lines = table->item_count + (opened ? 1 : 0); /* with that of the sum */
  float head = head_height(panel, table);
  panel_add(
      panel,
      (Section){.draw = draw_table,
                .data = panel_keep(panel, table, sizeof *table),
                .least = head + panel_pt(panel, TABLE_PITCH_LEAST) * (float)least,
                .wanted = head + panel_pt(panel, TABLE_PITCH_MOST) * (float)lines,
                .gap = panel_pt(panel, 10),
                .rank = RANK_BODY,
                .opened = opened ? head + panel_pt(panel, TABLE_PITCH_LEAST) * (float)lines : 0,
                .notch = table_notch});
}

void panel_lower_table(Panel *panel) {
  for (int i = panel->section_count - 1; i >= 0; i--) {
    Section *section = &panel->sections[i];
    if (section->draw != draw_table) continue;
    if (section->opened <= 0) section->rank = RANK_DETAIL;
    return;
  }
}
