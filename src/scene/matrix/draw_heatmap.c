/* scene/matrix/draw_heatmap.c -- the formula for the place and colour of a cell.
**
** Some backends call it for every cell and frame, so it reads only that cell.
*/
#include "scene/matrix/draw_heatmap.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/theme.h"

float draw_heatmap_inset(const DrawHeatmap *heatmap, int row) {
  if (heatmap->thin <= 0 || row == heatmap->whole_row) return 0;
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  return heatmap->thin * heatmap->box.h / (float)rows / 2;
}

float draw_heatmap_bare(const DrawHeatmap *heatmap, int row) {
  return heatmap->gap / 2 + draw_heatmap_inset(heatmap, row);
}

Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float width = heatmap->box.w / (float)cols, height = heatmap->box.h / (float)rows;
  float bare = draw_heatmap_bare(heatmap, row);
  return (Box){heatmap->box.x + (float)col * width + heatmap->gap / 2,
               heatmap->box.y + (float)row * height + bare, width - heatmap->gap,
               height - 2 * bare};
}

DrawHeatmap draw_heatmap_rows(const DrawHeatmap *heatmap, int first, int count) {
  assert(!heatmap->transposed && first >= 0 && first + count <= heatmap->values.rows);
  DrawHeatmap part = *heatmap;
  float height = heatmap->box.h / (float)heatmap->values.rows;
  part.box.y += height * (float)first;
  part.box.h = height * (float)count;
  part.values = mat_view_rows(part.values, first, count);
  if (part.before.at) part.before = mat_view_rows(part.before, first, count);
  if (part.kept.at) part.kept = mat_view_rows(part.kept, first, count);
  if (part.mask.hidden) part.mask = mask_rows(part.mask, first, count);
  if (part.filled >= 0)
    part.filled = int_clamp(part.filled - first * part.values.cols, 0, count * part.values.cols);
  part.whole_row -= first;
  part.seen.first_row = int_clamp(part.seen.first_row - first, 0, count);
  part.seen.end_row = int_clamp(part.seen.end_row - first, 0, count);
  return part;
}

DrawHeatmap draw_heatmap_row_alone(const DrawHeatmap *heatmap, int row) {
  DrawHeatmap alone = draw_heatmap_rows(heatmap, row, 1);
  float inset = draw_heatmap_inset(heatmap, row);
  alone.box.y += inset;
  alone.box.h -= 2 * inset;
  alone.thin = 0;
  return alone;
}

/* ---- the formula, for one element ---- */

/* Inlined, because a call per cell would double the time for a row of a million cells. */
#define INLINED __attribute__((always_inline)) static inline

/* The values that decide the colour of an element. */
typedef struct Element {
  float now, before;      /* before: NAN if there is none */
  bool beyond;            /* not filled yet */
  bool hidden;            /* by the mask */
  float least, least_end; /* of its row: the threshold's cut; unused without one */
  int col;                /* of the matrix */
} Element;

/* A matrix of equal numbers gets the middle colour, not the darkest. */
INLINED float place_in(ColorRange range, float value) {
  float low = range.low * COLOR_RANGE_SCALE, span = range.high * COLOR_RANGE_SCALE - low;
  return span > 0 ? (value * COLOR_RANGE_SCALE - low) / span : 0.5f;
}

INLINED bool is_hatched(Element element) { return element.hidden || !isfinite(element.now); }

/* Whether the threshold drops it; a hidden cell is hatched in any case. */
INLINED bool is_dropped(const DrawHeatmap *heatmap, Element element) {
  if (!heatmap->kept.at) return false;
  return element.now < element.least ||
         (element.now <= element.least && (float)element.col > element.least_end);
}

/* tables NULL: for a single cell, for which filling a table would take longer. */
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

/* Each end of a fade has a colour in its own range, and the colours are mixed: a number
** in between might lie far outside one of the ranges. If one side is not finite, the
** other's colour is used. */
INLINED bool faded_color(const DrawHeatmap *heatmap, const HeatmapTables *tables, Element element,
                         Color *color) {
  float now = element.now, before = element.before;
  bool is_known = isfinite(now), was_known = heatmap->before.at && isfinite(before);
  if (!is_known && !was_known) return false;
  *color = color_now(heatmap, tables, is_known ? now : before);
  if (!heatmap->before.at || heatmap->mix >= 1) return true;
  Color from = color_before(heatmap, tables, was_known ? before : now);
  *color = color_mix(from, *color, heatmap->mix);
  return true;
}

INLINED Color element_color(const DrawHeatmap *heatmap, const HeatmapTables *tables,
                            const Theme *theme, Element element) {
  if (element.beyond) return theme->empty_cell;
  bool hatched = is_hatched(element);
  if (!hatched && is_dropped(heatmap, element)) return theme->paper;
  Color color;
  if (!faded_color(heatmap, tables, element, &color)) return theme->hatch_ground;
  return hatched ? color_mix(color, theme->hatch_ground, heatmap->hatch_mix) : color;
}

/* ---- one cell as drawn ---- */

/* beyond counts in reading order of the matrix, transposed or not. */
static Element find_element(const DrawHeatmap *heatmap, int row, int col) {
  if (heatmap->transposed) {
    int keep = row;
    row = col;
    col = keep;
  }
  long place = (long)row * heatmap->values.cols + col;
  Element element = {.now = mat_get(heatmap->values, row, col),
                     .before = heatmap->before.at ? mat_get(heatmap->before, row, col) : NAN,
                     .beyond = heatmap->filled >= 0 && place >= heatmap->filled,
                     .hidden = mask_hides(heatmap->mask, row, col),
                     .col = col};
  if (!heatmap->kept.at) return element;
  element.least = mat_get(heatmap->kept, row, 0);
  element.least_end = mat_get(heatmap->kept, row, 1);
  return element;
}

bool draw_heatmap_hatched(const DrawHeatmap *heatmap, int row, int col) {
  return is_hatched(find_element(heatmap, row, col));
}

bool draw_heatmap_covered(const DrawHeatmap *heatmap, int row, int col) {
  Element element = find_element(heatmap, row, col);
  return !is_hatched(element) && !element.beyond && is_dropped(heatmap, element);
}

Color draw_heatmap_color(const DrawHeatmap *heatmap, int row, int col) {
  Element element = find_element(heatmap, row, col);
  return element_color(heatmap, NULL, theme_get(heatmap->theme), element);
}

/* ---- a row of cells as drawn ---- */

void draw_heatmap_tables(const DrawHeatmap *heatmap, HeatmapTables *tables) {
  palette_fill(heatmap->palette, heatmap->theme, tables->values);
  if (heatmap->before.at) palette_fill(heatmap->palette_before, heatmap->theme, tables->before);
}

/* The numbers of a row as drawn, and the step between them. */
typedef struct Line {
  const float *values, *before; /* before: NULL without one */
  const unsigned char *hidden;  /* NULL without */
  size_t step, step_before, step_hidden;
} Line;

static Line line_of(const DrawHeatmap *heatmap, int row) {
  assert(row >= 0 && row < (heatmap->transposed ? heatmap->values.cols : heatmap->values.rows));
  MatView values = heatmap->values, before = heatmap->before;
  MaskView mask = heatmap->mask;
  size_t at = (size_t)row;
  if (heatmap->transposed)
    return (Line){values.at + at,
                  before.at ? before.at + at : NULL,
                  mask.hidden ? mask.hidden + at : NULL,
                  (size_t)values.stride,
                  (size_t)before.stride,
                  (size_t)mask.stride};
  return (Line){values.at + at * (size_t)values.stride,
                before.at ? before.at + at * (size_t)before.stride : NULL,
                mask.hidden ? mask.hidden + at * (size_t)mask.stride : NULL,
                1,
                1,
                1};
}

INLINED void color_line(const DrawHeatmap *heatmap, const HeatmapTables *tables, const Theme *theme,
                        const Line *line, int row, int first, int end, Color *colors) {
  MatView kept = heatmap->kept;
  for (int i = first; i < end; i++) {
    int element_row = heatmap->transposed ? i : row, element_col = heatmap->transposed ? row : i;
    long place = (long)element_row * heatmap->values.cols + element_col;
    size_t at = (size_t)i;
    Element element = {.now = line->values[at * line->step],
                       .before = line->before ? line->before[at * line->step_before] : NAN,
                       .beyond = heatmap->filled >= 0 && place >= heatmap->filled,
                       .hidden = line->hidden && line->hidden[at * line->step_hidden] != 0,
                       .col = element_col};
    if (kept.at) {
      const float *cut = kept.at + (size_t)element_row * (size_t)kept.stride;
      element.least = cut[0];
      element.least_end = cut[1];
    }
    colors[i] = element_color(heatmap, tables, theme, element);
  }
}

/* The local copies tell the compiler that writing colours does not change the heatmap, and
** constants for the common cases remove the tests from their loops. */
void draw_heatmap_row_colors(const DrawHeatmap *heatmap, const HeatmapTables *tables, int row,
                             int first, int end, Color *colors) {
  assert(first >= 0 && end <= (heatmap->transposed ? heatmap->values.rows : heatmap->values.cols));
  DrawHeatmap whole = *heatmap;
  const Theme theme = *theme_get(whole.theme);
  Line line = line_of(heatmap, row);
  if (whole.transposed || whole.kept.at || whole.filled >= 0) {
    color_line(&whole, tables, &theme, &line, row, first, end, colors);
    return;
  }
  whole.transposed = false;
  whole.kept.at = NULL;
  whole.filled = -1;
  line.step = line.step_before = line.step_hidden = 1;
  if (line.before) {
    color_line(&whole, tables, &theme, &line, row, first, end, colors);
    return;
  }
  whole.before.at = line.before = NULL;
  if (line.hidden) color_line(&whole, tables, &theme, &line, row, first, end, colors);
  else color_line(&whole, tables, &theme, &line, row, first, end, colors);
}
