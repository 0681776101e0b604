/* scene/matrix/vector_cells.c -- counts the items of a vector file, and computes the pixels
** of an image of cells. */
#include "scene/matrix/vector_cells.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

enum { SAMPLES_MOST = 4 };

bool vector_items_fit(const DrawList *list, Status *status) {
  if (list->item_count <= VECTOR_ITEMS_MOST) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     P_("This picture has %d part, and an SVG or a PDF takes at most %d: choose "
                        "PNG, one matrix (--view heatmap) or fewer tokens.",
                        "This picture has %d parts, and an SVG or a PDF takes at most %d: choose "
                        "PNG, one matrix (--view heatmap) or fewer tokens.",
                        list->item_count),
                     list->item_count, VECTOR_ITEMS_MOST);
}

static bool is_small(const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  Box cell = draw_heatmap_cell(heatmap, 0, 0);
  bool is_thin = heatmap->thin_rows.share > 0 || heatmap->thin_cols.share > 0;
  bool touching = heatmap->gap <= 0 && !is_thin;
  bool tiny = fminf(cell.w, cell.h) < CELL_AS_VECTOR_LEAST_PT && touching;
  return !tiny && seen.end_row - seen.first_row <= VECTOR_CELLS_A_SIDE_MOST &&
         seen.end_col - seen.first_col <= VECTOR_CELLS_A_SIDE_MOST;
}

bool vector_cells_fit(const DrawList *list) {
  long cells = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || !is_small(heatmap)) continue;
    DrawCells seen = heatmap->seen;
    cells += (long)(seen.end_row - seen.first_row) * (seen.end_col - seen.first_col);
  }
  return cells <= VECTOR_CELLS_MOST;
}

bool vector_cells_are_image(const DrawHeatmap *heatmap, bool fits) {
  return !fits || !is_small(heatmap);
}

static int rows_of(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
}

static int cols_of(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
}

static int side_of(int cells) { return int_min(cells, CELL_IMAGE_SIDE_MOST); }

CellImage cell_image_of(const DrawHeatmap *heatmap) {
  return (CellImage){side_of(cols_of(heatmap)), side_of(rows_of(heatmap))};
}

/* The number of cells of an axis that are sampled for a pixel. */
static int samples_of(int cells, int pixels) {
  int in_pixel = (cells + pixels - 1) / pixels;
  return in_pixel < SAMPLES_MOST ? in_pixel : SAMPLES_MOST;
}

/* The cell at the middle of a sample; with one sample per cell, that cell. */
static int cell_at(int pixel, int sample, int samples, int cells, int pixels) {
  long place = 2 * ((long)pixel * samples + sample) + 1;
  return (int)(place * cells / (2L * samples * pixels));
}

void cell_image_row(const DrawHeatmap *heatmap, CellImage image, int y, Color *row) {
  int rows = rows_of(heatmap), cols = cols_of(heatmap);
  int down = samples_of(rows, image.height), across = samples_of(cols, image.width);
  int count = down * across;
  assert(y >= 0 && y < image.height);
  for (int x = 0; x < image.width; x++) {
    int r = 0, g = 0, b = 0;
    for (int i = 0; i < count; i++) {
      Color color = draw_heatmap_color(heatmap, cell_at(y, i / across, down, rows, image.height),
                                       cell_at(x, i % across, across, cols, image.width));
      r += color.r, g += color.g, b += color.b;
    }
    row[x] = (Color){(uint8_t)((r + count / 2) / count), (uint8_t)((g + count / 2) / count),
                     (uint8_t)((b + count / 2) / count), 255};
  }
}
