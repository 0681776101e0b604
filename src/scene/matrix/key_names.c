/* scene/matrix/key_names.c -- of many keys the names that matter to a row. */
#include "scene/matrix/key_names.h"

#include <math.h>
#include <stdlib.h>

#include "scene/number.h"

static bool is_told(const MatrixWidget *matrix, const MatrixGrid *grid, int col) {
  const DrawHeatmap *cells = &grid->heatmap;
  int row = matrix->focus_row;
  float value = mat_get(cells->values, row, col);
  if (cells->filled >= 0 && row * grid->cols + col >= cells->filled) return false;
  if (!isfinite(value) || draw_heatmap_hatched(cells, row, col)) return false;
  return matrix->part != TRACE_WEIGHTS || matrix->is_difference || value >= NUMBER_SHARE_LEAST;
}

static bool is_apart(const MatrixGrid *grid, float apart_pt, const int *cols, int count, int col) {
  const float slack = 0.01f;
  for (int i = 0; i < count; i++)
    if ((float)abs(cols[i] - col) * grid->cell_w < apart_pt - slack) return false;
  return true;
}

static float rank_of(const MatrixWidget *matrix, const MatrixGrid *grid, int col) {
  float value = mat_get(grid->heatmap.values, matrix->focus_row, col);
  return matrix->is_difference ? fabsf(value) : value;
}

/* −1: no other key has room. */
static int next_of(const MatrixWidget *matrix, const MatrixGrid *grid, float apart_pt,
                   const int *cols, int count) {
  int found = -1;
  for (int col = grid->first_col; col <= grid->last_col; col++) {
    if (!is_told(matrix, grid, col) || !is_apart(grid, apart_pt, cols, count, col)) continue;
    if (found < 0 || rank_of(matrix, grid, col) > rank_of(matrix, grid, found)) found = col;
  }
  return found;
}

/* What is far below the largest says nothing. */
static bool matters(const MatrixWidget *matrix, const MatrixGrid *grid, int col, float largest) {
  float of_largest = matrix->part == TRACE_WEIGHTS ? 0.1f : 0.5f;
  return rank_of(matrix, grid, col) >= of_largest * largest;
}

int key_names_choose(const MatrixWidget *matrix, const MatrixGrid *grid, float apart_pt,
                     int cols[KEY_NAMES_MOST]) {
  int count = 0, row = matrix->focus_row, chosen = matrix->focus_col;
  int first = row >= 0 && row < grid->rows ? next_of(matrix, grid, 0, cols, 0) : -1;
  if (first < 0) return 0;
  if (chosen >= grid->first_col && chosen <= grid->last_col) cols[count++] = chosen;
  while (count < KEY_NAMES_MOST) {
    int col = next_of(matrix, grid, apart_pt, cols, count);
    if (col < 0 || (count > 0 && !matters(matrix, grid, col, rank_of(matrix, grid, first)))) break;
    cols[count++] = col;
  }
  return count;
}
