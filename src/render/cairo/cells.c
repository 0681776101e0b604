/* render/cairo/cells.c -- heatmaps: cells in their colours, and the hatching of hidden ones. */
#include <math.h>

#include "render/cairo/painter.h"
#include "scene/hatch.h"
#include "scene/theme.h"

typedef struct Grid {
  int rows, cols; /* as drawn */
  float cell_width, cell_height;
} Grid;

static Grid grid_of(const DrawHeatmap *heatmap) {
  Grid grid = {.rows = heatmap->values.rows, .cols = heatmap->values.cols};
  if (heatmap->transposed)
    grid = (Grid){.rows = heatmap->values.cols, .cols = heatmap->values.rows};
  grid.cell_width = heatmap->box.w / (float)grid.cols;
  grid.cell_height = heatmap->box.h / (float)grid.rows;
  return grid;
}

/* The columns each pixel from left on shows, -1 in gaps. */
typedef struct PixelMap {
  int *cells;
  int first, count; /* pixels */
} PixelMap;

typedef struct Axis {
  float start_px, cell_px, gap_px;
  int cells, clip_first, clip_end;
} Axis;

/* A pixel shows the cell its centre lies in. */
static PixelMap map_pixels(Painter *painter, const Axis *axis) {
  float end_px = axis->start_px + axis->cell_px * (float)axis->cells;
  int first = (int)fmaxf(floorf(axis->start_px), (float)axis->clip_first);
  int end = (int)fminf(ceilf(end_px), (float)axis->clip_end);
  PixelMap map = {.first = first, .count = end > first ? end - first : 0};
  map.cells = arena_take(painter->arena, (size_t)map.count, sizeof *map.cells);
  if (!map.cells) map.count = 0, painter->failed = true;
  for (int i = 0; i < map.count; i++) {
    float at = ((float)(first + i) + 0.5f - axis->start_px) / axis->cell_px;
    int cell = (int)floorf(at);
    float inside_px = (at - (float)cell) * axis->cell_px;
    bool in_gap = inside_px < axis->gap_px / 2 || inside_px >= axis->cell_px - axis->gap_px / 2;
    map.cells[i] = cell < 0 || cell >= axis->cells || in_gap ? -1 : cell;
  }
  return map;
}

static void fill_pixel_row(const Painter *painter, const PixelMap *columns, const Color *colors,
                           int y) {
  uint32_t *row = pixel_row(painter, y) + columns->first;
  for (int i = 0; i < columns->count; i++)
    if (columns->cells[i] >= 0) row[i] = blend(row[i], colors[columns->cells[i]], 255);
}

/* Square cells, straight into the pixels. */
static void fill_pixels(Painter *painter, const DrawHeatmap *heatmap) {
  const PixelBox *clip = &painter->clip;
  float scale = painter->scale;
  Grid grid = grid_of(heatmap);
  Axis across = {heatmap->box.x * scale,
                 grid.cell_width * scale,
                 heatmap->gap * scale,
                 grid.cols,
                 clip->left,
                 clip->right};
  Axis down = {heatmap->box.y * scale,
               grid.cell_height * scale,
               heatmap->gap * scale,
               grid.rows,
               clip->top,
               clip->bottom};
  ArenaMark mark = arena_mark(painter->arena);
  PixelMap columns = map_pixels(painter, &across), rows = map_pixels(painter, &down);
  Color *colors = arena_take(painter->arena, (size_t)grid.cols, sizeof *colors);
  painter->failed |= !colors;
  cairo_surface_flush(cairo_get_target(painter->cairo));
  for (int i = 0, ready = -1; i < rows.count && !painter->failed; i++) {
    int row = rows.cells[i];
    if (row < 0) continue;
    for (int col = 0; row != ready && col < grid.cols; col++)
      colors[col] = draw_heatmap_color(heatmap, row, col);
    ready = row;
    fill_pixel_row(painter, &columns, colors, rows.first + i);
  }
  cairo_surface_mark_dirty(cairo_get_target(painter->cairo));
  arena_rewind(painter->arena, mark);
}

static void fill_vectors(const Painter *painter, const DrawHeatmap *heatmap) {
  Grid grid = grid_of(heatmap);
  for (int row = 0; row < grid.rows; row++)
    for (int col = 0; col < grid.cols; col++) {
      set_color(painter->cairo, draw_heatmap_color(heatmap, row, col));
      add_rounded(painter->cairo, draw_heatmap_cell(heatmap, row, col), heatmap->corner);
      cairo_fill(painter->cairo);
    }
}

/* One pixel a cell, stretched over the box without smoothing. */
static void fill_image(Painter *painter, const DrawHeatmap *heatmap) {
  Grid grid = grid_of(heatmap);
  cairo_t *cairo = painter->cairo;
  uint32_t *pixels =
      arena_take(painter->arena, (size_t)grid.rows * (size_t)grid.cols, sizeof *pixels);
  if (!pixels) {
    painter->failed = true;
    return;
  }
  for (int row = 0, i = 0; row < grid.rows; row++)
    for (int col = 0; col < grid.cols; col++)
      pixels[i++] = blend(0, draw_heatmap_color(heatmap, row, col), 255);
  cairo_surface_t *image = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, grid.cols, grid.rows, grid.cols * 4);
  cairo_save(cairo);
  cairo_rectangle(cairo, heatmap->box.x, heatmap->box.y, heatmap->box.w, heatmap->box.h);
  cairo_clip(cairo);
  cairo_translate(cairo, heatmap->box.x, heatmap->box.y);
  cairo_scale(cairo, grid.cell_width, grid.cell_height);
  cairo_set_source_surface(cairo, image, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
  cairo_paint(cairo);
  cairo_restore(cairo);
  cairo_surface_destroy(image);
}

static void add_hatching(cairo_t *cairo, Box cell) {
  Point from, to;
  for (int i = 0; hatch_line(cell, i, &from, &to); i++) {
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
  }
}

static void paint_hatching(const Painter *painter, const DrawHeatmap *heatmap) {
  Grid grid = grid_of(heatmap);
  Box first = draw_heatmap_cell(heatmap, 0, 0);
  if (heatmap->hatch_mix <= 0 || fminf(first.w, first.h) < HATCH_LEAST_PT) return;
  for (int row = 0; row < grid.rows; row++)
    for (int col = 0; col < grid.cols; col++)
      if (hatch_is_filled(heatmap, row, col) && draw_heatmap_hatched(heatmap, row, col))
        add_hatching(painter->cairo, draw_heatmap_cell(heatmap, row, col));
  set_color(painter->cairo, color_fade(theme_get(heatmap->theme)->hatch, heatmap->hatch_mix));
  cairo_set_line_width(painter->cairo, HATCH_WIDTH_PT);
  cairo_stroke(painter->cairo);
}

void paint_heatmap(Painter *painter, const DrawHeatmap *heatmap) {
  Grid grid = grid_of(heatmap);
  bool many = grid.rows > CAIRO_CELLS_AS_VECTORS_MOST || grid.cols > CAIRO_CELLS_AS_VECTORS_MOST;
  if (heatmap->box.w <= 0 || heatmap->box.h <= 0) return;
  if (painter->pixels && heatmap->corner <= 0) fill_pixels(painter, heatmap);
  else if (many && !painter->pixels) fill_image(painter, heatmap);
  else fill_vectors(painter, heatmap);
  paint_hatching(painter, heatmap);
}
