/* scene/stages/followed_cells.c -- cells of a followed row: colours, numbers, hatching, hits. */
#include "scene/stages/followed_internal.h"

#include <math.h>

#include "scene/stages/motion.h"

static const float PALE = 0.6f; /* of ink, which can still be read */

static void add_hit(const Scene *scene, const FollowedRows *rows, const FollowedRow *row, Box cell,
                    int col) {
  Arena *arena = scene->pen.list->arena;
  const char *of = row->of ? row->of : "";
  const char *place = rows->answers_by_row ? str_format(arena, "%d row", rows->token + 1)
                                           : str_format(arena, "%d %d", rows->token + 1, col + 1);
  draw_hit(scene->pen.list, (DrawHit){.box = cell,
                                      .cursor = CURSOR_HAND,
                                      .hover = str_format(arena, "hover %s%s", place, of),
                                      .click = str_format(arena, "cell %s%s", place, of)});
}

/* All of one size, at which the usual number fits. */
static void draw_digits(const Scene *scene, Box cell, Color color, float size, Number number) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, size, color, ALIGN_MIDDLE};
  if (!number.at[0]) return;
  float own = pen_width(pen, style, number_str(&number)), room = cell.w * FOLLOWED_DIGITS_OF_CELL;
  /* digits have no descent: a cell may be as high as their size */
  float fits = fminf(room / own, cell.h / pen_points(pen, style.size));
  if (fits < 0.96f) style.size *= fits; /* else it would be a whole step of glyphs smaller */
  pen_text_in(pen, style, cell, number_str(&number));
}

static bool is_of_shares(const FollowedRow *row) {
  return row->number == FOLLOWED_SHARE || row->number == FOLLOWED_OF_SHARES;
}

/* Shares, and differences of two, that two decimals round to 0 are left blank as in a matrix, but
** for the chosen one, which is told in words and has a pale number. */
static bool is_next_to_nothing(const FollowedRow *row, float value) {
  return is_of_shares(row) && fabsf(value) < NUMBER_SHARE_LEAST;
}

static Number share_number(const FollowedRow *row, float value, bool is_told) {
  if (value == 0) return (Number){"0"};
  if (fabsf(value) < NUMBER_SHARE_LEAST) return is_told ? (Number){".00"} : (Number){""};
  return row->number == FOLLOWED_SHARE ? number_cell(value, true) : number_difference(value);
}

static Number number_of(const FollowedRows *rows, const FollowedRow *row, int col) {
  float value = mat_get(row->values, 0, col);
  if (row->times > 0) value *= row->times;
  switch (row->number) {
  case FOLLOWED_SHARE:
  case FOLLOWED_OF_SHARES:
    return share_number(row, value, col + 1 == rows->column);
  case FOLLOWED_DIFFERENCE:
    return number_plus(rows->is_fine ? number_cell_fine(value) : number_cell(value, false));
  default:
    return numbers_are_whole(row->values) ? number_whole(value)
           : rows->is_fine                ? number_cell_fine(value)
                                          : number_cell(value, false);
  }
}

static bool is_difference(const FollowedRow *row) {
  return row->number == FOLLOWED_DIFFERENCE || row->number == FOLLOWED_OF_SHARES;
}

/* A hidden weight is exactly 0, and a hidden score −∞; a difference of these is nothing. */
static void draw_hatched(const Scene *scene, const FollowedRow *row, const FollowedColumns *columns,
                         Box cell, const DrawHeatmap *colors, int col) {
  DrawHeatmap one = *colors;
  float value = mat_get(row->values, 0, col), size = columns->sizes.digits;
  one.box = box_inset(cell, 0.5f);
  one.corner = 3;
  one.values = (MatView){mat_row(row->values, 0) + col, 1, 1, 1};
  one.mask = mask_cols(row->mask, col, 1);
  draw_heatmap(scene->pen.list, one);
  if (is_difference(row) || isnan(value)) return;
  Number number = row->number == FOLLOWED_SHARE ? (Number){"0"} : number_cell(value, false);
  TextStyle style = {isfinite(value) ? FACE_MONO : FACE_SEMIBOLD, size, scene->pen.theme->ink,
                     ALIGN_MIDDLE};
  float wide = pen_width(&scene->pen, style, number_str(&number)) + stage_points(scene, 8);
  float high = fminf(pen_line_height(&scene->pen, size), cell.h);
  wide = fminf(wide, cell.w);
  Box ground = {cell.x + (cell.w - wide) / 2, cell.y + (cell.h - high) / 2, wide, high};
  draw_box(scene->pen.list,
           (DrawBox){.box = ground, .corner = 3, .fill = scene->pen.theme->hatch_ground});
  pen_text_in(&scene->pen, style, cell, number_str(&number));
}

void followed_cells_draw(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                         const FollowedColumns *columns, Box box) {
  const View *view = scene->view;
  bool is_own = row->range.low < row->range.high;
  DrawHeatmap colors = {
      .values = row->values,
      .box = box,
      .mask = row->mask,
      .mix = 1,
      .hatch_mix = 1,
      .palette = is_difference(row) ? PALETTE_SIZE : scene_palette(scene, row->part),
      .range = is_own ? row->range : scene_range(scene, row->part, view->layer, view->head),
      .filled = -1,
      .theme = scene->pen.theme->id};
  for (int i = 0; i < columns->count; i++) {
    int col = columns->first + i;
    Box cell = {box.x + columns->cell * (float)i, box.y, columns->cell, box.h};
    if (col >= row->values.cols) break;
    if (row->no_col && row->no_col[col]) continue;
    add_hit(scene, rows, row, cell, col);
    if (col >= row->reached) {
      motion_cell(scene, cell, scene->pen.theme->empty_cell, NULL);
      continue;
    }
    if (draw_heatmap_hatched(&colors, 0, col)) {
      draw_hatched(scene, row, columns, cell, &colors, col);
      continue;
    }
    Color color = draw_heatmap_color(&colors, 0, col);
    float value = mat_get(row->values, 0, col), ink = is_next_to_nothing(row, value) ? PALE : 1;
    motion_cell(scene, cell, color, NULL);
    float opacity = scene->pen.list->opacity;
    scene->pen.list->opacity = opacity * (1 - row->digits_gone);
    if (row->digits_gone < 1)
      draw_digits(scene, cell, color_mix(color, palette_digit(color), ink), columns->sizes.digits,
                  number_of(rows, row, col));
    scene->pen.list->opacity = opacity;
  }
}
