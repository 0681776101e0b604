/* scene/matrix/draw_heatmap.c -- the one formula for a cell's place and colour.
**
** Asked once a cell and frame by some backends, so nothing here looks at more than the cell.
*/
#include "scene/matrix/draw_heatmap.h"

#include <math.h>

#include "scene/theme.h"

/* From a cell as drawn to the element it shows. */
static void find_element(const DrawHeatmap *heatmap, int *row, int *col) {
  if (!heatmap->transposed) return;
  int keep = *row;
  *row = *col;
  *col = keep;
}

Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float width = heatmap->box.w / (float)cols, height = heatmap->box.h / (float)rows;
  return (Box){heatmap->box.x + (float)col * width + heatmap->gap / 2,
               heatmap->box.y + (float)row * height + heatmap->gap / 2, width - heatmap->gap,
               height - heatmap->gap};
}

/* A matrix of equal numbers has the middle colour, not the darkest. */
static float place_in(ColorRange range, float value) {
  float span = range.high - range.low;
  return span > 0 ? (value - range.low) / span : 0.5f;
}

bool draw_heatmap_hatched(const DrawHeatmap *heatmap, int row, int col) {
  find_element(heatmap, &row, &col);
  if (!isfinite(mat_get(heatmap->values, row, col))) return true;
  return heatmap->masked.at && !isfinite(mat_get(heatmap->masked, row, col));
}

/* Both ends of a fade in their own range, mixed: a value between the two may lie far outside one
** of the ranges, and would flash. A number that is not finite on one side stands still on the
** other. */
static bool faded_color(const DrawHeatmap *heatmap, int row, int col, Color *color) {
  float now = mat_get(heatmap->values, row, col);
  float then = heatmap->before.at ? mat_get(heatmap->before, row, col) : NAN;
  if (!isfinite(now) && !isfinite(then)) return false;
  float at_end = isfinite(now) ? now : then, at_start = isfinite(then) ? then : now;
  float place = place_in(heatmap->range, at_end);
  *color = palette_color(heatmap->palette, heatmap->theme, place);
  if (!heatmap->before.at || heatmap->mix >= 1) return true;
  place = place_in(heatmap->range_before, at_start);
  Color before = palette_color(heatmap->palette_before, heatmap->theme, place);
  *color = color_mix(before, *color, heatmap->mix);
  return true;
}

/* In reading order of the matrix, transposed or not. */
static bool is_beyond(const DrawHeatmap *heatmap, int row, int col) {
  return heatmap->filled >= 0 && row * heatmap->values.cols + col >= heatmap->filled;
}

/* A hidden cell is hatched, kept or not: it says why it has nothing. */
bool draw_heatmap_covered(const DrawHeatmap *heatmap, int row, int col) {
  if (!heatmap->kept.at || draw_heatmap_hatched(heatmap, row, col)) return false;
  find_element(heatmap, &row, &col);
  if (is_beyond(heatmap, row, col)) return false;
  float value = mat_get(heatmap->values, row, col), least = mat_get(heatmap->kept, row, 0);
  return value < least || (value <= least && (float)col > mat_get(heatmap->kept, row, 1));
}

Color draw_heatmap_color(const DrawHeatmap *heatmap, int row, int col) {
  const Theme *theme = theme_get(heatmap->theme);
  if (draw_heatmap_covered(heatmap, row, col)) return theme->paper;
  find_element(heatmap, &row, &col);
  if (is_beyond(heatmap, row, col)) return theme->empty_cell;
  Color color;
  if (!faded_color(heatmap, row, col, &color)) return theme->hatch_ground;
  bool hatched = draw_heatmap_hatched(heatmap, heatmap->transposed ? col : row,
                                      heatmap->transposed ? row : col);
  return hatched ? color_mix(color, theme->hatch_ground, heatmap->hatch_mix) : color;
}
