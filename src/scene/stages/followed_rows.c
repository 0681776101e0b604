/* scene/stages/followed_rows.c -- the followed row of the matrices of a stage, in large cells. */
#include "scene/stages/followed_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/followed_scale.h"
#include "scene/stages/motion.h"

/* How many numbers of the row the steps have filled. */
static int reached_of(const Scene *scene, TracePart part, MatView values, int token) {
  const StageInfo *info = stage_info(scene->view->stage);
  bool is_result = false;
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    is_result = is_result || info->parts[i] == part;
  int filled = is_result ? scene_filled_of(scene, part, values.rows, values.cols) : -1;
  return filled < 0 ? values.cols : int_clamp(filled - token * values.cols, 0, values.cols);
}

void followed_rows_add(const Scene *scene, FollowedRows *rows, const char *name, TracePart part) {
  assert(rows->count < FOLLOWED_ROWS_MOST && rows->token >= 0);
  MatView values = stage_matrix(scene, part);
  if (!values.at || rows->token >= values.rows) return;
  rows->rows[rows->count++] =
      (FollowedRow){.name = name,
                    .part = part,
                    .values = {mat_row(values, rows->token), 1, values.cols, values.stride},
                    .reached = reached_of(scene, part, values, rows->token)};
}

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
static void draw_digits(const Scene *scene, Box cell, Color ground, float size, Number number) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, size, palette_digit(ground), ALIGN_MIDDLE};
  if (!number.at[0]) return;
  float own = pen_width(pen, style, number_str(&number)), room = cell.w * FOLLOWED_DIGITS_OF_CELL;
  float fits = fminf(room / own, cell.h / pen_line_height(pen, style.size));
  if (fits < 0.96f) style.size *= fits; /* else it would be a whole step of glyphs smaller */
  pen_text_in(pen, style, cell, number_str(&number));
}

/* A share below .01, or such a difference of two, is left blank unless it is asked for. */
static Number share_number(const FollowedRow *row, float value, bool is_chosen) {
  if (value == 0) return (Number){"0"};
  if (!(fabsf(value) >= NUMBER_SHARE_LEAST)) return is_chosen ? (Number){".00"} : (Number){""};
  return row->number == FOLLOWED_SHARE ? number_cell(value, true) : number_difference(value);
}

static Number number_of(const FollowedRows *rows, const FollowedRow *row, float value,
                        bool is_chosen) {
  if (row->times > 0) value *= row->times;
  switch (row->number) {
  case FOLLOWED_SHARE:
  case FOLLOWED_OF_SHARES:
    return share_number(row, value, is_chosen);
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

static void draw_cells(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
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
    motion_cell(scene, cell, color, NULL);
    draw_digits(scene, cell, color, columns->sizes.digits,
                number_of(rows, row, mat_get(row->values, 0, col), col == columns->chosen));
  }
}

/* One size for all names, at which the longest fits; a much longer one has two lines. */
static float names_size(const Scene *scene, const FollowedRows *rows,
                        const FollowedColumns *columns, float room) {
  float high = columns->base->row;
  float most = fminf(20, high * 0.6f), least = high * 0.38f, size = most;
  for (int i = 0; i < rows->count; i++) {
    TextStyle style = {FACE_BOLD, most, COLOR_NONE, ALIGN_END};
    float wide = pen_width(&scene->pen, style, str_from(rows->rows[i].name));
    if (wide > room) size = fminf(size, most * room / wide);
  }
  return fmaxf(size, least);
}

static void draw_name(const Scene *scene, const FollowedRow *row, Box box, float size) {
  const Pen *pen = &scene->pen;
  const float gap = 1.1f;
  Color role = scene_part_color(pen->theme, row->part);
  TextStyle style = {FACE_BOLD, size, row->is_plain ? pen->theme->ink : role, ALIGN_END};
  Str name = str_from(row->name);
  if (pen_width(pen, style, name) <= box.w + 0.5f) {
    pen_text_in(pen, style, (Box){box.x - 1, box.y, box.w + 1, box.h}, name);
    return;
  }
  float tall = fminf(pen_wrapped_height(pen, style, box.w, gap, name), box.h + 2);
  Box lines = {box.x, box.y + (box.h - tall) / 2, box.w, tall + 1};
  pen_text_wrapped(pen, style, lines, gap, name);
}

static float widest_scale(const Scene *scene, const FollowedRows *rows) {
  float widest = 0;
  for (int i = 0; i < rows->count; i++)
    if (rows->rows[i].begins_scale)
      widest = fmaxf(widest, followed_scale_width(scene, rows->rows[i].part, rows->rows[i].range));
  return widest;
}

/* Its name, before its cells, and its scale or its note behind them. */
static void draw_words(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                       const FollowedColumns *columns, Box cells) {
  const Pen *pen = &scene->pen;
  Box all = columns->box;
  float gap = stage_points(scene, 12), room = cells.x - gap - all.x;
  draw_name(scene, row, (Box){all.x, cells.y, room, cells.h},
            names_size(scene, rows, columns, room));
  if (rows->note_design <= 0) return;
  TextStyle note = {FACE_REGULAR, stage_is_for_afar(scene) ? 13 : 10.5f, pen->theme->muted,
                    ALIGN_START};
  float x = cells.x + cells.w + gap;
  Box beside = {x, cells.y, all.x + all.w - x, cells.h};
  if (row->begins_scale)
    followed_scale_draw(scene, beside, row->part, row->range, widest_scale(scene, rows));
  else if (row->note.bytes > 0 && pen_width(pen, note, row->note) <= beside.w)
    pen_text_in(pen, note, beside, row->note);
}

static void draw_row(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                     const FollowedColumns *columns, float y) {
  int shown = int_min(columns->count, row->values.cols - columns->first);
  if (shown <= 0) return;
  Box cells = {columns->x, y, columns->cell * (float)shown,
               stage_points(scene, columns->sizes.row)};
  draw_cells(scene, rows, row, columns, cells);
  if (row->is_framed)
    draw_box(scene->pen.list, (DrawBox){.box = box_inset(cells, -2),
                                        .corner = 4,
                                        .stroke = scene_part_color(scene->pen.theme, row->part),
                                        .stroke_width = stage_points(scene, 1.5f)});
  draw_words(scene, rows, row, columns, cells);
}

/* Where each row begins. */
typedef struct Tops {
  float at[FOLLOWED_ROWS_MOST], high;
} Tops;

static Tops tops_of(const Scene *scene, Box box, const FollowedRows *rows,
                    const FollowedSizes *sizes) {
  Tops tops = {.high = stage_points(scene, sizes->row)};
  float y = box.y + stage_points(scene, sizes->head);
  for (int i = 0; i < rows->count; i++) {
    if (i > 0 && rows->rows[i].begins_scale) y += stage_points(scene, sizes->apart);
    tops.at[i] = y;
    y += stage_points(scene, sizes->row + sizes->between);
  }
  return tops;
}

/* One outline around the chosen column of the rows that have it. */
static void draw_focus(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                       const Tops *tops) {
  int first = -1, last = -1;
  if (columns->chosen < columns->first || columns->chosen >= columns->first + columns->count)
    return;
  for (int i = 0; i < rows->count; i++) {
    if (!rows->rows[i].has_focus || columns->chosen >= rows->rows[i].values.cols) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return;
  float x = columns->x + columns->cell * (float)(columns->chosen - columns->first);
  Box box = {x, tops->at[first], columns->cell, tops->at[last] - tops->at[first] + tops->high};
  matrix_focus_outline(scene, box, 2);
}

/* Rows of one scale are tied to its bar. */
static void draw_ties(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                      const Tops *tops) {
  if (rows->note_design <= 0 || followed_breaks(rows) == 0) return;
  float x = columns->x + columns->cell * (float)columns->count + stage_points(scene, 6);
  for (int i = 0, last; i < rows->count; i = last + 1) {
    last = i;
    while (last + 1 < rows->count && !rows->rows[last + 1].begins_scale) last++;
    followed_scale_tie(scene, x, tops->at[i] + 1, tops->at[last] + tops->high - 1);
  }
}

void followed_rows_draw(const Scene *scene, Box box, const FollowedRows *rows) {
  if (box.h <= 0 || rows->token < 0 || rows->count == 0) return;
  FollowedColumns columns = followed_columns(scene, box, rows);
  Tops tops = tops_of(scene, box, rows, &columns.sizes);
  draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL);
  followed_head_draw(scene, box, &columns, rows);
  for (int i = 0; i < rows->count; i++) draw_row(scene, rows, &rows->rows[i], &columns, tops.at[i]);
  draw_ties(scene, rows, &columns, &tops);
  draw_focus(scene, rows, &columns, &tops);
  draw_group_end(scene->pen.list);
}

Box followed_rows_cells(const Scene *scene, Box box, const FollowedRows *rows, int index) {
  assert(index >= 0 && index < rows->count);
  FollowedColumns columns = followed_columns(scene, box, rows);
  Tops tops = tops_of(scene, box, rows, &columns.sizes);
  return (Box){columns.x, tops.at[index], columns.cell * (float)columns.count, tops.high};
}
