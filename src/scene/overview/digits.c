/* scene/overview/digits.c -- numbers in the large cells of the overview. */
#include "scene/overview/digits.h"

#include <assert.h>
#include <math.h>

#include "scene/number.h"
#include "scene/overview/plan.h"

static const float LEAST = 10.5f, LEAST_FROM_AFAR = 15, MOST = 34; /* design */
static const float POINTS_LEAST = 11; /* as drawn: digits of 8 pixels in a window */
static const float OF_WIDTH = 0.74f, OF_HEIGHT = 0.56f;

static float least_size(const Scene *scene) {
  if (overview_is_for_audience(scene)) return LEAST_FROM_AFAR;
  return fmaxf(LEAST, POINTS_LEAST / scene->pen.text_scale);
}

/* Numbers that are all next to 0 have the decimals of their colour bar. */
static Number number_of(float value, bool is_share, int decimals) {
  bool is_fine = decimals > 1 && !is_share;
  return is_fine ? number_decimals(value, decimals) : number_cell(value, is_share);
}

/* The size at which all numbers fit; 0: too small. */
static float size_in(const Scene *scene, const DrawHeatmap *heatmap, bool is_share) {
  const Pen *pen = &scene->pen;
  Box cell = draw_heatmap_cell(heatmap, 0, 0);
  float size = fminf(MOST, cell.h * OF_HEIGHT / pen->text_scale);
  int decimals = number_end_decimals(mat_largest(heatmap->values));
  if (size < least_size(scene)) return 0;
  for (int row = 0; row < heatmap->values.rows; row++)
    for (int col = 0; col < heatmap->values.cols; col++) {
      TextStyle style = {FACE_MONO, size, COLOR_NONE, ALIGN_MIDDLE};
      Number number = number_of(mat_get(heatmap->values, row, col), is_share, decimals);
      float wide = pen_width(pen, style, number_str(&number));
      size *= fminf(1, cell.w * OF_WIDTH / fmaxf(wide, 0.01f));
    }
  return size < least_size(scene) ? 0 : size;
}

void overview_digits_draw(const Scene *scene, const DrawHeatmap *heatmap, bool is_share) {
  assert(!heatmap->transposed);
  if (heatmap->values.rows <= 0 || heatmap->values.cols <= 0) return;
  if (scene->view->numbers == NUMBERS_OFF) return;
  float size = size_in(scene, heatmap, is_share);
  int decimals = number_end_decimals(mat_largest(heatmap->values));
  for (int row = 0; size > 0 && row < heatmap->values.rows; row++)
    for (int col = 0; col < heatmap->values.cols; col++) {
      float value = mat_get(heatmap->values, row, col);
      bool is_blank = is_share && !(value >= NUMBER_SHARE_LEAST);
      if (is_blank || draw_heatmap_hatched(heatmap, row, col)) continue;
      Color ground = draw_heatmap_color(heatmap, row, col);
      TextStyle style = {FACE_MONO, size, palette_digit(ground), ALIGN_MIDDLE};
      Number number = number_of(value, is_share, decimals);
      pen_text_in(&scene->pen, style, draw_heatmap_cell(heatmap, row, col), number_str(&number));
    }
}
