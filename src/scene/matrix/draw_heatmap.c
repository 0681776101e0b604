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

/* ---- one element of the matrix ---- */

/* A row of a million cells takes twice as long with a call for each. */
#define INLINED __attribute__((always_inline)) static inline

/* A matrix of equal numbers has the middle colour, not the darkest. */
INLINED float place_in(ColorRange range, float value) {
  float low = range.low * COLOR_RANGE_SCALE, span = range.high * COLOR_RANGE_SCALE - low;
  return span > 0 ? (value * COLOR_RANGE_SCALE - low) / span : 0.5f;
}

/* In reading order of the matrix, transposed or not. */
INLINED bool is_beyond(const DrawHeatmap *heatmap, int row, int col) {
  return heatmap->filled >= 0 && row * heatmap->values.cols + col >= heatmap->filled;
}

INLINED bool is_hatched(const DrawHeatmap *heatmap, int row, int col) {
  if (!isfinite(mat_get(heatmap->values, row, col))) return true;
  return mask_hides(heatmap->mask, row, col);
}

/* By the threshold; a hidden cell is hatched, kept or not: it says why it has nothing. */
INLINED bool is_dropped(const DrawHeatmap *heatmap, int row, int col) {
  if (!heatmap->kept.at) return false;
  float value = mat_get(heatmap->values, row, col), least = mat_get(heatmap->kept, row, 0);
  return value < least || (value <= least && (float)col > mat_get(heatmap->kept, row, 1));
}

/* tables NULL: one cell is asked for, and a table would take longer to fill. */
INLINED Color color_now(const DrawHeatmap *heatmap, const HeatmapTables *tables, float x) {
  float place = place_in(heatmap->range, x);
  if (tables) return tables->values[palette_step(place)];
  return palette_color(heatmap->palette, heatmap->theme, place);
}

INLINED Color color_before(const DrawHeatmap *heatmap, const HeatmapTables *tables, float x) {
  float place = place_in(heatmap->range_before, x);
  if (tables) return tables->before[palette_step(place)];
  return palette_color(heatmap->palette_before, heatmap->theme, place);
}

/* Both ends of a fade in their own range, mixed: a value between the two may lie far outside one
** of the ranges, and would flash. A number that is not finite on one side stands still on the
** other. */
INLINED bool faded_color(const DrawHeatmap *heatmap, const HeatmapTables *tables, int row, int col,
                         Color *color) {
  float now = mat_get(heatmap->values, row, col);
  float then = heatmap->before.at ? mat_get(heatmap->before, row, col) : NAN;
  if (!isfinite(now) && !isfinite(then)) return false;
  *color = color_now(heatmap, tables, isfinite(now) ? now : then);
  if (!heatmap->before.at || heatmap->mix >= 1) return true;
  Color before = color_before(heatmap, tables, isfinite(then) ? then : now);
  *color = color_mix(before, *color, heatmap->mix);
  return true;
}

INLINED Color element_color(const DrawHeatmap *heatmap, const HeatmapTables *tables,
                            const Theme *theme, int row, int col) {
  if (is_beyond(heatmap, row, col)) return theme->empty_cell;
  bool hatched = is_hatched(heatmap, row, col);
  if (!hatched && is_dropped(heatmap, row, col)) return theme->paper;
  Color color;
  if (!faded_color(heatmap, tables, row, col, &color)) return theme->hatch_ground;
  return hatched ? color_mix(color, theme->hatch_ground, heatmap->hatch_mix) : color;
}

/* ---- cells as drawn ---- */

bool draw_heatmap_hatched(const DrawHeatmap *heatmap, int row, int col) {
  find_element(heatmap, &row, &col);
  return is_hatched(heatmap, row, col);
}

bool draw_heatmap_covered(const DrawHeatmap *heatmap, int row, int col) {
  find_element(heatmap, &row, &col);
  return !is_hatched(heatmap, row, col) && !is_beyond(heatmap, row, col) &&
         is_dropped(heatmap, row, col);
}

Color draw_heatmap_color(const DrawHeatmap *heatmap, int row, int col) {
  find_element(heatmap, &row, &col);
  return element_color(heatmap, NULL, theme_get(heatmap->theme), row, col);
}

void draw_heatmap_tables(const DrawHeatmap *heatmap, HeatmapTables *tables) {
  palette_fill(heatmap->palette, heatmap->theme, tables->values);
  if (heatmap->before.at) palette_fill(heatmap->palette_before, heatmap->theme, tables->before);
}

/* A copy, so that the compiler knows that writing a colour changes nothing of the heatmap. */
void draw_heatmap_row_colors(const DrawHeatmap *heatmap, const HeatmapTables *tables, int row,
                             int first, int end, Color *colors) {
  const DrawHeatmap whole = *heatmap;
  const Theme theme = *theme_get(whole.theme);
  for (int col = first; col < end; col++)
    colors[col] = element_color(&whole, tables, &theme, whole.transposed ? col : row,
                                whole.transposed ? row : col);
}
