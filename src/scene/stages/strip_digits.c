/* scene/stages/strip_digits.c -- one number in the middle of each cell, all of one size. */
#include "scene/stages/strip_digits.h"

#include <math.h>

#include "scene/number.h"
#include "scene/palette.h"
#include "scene/stages/stage.h"

enum { BY_HAND_MOST = 4 };
/* Design points; relative to a cell. */
static const float SIZE_MOST = 15, SIZE_LEAST = 8, OF_HEIGHT = 0.8f, OF_WIDTH = 0.9f;

static const char *words_at(const Scene *scene, const MatrixWidget *matrix, int row, int col) {
  MatView values = matrix_widget_values(scene, matrix, matrix->part);
  float value = matrix->transposed ? mat_get(values, col, row) : mat_get(values, row, col);
  return str_format(scene->pen.list->arena, "%s", number_in_text(value, false).at);
}

/* The largest design size at which each number fits its cell. */
static float size_for(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  const Pen *pen = &scene->pen;
  Box cell = draw_heatmap_cell(&grid->heatmap, grid->first_row, grid->first_col);
  float size = fminf(SIZE_MOST, cell.h * OF_HEIGHT / pen->text_scale);
  for (int row = grid->first_row; row <= grid->last_row; row++)
    for (int col = grid->first_col; col <= grid->last_col; col++) {
      const char *words = words_at(scene, matrix, row, col);
      TextStyle style = {FACE_MONO, SIZE_MOST, pen->theme->ink, ALIGN_MIDDLE};
      float width = words ? pen_width(pen, style, str_from(words)) : 0;
      if (width > 0) size = fminf(size, SIZE_MOST * cell.w * OF_WIDTH / width);
    }
  return size;
}

void strip_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int numbers = matrix->transposed ? grid->rows : grid->cols;
  bool is_drawn = grid->last_row >= grid->first_row && grid->last_col >= grid->first_col;
  if (!scene->interactive || numbers > BY_HAND_MOST || grid->is_cut || !is_drawn) return;
  float size = size_for(scene, matrix, grid);
  if (size < SIZE_LEAST) return;
  for (int row = grid->first_row; row <= grid->last_row; row++)
    for (int col = grid->first_col; col <= grid->last_col; col++) {
      const char *words = words_at(scene, matrix, row, col);
      Color color = palette_digit(draw_heatmap_color(&grid->heatmap, row, col));
      if (words)
        pen_text_in(&scene->pen, (TextStyle){FACE_MONO, size, color, ALIGN_MIDDLE},
                    draw_heatmap_cell(&grid->heatmap, row, col), str_from(words));
    }
}
