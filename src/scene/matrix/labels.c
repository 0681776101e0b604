/* scene/matrix/labels.c -- tokens beside and above a matrix, thinned out if there are many, and
** axis titles. A thinned label includes its position, so that the reader can count on. */
#include "scene/matrix/labels_internal.h"

#include "base/number.h"

static int step_at(Labels labels, float spacing_pt) {
  labels.spacing_pt = spacing_pt;
  label_choose_size(&labels);
  return labels.step;
}

/* On paper rows and columns that are the same tokens name the same ones of them. */
static int shared_step(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  bool names_both = labels->matrix->row_labels && labels->matrix->col_labels;
  if (labels->scene->interactive || !names_both || grid->rows != grid->cols) return 0;
  if (matrix_labels_are_upright(labels->scene, grid->cell_w)) return 0;
  return int_max(step_at(*labels, grid->cell_h), step_at(*labels, grid->cell_w * LABEL_SLANT_SIN));
}

/* In a window rows of many tokens have more names than columns, which then name some of the same
** ones: each of their steps is a multiple of that of the rows. 0: any step. */
static int row_step(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  bool names_both = labels->matrix->row_labels && labels->matrix->col_labels;
  if (!labels->scene->interactive || scene_is_presented(labels->scene) || !names_both) return 0;
  return grid->rows == grid->cols ? step_at(*labels, grid->cell_h) : 0;
}

void matrix_labels_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Labels labels = {.scene = scene, .matrix = matrix, .grid = grid, .step = 1, .focus = -1};
  const MatrixLines *lines = matrix->lines;
  bool has_token_cols = lines ? lines->col_tokens != NULL
                              : matrix->transposed || trace_part_info(matrix->part)->by_pair;
  if (has_token_cols) labels.least_step = shared_step(&labels);
  if (matrix->row_labels) label_rows_draw(labels);
  if (has_token_cols) labels.multiple_of = row_step(&labels);
  if (matrix->col_labels && has_token_cols) label_cols_draw(labels);
  if (matrix->col_numbers && !has_token_cols) label_col_numbers_draw(labels);
  if (matrix->axis_titles) label_axis_titles_draw(scene, matrix, grid);
}
