/* scene/matrix/hatch.h -- the hatching of a hidden cell and the outline of a covered one, the same
** in every backend.
**
** Lines at 45°, rising to the right, HATCH_SPACING_PT apart, one of them through the cell's lower
** left corner. Cells under HATCH_SINGLE_PT have only that one, cells under HATCH_LEAST_PT none
** (their background shows that they are hidden). Ends are shortened by half the width, so that a
** stroke with flat ends stays within the cell. A line that would only be a dot in a corner is left
** out: its legs have at least half the spacing.
**
**   step along the bottom edge = HATCH_SPACING_PT · √2
**   lines = 1 + ⌊(w − width − spacing / 2) / step⌋ to the right
**             + ⌊(h − width − spacing / 2) / step⌋ up the left edge
**
** Units  Points.   Memory, errors  None.
*/
#ifndef SCENE_MATRIX_HATCH_H
#define SCENE_MATRIX_HATCH_H

#include <math.h>

#include "scene/draw_list.h"

#define HATCH_SPACING_PT 6.0f /* across the lines */
#define HATCH_WIDTH_PT 0.8f
#define HATCH_SINGLE_PT 8.0f
#define HATCH_LEAST_PT 3.0f

/* Line `number`, from 0, of a cell, from its lower end `from` up to `to`; false
** when there are no more. */
static inline bool hatch_line(Box cell, int number, Point *from, Point *to) {
  float side = fminf(cell.w, cell.h), inset = HATCH_WIDTH_PT / 2;
  if (side < HATCH_LEAST_PT || (number > 0 && side < HATCH_SINGLE_PT)) return false;
  float apart = HATCH_SPACING_PT * sqrtf(2); /* along the bottom edge */
  /* to the right of the one through the corner */
  float least = 2 * inset + HATCH_SPACING_PT / 2;
  int right_count = (int)floorf(fmaxf(cell.w - least, 0) / apart);
  int up_count = (int)floorf(fmaxf(cell.h - least, 0) / apart);
  if (number > right_count + up_count) return false;
  float shift = apart * (float)(number <= right_count ? number : right_count - number);
  float start = fmaxf(0, -shift) + inset, end = fminf(cell.h, cell.w - shift) - inset;
  if (end < start) end = start;
  *from = (Point){cell.x + shift + start, cell.y + cell.h - start};
  *to = (Point){cell.x + shift + end, cell.y + cell.h - end};
  return true;
}

/* Whether element (row, col) as drawn is filled, in the reading order of the matrix; only
** such cells are hatched. */
static inline bool hatch_is_filled(const DrawHeatmap *heatmap, int row, int col) {
  int cols = heatmap->values.cols;
  if (heatmap->filled < 0) return true;
  return (heatmap->transposed ? col * cols + row : row * cols + col) < heatmap->filled;
}

/* The shortest side of any cell in points: of several thin rows or columns, the first or the last
** is one. */
static inline float hatch_least_side(const DrawHeatmap *heatmap) {
  bool turned = heatmap->transposed;
  int rows = turned ? heatmap->values.cols : heatmap->values.rows;
  int cols = turned ? heatmap->values.rows : heatmap->values.cols;
  Box first = draw_heatmap_cell(heatmap, 0, 0),
      last = draw_heatmap_cell(heatmap, rows - 1, cols - 1);
  return fminf(fminf(first.w, last.w), fminf(first.h, last.h));
}

/* The width in points of the outline inside a covered cell; 0 if cells are too small. */
static inline float hatch_outline(const DrawHeatmap *heatmap) {
  return heatmap->kept.at && hatch_least_side(heatmap) >= HATCH_SINGLE_PT ? HATCH_WIDTH_PT : 0;
}

#endif
