/* scene/matrix/draw_heatmap.c -- the one formula for a cell's place and colour.
**
** Asked once a cell and frame by some backends, so nothing here looks at more than the cell.
*/
#include "scene/matrix/draw_heatmap.h"

#include <math.h>

#include "scene/theme.h"

Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float width = heatmap->box.w / (float)cols, height = heatmap->box.h / (float)rows;
  return (Box){heatmap->box.x + (float)col * width + heatmap->gap / 2,
               heatmap->box.y + (float)row * height + heatmap->gap / 2, width - heatmap->gap,
               height - heatmap->gap};
}

/* ---- the formula, for one element ---- */

/* A row of a million cells takes twice as long with a call for each. */
#define INLINED __attribute__((always_inline)) static inline

/* What is known of an element before it has a colour. */
typedef struct Element {
  float now, before;      /* before: NAN where there is none */
  bool beyond;            /* it has no value yet */
  bool hidden;            /* by the mask */
  float least, least_end; /* of its row: the threshold's cut; not read without one */
  int col;                /* of the matrix */
} Element;

/* A matrix of equal numbers has the middle colour, not the darkest. */
INLINED float place_in(ColorRange range, float value) {
  float low = range.low * COLOR_RANGE_SCALE, span = range.high * COLOR_RANGE_SCALE - low;
  return span > 0 ? (value * COLOR_RANGE_SCALE - low) / span : 0.5f;
}

INLINED bool is_hatched(Element element) { return element.hidden || !isfinite(element.now); }

/* By the threshold; a hidden cell is hatched, kept or not: it says why it has nothing. */
INLINED bool is_dropped(const DrawHeatmap *heatmap, Element element) {
  if (!heatmap->kept.at) return false;
  return element.now < element.least ||
         (element.now <= element.least && (float)element.col > element.least_end);
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

/* beyond: in reading order of the matrix, transposed or not. */
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

/* Where the numbers of a row as drawn lie, and how far apart. */
typedef struct Line {
  const float *values, *before; /* before: NULL without */
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

/* The copies tell the compiler that writing a colour changes nothing of the heatmap, and of the
** common matrices what they have not: their loops are then without the questions. */
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
