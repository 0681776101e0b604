/* scene/matrix/draw_heatmap.c -- the formula for the place and colour of a cell.
**
** Some backends call it for every cell and frame, so it reads only that cell.
*/
#include "scene/matrix/draw_heatmap.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/theme.h"

Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float width = heatmap->box.w / (float)cols, height = heatmap->box.h / (float)rows;
  float aside = heatmap->gap / 2 + draw_thin_inset(heatmap->thin_cols, width, col);
  float above = heatmap->gap / 2 + draw_thin_inset(heatmap->thin_rows, height, row);
  return (Box){heatmap->box.x + (float)col * width + aside,
               heatmap->box.y + (float)row * height + above, width - 2 * aside, height - 2 * above};
}

/* ---- parts ---- */

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
  part.thin_rows.whole -= first;
  return part;
}

static DrawHeatmap column_of(const DrawHeatmap *heatmap, int col) {
  assert(!heatmap->transposed && !heatmap->kept.at); /* what is kept depends on the column */
  DrawHeatmap part = *heatmap;
  int cols = heatmap->values.cols;
  part.box.w = heatmap->box.w / (float)cols;
  part.box.x += part.box.w * (float)col;
  part.values = mat_view_cols(part.values, col, 1);
  if (part.before.at) part.before = mat_view_cols(part.before, col, 1);
  if (part.mask.hidden) part.mask = mask_cols(part.mask, col, 1);
  if (part.filled >= 0)
    part.filled = int_clamp((part.filled - col + cols - 1) / cols, 0, part.values.rows);
  return part;
}

int draw_heatmap_pieces(const DrawHeatmap *heatmap) {
  assert(heatmap->thin_rows.share <= 0 || heatmap->thin_cols.share <= 0);
  if (heatmap->thin_rows.share > 0) return heatmap->values.rows;
  return heatmap->thin_cols.share > 0 ? heatmap->values.cols : 1;
}

DrawHeatmap draw_heatmap_piece(const DrawHeatmap *heatmap, int index) {
  if (draw_heatmap_pieces(heatmap) == 1) return *heatmap;
  bool is_row = heatmap->thin_rows.share > 0;
  DrawHeatmap piece = is_row ? draw_heatmap_rows(heatmap, index, 1) : column_of(heatmap, index);
  Box *box = &piece.box;
  float above = draw_thin_inset(heatmap->thin_rows, box->h, is_row ? index : -1);
  float aside = draw_thin_inset(heatmap->thin_cols, box->w, is_row ? -1 : index);
  *box = (Box){box->x + aside, box->y + above, box->w - 2 * aside, box->h - 2 * above};
  piece.thin_rows = piece.thin_cols = (DrawThin){0};
  return piece;
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
