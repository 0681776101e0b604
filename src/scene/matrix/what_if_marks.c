/* scene/matrix/what_if_marks.c -- what a person changed of a run, in a matrix: a frame around a
** number that was set, a dot in the corner of every number that moved, and the field over the cell
** that is being typed into.
**
** Dot and frame have an edge in the colour of the paper, so that both are seen on every colour.
** Where cells are too small for dots, the moved cells of a row that are next to each other have one
** line below them. */
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/matrix/grid_rows.h"
#include "scene/moved_here.h"
#include "scene/number.h"

static const float DOT_LEAST_CELL_PT = 10, DOT_OF_CELL = 0.09f, DOT_LEAST = 1.3f, DOT_MOST = 3.2f,
                   LINE_MOST = 1.6f;
static const float FIELD_WIDTH = 76, FIELD_HEIGHT = 26, FIELD_SIZE = 13, FIELD_GAP = 5;

typedef struct Marks {
  const Scene *scene;
  const MatrixWidget *matrix;
  const MatrixGrid *grid;
  Moved moved;
} Marks;

static Box cell_box(const MatrixGrid *grid, int row, int col) {
  Box whole = grid_row(grid, row);
  return (Box){whole.x + (float)col * grid->cell_w, whole.y, grid->cell_w, whole.h};
}

/* Rows and columns as drawn. */
static bool is_moved(const Marks *marks, int row, int col) {
  bool turned = marks->matrix->transposed;
  return moved_at(&marks->moved, turned ? col : row, turned ? row : col);
}

/* -- numbers that moved ------------------------------------------------------------------------ */

static void draw_dot(const Marks *marks, Box cell) {
  const Theme *theme = marks->scene->pen.theme;
  float side = fminf(cell.w, cell.h);
  float radius = float_clamp(side * DOT_OF_CELL, DOT_LEAST, DOT_MOST);
  float inset = radius + fmaxf(0.5f, side * 0.07f);
  Box dot = {cell.x + cell.w - inset - radius, cell.y + inset - radius, 2 * radius, 2 * radius};
  draw_box(marks->scene->pen.list, (DrawBox){.box = dot,
                                             .corner = radius,
                                             .fill = theme->ink,
                                             .stroke = theme->paper,
                                             .stroke_width = fmaxf(0.7f, radius * 0.35f)});
}

static void draw_line_below(const Marks *marks, int row, int first, int end) {
  Box from = cell_box(marks->grid, row, first), to = cell_box(marks->grid, row, end - 1);
  float thick = float_clamp(from.h * 0.14f, 0.8f, LINE_MOST);
  Box line = {from.x, from.y + from.h - thick, to.x + to.w - from.x, thick};
  draw_box(marks->scene->pen.list, (DrawBox){.box = line, .fill = marks->scene->pen.theme->ink});
}

static void mark_row(const Marks *marks, int row) {
  const MatrixGrid *grid = marks->grid;
  bool has_dots = fminf(grid->cell_w, grid->cell_h) >= DOT_LEAST_CELL_PT;
  int first = -1;
  for (int col = grid->first_col; col <= grid->last_col + 1; col++) {
    bool is_one = col <= grid->last_col && is_moved(marks, row, col);
    if (is_one && has_dots) draw_dot(marks, cell_box(grid, row, col));
    if (is_one && first < 0) first = col;
    if (is_one || first < 0) continue;
    if (!has_dots) draw_line_below(marks, row, first, col);
    first = -1;
  }
}

/* -- numbers that were set --------------------------------------------------------------------- */

static bool is_here(const Marks *marks, const WhatIf *one) {
  const Trace *trace = marks->scene->trace;
  const View *view = marks->scene->view;
  TracePart part = marks->matrix->part;
  int layer = view->layer;
  if (part == TRACE_X) layer = trace_first_layer(trace);
  if (part == TRACE_BLOCK) layer = trace_layer_after(trace, view->layer);
  if (part == TRACE_X || part == TRACE_BLOCK) part = TRACE_INPUT;
  return trace_is_set_in(trace, one, part, layer, view->head);
}

static void draw_frame(const Marks *marks, const WhatIf *one) {
  const MatrixGrid *grid = marks->grid;
  const Theme *theme = marks->scene->pen.theme;
  bool turned = marks->matrix->transposed;
  int row = turned ? one->col : one->row, col = turned ? one->row : one->col;
  if (row >= grid->rows || col >= grid->cols) return;
  Box cell = box_common(cell_box(grid, row, col), marks->matrix->cells);
  if (cell.w <= 0 || cell.h <= 0) return;
  float width = fminf(cell.w, cell.h) < 12 ? 1.5f : 2;
  const float inset[2] = {width / 2, width * 1.3f};
  const Color colors[2] = {theme->ink, theme->paper};
  for (int i = 0; i < 2; i++)
    draw_box(marks->scene->pen.list, (DrawBox){.box = box_inset(cell, inset[i]),
                                               .corner = fminf(3, cell.h / 4),
                                               .stroke = colors[i],
                                               .stroke_width = i ? width / 2 : width});
}

static void draw_changes(const Marks *marks) {
  const WhatIfs *ifs = trace_what_ifs(marks->scene->trace);
  draw_group_begin(marks->scene->pen.list, "moved",
                   _("what moved against the run without changes"));
  for (int row = marks->grid->first_row; marks->moved.before.at && row <= marks->grid->last_row;
       row++)
    mark_row(marks, row);
  for (int i = 0; ifs && i < ifs->count; i++)
    if (is_here(marks, &ifs->of[i])) draw_frame(marks, &ifs->of[i]);
  draw_group_end(marks->scene->pen.list);
}

/* -- the field --------------------------------------------------------------------------------- */

/* Over its cell, or below a small one; at least as large as a number of some digits, and within the
** matrix where that is larger. */
static Box field_box(const Scene *scene, const MatrixWidget *matrix, Box cell) {
  float scale = scene->pen.text_scale, wide = fmaxf(cell.w, FIELD_WIDTH * scale);
  float high = fmaxf(fminf(cell.h, 2 * FIELD_HEIGHT * scale), FIELD_HEIGHT * scale);
  Box field = {cell.x + (cell.w - wide) / 2, cell.y + (cell.h - high) / 2, wide, high};
  Box room = matrix->cells;
  /* outlines of a small cell would cross what is typed */
  if (cell.h < high / 2) field.y = cell.y + cell.h + FIELD_GAP * scale;
  if (room.w >= wide) field.x = float_clamp(field.x, room.x, room.x + room.w - wide);
  if (room.h >= high && cell.h >= high / 2)
    field.y = float_clamp(field.y, room.y, room.y + room.h - high);
  return field;
}

static void draw_field(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  const Theme *theme = scene->pen.theme;
  const char *typed = scene->view->number_typed;
  int row = matrix->focus_row, col = matrix->focus_col;
  TracePart part = matrix->part;
  if (part == TRACE_INPUT) return; /* of this layer; what leaves it is that of the next */
  if (part == TRACE_X || part == TRACE_BLOCK) part = TRACE_INPUT;
  if (!scene->interactive || part != view_number_part(scene->view)) return;
  if (trace_part_info(part)->is_weights) {
    (void)view_projection(scene->view, &row);
    col = scene->view->key;
  }
  if (row < 0 || col < 0 || row >= grid->rows || col >= grid->cols) return;
  Box field = field_box(scene, matrix, cell_box(grid, row, col));
  MatView numbers = matrix_widget_values(scene, matrix, matrix->part);
  Str text = str_from(typed[0] ? str_format(scene->pen.list->arena, "%s|", typed)
                               : number_full(mat_get(numbers, row, col)).at);
  draw_box(scene->pen.list, (DrawBox){.box = field,
                                      .corner = 4,
                                      .fill = theme->paper,
                                      .stroke = theme->focus,
                                      .stroke_width = 2});
  float size = fmaxf(FIELD_SIZE, field.h * 0.4f / scene->pen.text_scale);
  TextStyle style = {FACE_MONO, size, typed[0] ? theme->ink : theme->muted, ALIGN_MIDDLE};
  style.size *= fminf(1, field.w * 0.9f / fmaxf(pen_width(&scene->pen, style, text), 1));
  pen_text_in(&scene->pen, style, field, text);
  draw_hit(scene->pen.list, (DrawHit){.box = field,
                                      .cursor = CURSOR_ARROW,
                                      .tip = _("Enter sets the number; Esc leaves it as it is")});
}

/* -- all of it --------------------------------------------------------------------------------- */

void matrix_what_if_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  const View *view = scene->view;
  bool is_own = !matrix->own_values.at && !matrix->is_difference && !matrix->moving;
  if (!is_own || matrix->mix < 1) return;
  Marks marks = {scene, matrix, grid, moved_here(scene, matrix->part)};
  if (trace_what_ifs(scene->trace) || marks.moved.before.at) draw_changes(&marks);
  if (view->sets_number) draw_field(scene, matrix, grid);
}
