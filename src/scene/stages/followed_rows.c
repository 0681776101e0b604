/* scene/stages/followed_rows.c -- the followed row of the matrices of a stage, in large cells. */
#include "scene/stages/followed_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/followed_scale.h"

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
  float size = names_size(scene, rows, columns, room);
  draw_name(scene, row, (Box){all.x, cells.y, room, cells.h}, size);
  if (rows->note_design <= 0) return;
  TextStyle note = {FACE_REGULAR, stage_is_for_afar(scene) ? 13 : 10.5f, pen->theme->muted,
                    ALIGN_START};
  float x = cells.x + cells.w + gap;
  Box beside = {x, cells.y, all.x + all.w - x, cells.h};
  if (row->begins_scale)
    followed_scale_draw(scene, beside, row->part, row->range, widest_scale(scene, rows));
  else if (row->note.bytes > 0 && pen_width(pen, note, row->note) <= beside.w)
    pen_text_in(pen, note, beside, row->note);
  else if (row->note.bytes > 0 && rows->notes_yield) {
    TextStyle name = {FACE_BOLD, size, COLOR_NONE, ALIGN_END};
    beside = (Box){all.x, cells.y, room - gap - pen_width(pen, name, str_from(row->name)), cells.h};
    if (pen_width(pen, note, row->note) <= beside.w) pen_text_in(pen, note, beside, row->note);
  }
}

static void draw_row(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                     const FollowedColumns *columns, float y) {
  DrawList *list = scene->pen.list;
  int shown = int_min(columns->count, row->values.cols - columns->first);
  float opacity = list->opacity;
  if (shown <= 0 || row->gone >= 1) return;
  list->opacity = opacity * (1 - row->gone);
  Box cells = {columns->x, y, columns->cell * (float)shown,
               stage_points(scene, columns->sizes.row)};
  followed_cells_draw(scene, rows, row, columns, cells);
  const Theme *theme = scene->pen.theme;
  Color frame = scene_part_color(theme, row->part);
  if (row->is_quiet) frame = color_mix(theme->paper, frame, STAGE_QUIET);
  if (row->is_framed)
    draw_box(scene->pen.list, (DrawBox){.box = box_inset(cells, -2),
                                        .corner = 4,
                                        .stroke = frame,
                                        .stroke_width = stage_points(scene, 1.5f)});
  draw_words(scene, rows, row, columns, cells);
  list->opacity = opacity;
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

/* Around the chosen column of the rows that have it, as the number or as parts of it; height 0:
** there are none. */
static Box chosen_box(const FollowedRows *rows, const FollowedColumns *columns, const Tops *tops,
                      bool of_parts) {
  int first = -1, last = -1;
  for (int i = 0; i < rows->count; i++) {
    const FollowedRow *row = &rows->rows[i];
    bool has_it = row->has_focus && columns->chosen < row->values.cols;
    if (!has_it || row->is_part != of_parts) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return (Box){0};
  float x = columns->x + columns->cell * (float)(columns->chosen - columns->first);
  return (Box){x, tops->at[first], columns->cell, tops->at[last] - tops->at[first] + tops->high};
}

static void draw_focus(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                       const Tops *tops) {
  if (columns->chosen < columns->first || columns->chosen >= columns->first + columns->count)
    return;
  matrix_belonging_outline(scene, chosen_box(rows, columns, tops, true));
  matrix_focus_outline(scene, chosen_box(rows, columns, tops, false), 2);
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

void followed_rows_draw_at(const Scene *scene, Box box, const FollowedRows *rows, int index,
                           float y) {
  FollowedColumns columns = followed_columns(scene, box, rows);
  Box cells = followed_rows_cells(scene, box, rows, index);
  cells.y = y;
  followed_cells_draw(scene, rows, &rows->rows[index], &columns, cells);
}
