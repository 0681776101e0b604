/* scene/matrix/row_largest.c -- the largest numbers of each row. */
#include "scene/matrix/row_largest.h"

#include <assert.h>
#include <math.h>

#include "scene/matrix/digits_internal.h"

static bool is_known(const MatrixGrid *grid, int row, int col) {
  const DrawHeatmap *cells = &grid->heatmap;
  if (cells->filled >= 0 && row * grid->cols + col >= cells->filled) return false;
  return isfinite(mat_get(cells->values, row, col)) && !draw_heatmap_hatched(cells, row, col);
}

bool row_largest_has(const MatrixWidget *matrix, const MatrixGrid *grid, int row, int col) {
  assert(row >= 0 && row < grid->rows && col >= 0 && col < grid->cols);
  assert(!grid->heatmap.transposed);
  if (!is_known(grid, row, col)) return false;
  float value = mat_get(grid->heatmap.values, row, col);
  if (digits_format(matrix).is_weight) return value >= DIGITS_SMALL_WEIGHT;
  int larger = 0;
  for (int other = 0; other < grid->cols && larger < ROW_LARGEST; other++) {
    if (other == col || !is_known(grid, row, other)) continue;
    float rival = mat_get(grid->heatmap.values, row, other);
    larger += rival > value || (rival == value && other < col);
  }
  return larger < ROW_LARGEST;
}

float row_largest_of_all(const MatrixGrid *grid) {
  float largest = -INFINITY;
  for (int row = 0; row < grid->rows; row++)
    for (int col = 0; col < grid->cols; col++)
      if (is_known(grid, row, col))
        largest = fmaxf(largest, mat_get(grid->heatmap.values, row, col));
  return isfinite(largest) ? largest : 0;
}
