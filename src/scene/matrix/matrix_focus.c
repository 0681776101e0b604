/* scene/matrix/matrix_focus.c -- what is in focus on a matrix: outlines of rows, columns, cells. */
#include "scene/matrix/matrix_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/grid_rows.h"

Box matrix_row_box(const MatrixWidget *matrix, const MatrixGrid *grid, int row) {
  assert(row >= 0);
  return box_common(grid_row(grid, row), matrix->cells);
}

Box matrix_col_box(const MatrixWidget *matrix, const MatrixGrid *grid, int col) {
  assert(col >= 0);
  Box content = grid->heatmap.box;
  Box whole = {content.x + (float)col * grid->cell_w, content.y, grid->cell_w, content.h};
  return box_common(whole, matrix->cells);
}

void matrix_outline(const Scene *scene, Box box, Color color, float width_design) {
  if (box.w <= 0 || box.h <= 0) return;
  float width = width_design * fminf(scene->pen.text_scale, 1.6f);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -width * 0.4f),
                                      .corner = fminf(6, box.h / 3 + 1),
                                      .stroke = color,
                                      .stroke_width = width});
}

/* Below NARROW points an outline stands outside its cells, whose colours it would cover; a narrow
** column has a tick at each end instead, since its neighbours are as narrow. */
enum { NARROW = 10, SMALL = 52 };
/* Around a cell among cells without digits the outline stands off, to be found. */
static const float BARE_ROOM = 2.5f;
/* Of a row and a column that are seen from the last row. */
static const float LIT_LINE = 2;

static void draw_ticks(const Scene *scene, Box column, float width, bool is_focus) {
  float height = 2 * width, wide = fmaxf(column.w, width);
  float x = column.x + (column.w - wide) / 2;
  const float tops[2] = {column.y - height - 1, column.y + column.h + 1};
  for (int i = 0; i < 2; i++) {
    DrawBox tick = {.box = {x, tops[i], wide, height}, .fill = scene->pen.theme->ink};
    if (!is_focus) {
      draw_box(scene->pen.list, tick);
      continue;
    }
    tick.fill = scene->pen.theme->focus;
    tick.stroke_width = 1;
    pen_focus_outline(&scene->pen, tick);
  }
}

static bool is_narrow_column(Box box) { return box.w < NARROW && box.h > 3 * box.w; }

void matrix_belonging_outline(const Scene *scene, Box box) {
  const float thin = 1.5f;
  if (box.w <= 0 || box.h <= 0) return;
  if (is_narrow_column(box))
    draw_ticks(scene, box, thin * fminf(scene->pen.text_scale, 1.6f), false);
  else matrix_outline(scene, box, scene->pen.theme->ink, thin);
}

void matrix_focus_outline(const Scene *scene, Box box, float width_design) {
  if (box.w <= 0 || box.h <= 0) return;
  float scale = fminf(scene->pen.text_scale, 1.6f), width = width_design * scale;
  bool is_narrow = fminf(box.w, box.h) < NARROW;
  if (is_narrow_column(box)) {
    draw_ticks(scene, box, width, true);
    return;
  }
  /* in small cells the digits of the neighbours begin at the edge */
  bool is_small = fminf(box.w, box.h) < SMALL * scale;
  if (is_small) width = float_clamp(fminf(box.w, box.h) * 0.08f, fminf(1.5f, width), width);
  float outside = is_narrow ? width / 2 + fmaxf(scale, 1) : is_small ? 0 : width * 0.4f;
  pen_focus_outline(&scene->pen, (DrawBox){.box = box_inset(box, -outside),
                                           .corner = is_narrow ? 2 : fminf(6, box.h / 3 + 1),
                                           .stroke_width = width});
}

/* As high as its row, and so far around it that its own colour is seen. */
static void mark_narrow_cell(const Scene *scene, Box cell) {
  float scale = fminf(scene->pen.text_scale, 1.6f), width = 1.75f * scale;
  float room = width / 2 + fmaxf(scale, 1);
  Box mark = {cell.x - room, cell.y, cell.w + 2 * room, cell.h};
  pen_focus_outline(&scene->pen, (DrawBox){.box = mark, .corner = 2, .stroke_width = width});
}

static bool is_vector(const MatrixWidget *matrix) {
  return !trace_part_info(matrix->part)->by_pair;
}

/* In a picture of pairs the row that one follows stays framed when one of its cells is chosen, its
** column fainter. A figure has a caption that says which pair it is. */
static void draw_pair_lines(const Scene *scene, Box row, Box col) {
  const Theme *theme = scene->pen.theme;
  if (!scene->interactive) return;
  if (!is_narrow_column(col)) matrix_outline(scene, col, theme->muted, 1);
  matrix_outline(scene, row, theme->ink, 1.5f);
}

/* The row of a focused cell is framed too, in ink, thin, and wider in the presenter view, as far as
** a person in the last row sees; there and in pictures of pairs its column as well. A narrow column
** has its ticks above and below the matrix. */
static void draw_spotlight(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                           bool has_column) {
  bool is_open = grid_is_open(grid); /* an open row is framed by itself */
  Box row = matrix_row_box(matrix, grid, matrix->focus_row);
  Box col = has_column ? matrix_col_box(matrix, grid, matrix->focus_col) : (Box){0};
  if (is_vector(matrix)) {
    if (!is_open) matrix_belonging_outline(scene, row);
    matrix_belonging_outline(scene, col);
    return;
  }
  if (!scene_has_spotlight(scene)) {
    draw_pair_lines(scene, row, col);
    return;
  }
  if (!is_narrow_column(col)) matrix_outline(scene, col, scene->pen.theme->ink, LIT_LINE);
  else matrix_belonging_outline(scene, col);
  if (!is_open) matrix_outline(scene, row, scene->pen.theme->ink, LIT_LINE);
}

void matrix_focus_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int row = matrix->focus_row, col = matrix->focus_col;
  if (scene->view->sets_number && scene->interactive) return; /* a field stands there */
  if (matrix->plain_focus || row < 0 || row >= grid->rows || col >= grid->cols) return;
  Box box = matrix_row_box(matrix, grid, row);
  if (col >= 0) {
    Box across = matrix_col_box(matrix, grid, col);
    box.x = across.x;
    box.w = across.w;
  }
  float width = fminf(grid->cell_w, grid->cell_h) < 8 ? 2 : 3;
  bool has_light = scene_has_spotlight(scene);
  bool is_narrow = is_vector(matrix) && grid->cell_w < NARROW;
  bool covers_nothing = scene->interactive && col >= 0 && is_vector(matrix) && !matrix->digits;
  if (has_light) width = fminf(grid->cell_w, grid->cell_h) < 24 ? 3 : 5;
  draw_group_begin(scene->pen.list, "focus", NULL);
  bool has_column = !is_vector(matrix) || is_narrow || (has_light && !matrix->column_is_framed);
  if (col >= 0) draw_spotlight(scene, matrix, grid, has_column);
  bool marks_cell = col >= 0 && is_narrow;
  if (!grid_is_open(grid) && !(marks_cell && matrix->belongs)) {
    if (marks_cell) mark_narrow_cell(scene, box);
    else if (matrix->belongs) matrix_belonging_outline(scene, box);
    else matrix_focus_outline(scene, box_inset(box, covers_nothing ? -BARE_ROOM : 0), width);
  }
  draw_group_end(scene->pen.list);
}

/* Beside a lesson a key without a query shows all who ask it: its column. */
void matrix_asked_key_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int key = scene->view->lesson ? view_focus_key_alone(scene->view) : -1;
  bool has_it = trace_part_info(matrix->part)->by_pair && key >= 0 && key < grid->cols;
  if (!scene->interactive || matrix->moving || !has_it) return;
  matrix_focus_outline(scene, matrix_col_box(matrix, grid, key), 3);
}

void matrix_lit_draw(const Scene *scene, TracePart part, Box cells, const MatrixGrid *grid) {
  bool is_lit = scene->interactive && scene->view->lit_part == (int)part;
  Box seen = grid ? box_common(cells, grid->heatmap.box) : cells;
  if (is_lit) matrix_focus_outline(scene, box_inset(seen, -3), 3);
}
