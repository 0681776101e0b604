/* scene/matrix/sign_marks.c -- differences, and high contrast: which cells are below 0, without
** their colour. */
#include <assert.h>

#include "scene/matrix/grid_rows.h"

/* A share of the cell's width; thinner strokes and smaller cells could not be seen. */
static const float LENGTH = 0.5f, THICKNESS = 1.25f, CELL_LEAST = 5;
/* Differences smaller than this share of the largest have the colour of 0, and no mark. */
static const float SEEN_LEAST = 0.05f;

static bool is_below(const DrawHeatmap *map, int row, int col, float least) {
  bool is_upright = !map->transposed;
  int values_row = is_upright ? row : col, values_col = is_upright ? col : row;
  int place = values_row * map->values.cols + values_col;
  if (map->filled >= 0 && place >= map->filled) return false;
  if (draw_heatmap_covered(map, row, col) || draw_heatmap_hatched(map, row, col)) return false;
  return mat_get(map->values, values_row, values_col) < -least;
}

/* In black or white, whichever is seen on the cell's colour. */
static void draw_mark(const Scene *scene, Box cell, Color ground) {
  Point middle = {cell.x + cell.w / 2, cell.y + cell.h / 2};
  float half = cell.w * LENGTH / 2;
  draw_line(scene->pen.list, (Point){middle.x - half, middle.y}, (Point){middle.x + half, middle.y},
            THICKNESS, palette_digit(ground));
}

void matrix_sign_marks_draw(const Scene *scene, const MatrixWidget *matrix,
                            const MatrixGrid *grid) {
  bool is_signed = trace_part_info(matrix->part)->scale == SCALE_SIGNED;
  bool is_marked = matrix->is_difference || (scene->pen.theme->has_patterns && is_signed);
  if (!is_marked || matrix->moving) return;
  if (grid->cell_w < CELL_LEAST || grid->cell_h < CELL_LEAST) return;
  const DrawHeatmap *map = &grid->heatmap;
  float least = matrix->is_difference ? SEEN_LEAST * map->range.high : 0;
  for (int row = grid->first_row; row <= grid->last_row; row++)
    for (int col = grid->first_col; col <= grid->last_col; col++)
      if (is_below(map, row, col, least))
        draw_mark(scene, grid_cell(grid, row, col), draw_heatmap_color(map, row, col));
}

void difference_marks_draw(const Scene *scene, const DrawHeatmap *map) {
  assert(!map->transposed && map->palette == PALETTE_SIZE);
  for (int row = 0; row < map->values.rows; row++)
    for (int col = 0; col < map->values.cols; col++) {
      Box cell = draw_heatmap_cell(map, row, col);
      bool is_large = cell.w >= CELL_LEAST && cell.h >= CELL_LEAST;
      if (is_large && is_below(map, row, col, SEEN_LEAST * map->range.high))
        draw_mark(scene, cell, draw_heatmap_color(map, row, col));
    }
}
