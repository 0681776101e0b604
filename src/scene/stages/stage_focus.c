/* scene/stages/stage_focus.c -- which row a picture is about: the chosen one, or one that it
** follows by itself. */
#include "scene/stages/stage.h"

#include "trace/workings/first_picture.h"

void stage_focus(const Scene *scene, int *row, int *col) {
  int rows, cols;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  view_focus(scene->view, row, col);
  if (*row >= rows) *row = -1;
  if (*row < 0 || *col >= cols) *col = -1;
  if (*row < 0) *row = -1;
}

int stage_followed_row(const Scene *scene) {
  int row, col, rows, cols;
  stage_focus(scene, &row, &col);
  if (row >= 0) return row;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  int filled = scene->view->filled;
  if (filled < 0)
    return first_picture_row(scene->trace, scene->view->layer, scene->view->head, rows);
  row = filled > 0 ? (filled - 1) / (cols > 0 ? cols : 1) : 0;
  return row < rows ? row : rows - 1;
}

void stage_outline_followed(const Scene *scene, const MatrixWidget *matrix) {
  int row, col;
  stage_focus(scene, &row, &col);
  if (row >= 0 || scene->view->filled >= 0) return;
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  row = stage_followed_row(scene);
  draw_group_begin(scene->pen.list, "followed", NULL);
  if (row >= 0 && row < grid.rows)
    matrix_outline(scene, matrix_row_box(matrix, &grid, row), scene->pen.theme->ink, 1.5f);
  draw_group_end(scene->pen.list);
}
