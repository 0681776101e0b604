/* render/cairo/cells.c -- heatmaps: coloured cells, and the hatching of hidden ones.
**
** In a PNG, square cells are written directly into the pixels: cairo would antialias the edges of
** touching cells, and the background would show as fine lines.
*/
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "render/cairo/shape_cache.h"
#include "scene/matrix/hatch.h"
#include "scene/matrix/vector_cells.h"
#include "scene/theme.h"

enum { SAMPLES_MOST = 4 };

typedef struct Grid {
  int rows, cols; /* as drawn */
  float cell_width, cell_height;
} Grid;

/* The grid as drawn: transposed, the columns of the matrix are rows. All functions below use it. */
static Grid grid_of(const DrawHeatmap *heatmap) {
  Grid grid = {.rows = heatmap->values.rows, .cols = heatmap->values.cols};
  if (heatmap->transposed)
    grid = (Grid){.rows = heatmap->values.cols, .cols = heatmap->values.rows};
  assert(grid.rows > 0 && grid.cols > 0); /* draw_heatmap leaves out empty ones */
  grid.cell_width = heatmap->box.w / (float)grid.cols;
  grid.cell_height = heatmap->box.h / (float)grid.rows;
  return grid;
}

/* For each pixel along one axis: which cells it shows, and how much of it they cover. */
typedef struct PixelMap {
  int *cells;       /* `samples` cells per pixel */
  uint8_t *covered; /* 255: no gap in this pixel */
  int first, count; /* pixels */
  int samples;
} PixelMap;

typedef struct Axis {
  float start_px, cell_px, gap_px;
  int cells, clip_first, clip_end;
  DrawThin thin;
} Axis;

/* Cells smaller than a pixel are averaged over samples at most one cell apart. */
static int samples_for(const Grid *grid, float scale) {
  float smaller_px = fminf(grid->cell_width, grid->cell_height) * scale;
  if (smaller_px >= 1) return 1;
  return (int)fminf(ceilf(1 / fmaxf(smaller_px, 0.01f)), SAMPLES_MOST);
}

/* The overlap of [low, high] with the pixel centred at `at`. */
static float common_length(float at, float low, float high) {
  return fmaxf(0, fminf(at + 0.5f, high) - fmaxf(at - 0.5f, low));
}

static float bare_of(const Axis *axis, int cell) {
  return axis->gap_px / 2 + draw_thin_inset(axis->thin, axis->cell_px, cell);
}

/* The share of a pixel of this cell that is not gap. Outside the matrix everything is gap. */
static uint8_t covered_at(const Axis *axis, float at_px, int cell) {
  float within = at_px - axis->start_px - (float)cell * axis->cell_px, own = bare_of(axis, cell);
  bool is_last = cell == axis->cells - 1;
  float low = cell == 0 ? -9 : -bare_of(axis, cell - 1);
  float high = axis->cell_px + (is_last ? 9 : bare_of(axis, cell + 1));
  float bare = common_length(within, low, own) + common_length(within, axis->cell_px - own, high);
  return (uint8_t)lroundf(255 * fmaxf(0, 1 - bare));
}

/* Clamped to the matrix, since rounding may put the last pixel slightly outside. */
static int cell_at(const Axis *axis, float at_px) {
  int cell = (int)floorf((at_px - axis->start_px) / axis->cell_px);
  return int_clamp(cell, 0, axis->cells - 1);
}

/* With one sample a pixel shows the cell that contains its centre. */
static PixelMap map_pixels(CairoPainter *painter, const Axis *axis, int samples) {
  assert(samples >= 1 && samples <= SAMPLES_MOST);
  float end_px = axis->start_px + axis->cell_px * (float)axis->cells;
  int first = (int)fmaxf(floorf(axis->start_px), (float)axis->clip_first);
  int end = (int)fminf(ceilf(end_px), (float)axis->clip_end);
  PixelMap map = {.first = first, .count = end > first ? end - first : 0, .samples = samples};
  map.cells = arena_take(painter->arena, (size_t)map.count * (size_t)samples, sizeof *map.cells);
  map.covered = arena_take(painter->arena, (size_t)map.count, 1);
  if (!map.cells || !map.covered) map.count = 0, painter->failed = true;
  for (int i = 0; i < map.count; i++) {
    float middle = (float)(first + i) + 0.5f;
    map.covered[i] = covered_at(axis, middle, cell_at(axis, middle));
    for (int k = 0; k < samples; k++)
      map.cells[i * samples + k] =
          cell_at(axis, (float)(first + i) + ((float)k + 0.5f) / (float)samples);
  }
  return map;
}

/* The colours of the cells in one row of pixels: colors[sample * cols + col]. */
static void get_colors(const DrawHeatmap *heatmap, const PixelMap *rows, int i, Color *colors,
                       int cols) {
  for (int k = 0; k < rows->samples; k++)
    for (int col = 0; col < cols; col++)
      colors[k * cols + col] = draw_heatmap_color(heatmap, rows->cells[i * rows->samples + k], col);
}

/* Averages colours, not numbers: the mean of −5 and 5 would be 0, whose colour neither cell has. */
static Color average(const Color *colors, int cols, const int *cells, int samples) {
  int r = 0, g = 0, b = 0, count = samples * samples;
  for (int k = 0; k < samples; k++)
    for (int j = 0; j < samples; j++) {
      Color color = colors[k * cols + cells[j]];
      r += color.r, g += color.g, b += color.b;
    }
  return (Color){(uint8_t)((r + count / 2) / count), (uint8_t)((g + count / 2) / count),
                 (uint8_t)((b + count / 2) / count), 255};
}

static void fill_pixel_row(const CairoPainter *painter, const PixelMap *columns,
                           const Color *colors, int cols, int y, uint32_t covered) {
  assert(columns->first >= 0 && columns->first + columns->count <= painter->width);
  uint32_t *row = pixel_row(painter, y) + columns->first;
  for (int i = 0; i < columns->count; i++) {
    const int *cells = columns->cells + i * columns->samples;
    Color color =
        columns->samples == 1 ? colors[cells[0]] : average(colors, cols, cells, columns->samples);
    row[i] = blend(row[i], color, divide_by_255(covered * columns->covered[i]));
  }
}

/* Cells without round corners, written directly into the pixels. */
static void fill_pixels(CairoPainter *painter, const DrawHeatmap *heatmap) {
  assert(painter->pixels && heatmap->corner <= 0);
  const PixelBox *clip = &painter->clip;
  float scale = painter->scale;
  Grid grid = grid_of(heatmap);
  Axis across = {.start_px = heatmap->box.x * scale,
                 .cell_px = grid.cell_width * scale,
                 .gap_px = heatmap->gap * scale,
                 .cells = grid.cols,
                 .clip_first = clip->left,
                 .clip_end = clip->right,
                 .thin = heatmap->thin_cols};
  Axis down = {.start_px = heatmap->box.y * scale,
               .cell_px = grid.cell_height * scale,
               .gap_px = heatmap->gap * scale,
               .cells = grid.rows,
               .clip_first = clip->top,
               .clip_end = clip->bottom,
               .thin = heatmap->thin_rows};
  int samples = samples_for(&grid, scale);
  ArenaMark mark = arena_mark(painter->arena);
  PixelMap columns = map_pixels(painter, &across, samples);
  PixelMap rows = map_pixels(painter, &down, samples);
  Color *colors = arena_take(painter->arena, (size_t)grid.cols * (size_t)samples, sizeof *colors);
  painter->failed |= !colors;
  if (columns.count == 0) rows.count = 0; /* beside the page or the clip */
  cairo_surface_flush(cairo_get_target(painter->cairo));
  for (int i = 0, ready = -1; i < rows.count && !painter->failed; i++) {
    if (samples > 1 || rows.cells[i] != ready) get_colors(heatmap, &rows, i, colors, grid.cols);
    ready = rows.cells[i];
    fill_pixel_row(painter, &columns, colors, grid.cols, rows.first + i, rows.covered[i]);
    if (!paint_goes_on(painter, (double)i / rows.count)) break;
  }
  cairo_surface_mark_dirty(cairo_get_target(painter->cairo));
  arena_rewind(painter->arena, mark);
}

/* Touching cells extend slightly under the next ones; otherwise PDF viewers antialias both edges
** and show the background between them as fine lines. */
static Box vector_cell(const DrawHeatmap *heatmap, const Grid *grid, int row, int col) {
  const float under_pt = 0.25f;
  Box cell = draw_heatmap_cell(heatmap, row, col);
  bool touching = heatmap->gap <= 0 && heatmap->corner <= 0;
  if (touching && col + 1 < grid->cols && heatmap->thin_cols.share <= 0) cell.w += under_pt;
  if (touching && row + 1 < grid->rows && heatmap->thin_rows.share <= 0) cell.h += under_pt;
  return cell;
}

static void fill_vectors(CairoPainter *painter, const DrawHeatmap *heatmap) {
  Grid grid = grid_of(heatmap);
  DrawCells seen = heatmap->seen;
  for (int row = seen.first_row; row < seen.end_row; row++) {
    if (!paint_goes_on(painter, (double)row / grid.rows)) return;
    for (int col = seen.first_col; col < seen.end_col; col++) {
      set_color(painter->cairo, draw_heatmap_color(heatmap, row, col));
      add_rounded(painter->cairo, vector_cell(heatmap, &grid, row, col), heatmap->corner);
      cairo_fill(painter->cairo);
    }
  }
}

/* Cells with round corners, in pixels: from cached shapes, and by cairo only
** where none is available. */
static void fill_stamps(CairoPainter *painter, const DrawHeatmap *heatmap) {
  assert(painter->pixels);
  Grid grid = grid_of(heatmap);
  DrawCells seen = heatmap->seen;
  cairo_surface_t *surface = cairo_get_target(painter->cairo);
  ArenaMark mark = arena_mark(painter->arena);
  ShapeCache *shapes = shape_cache_make(painter, heatmap->corner);
  cairo_surface_flush(surface);
  for (int row = seen.first_row; row < seen.end_row; row++) {
    if (!paint_goes_on(painter, (double)row / grid.rows)) break;
    for (int col = seen.first_col; col < seen.end_col; col++) {
      Color color = draw_heatmap_color(heatmap, row, col);
      Box cell = vector_cell(heatmap, &grid, row, col);
      if (shape_cache_cell(painter, shapes, cell, color)) continue;
      cairo_surface_mark_dirty(surface);
      set_color(painter->cairo, color);
      add_rounded(painter->cairo, cell, heatmap->corner);
      cairo_fill(painter->cairo);
      cairo_surface_flush(surface);
    }
  }
  cairo_surface_mark_dirty(surface);
  arena_rewind(painter->arena, mark);
}

/* An image stretched over the box without smoothing. */
static void fill_image(CairoPainter *painter, const DrawHeatmap *heatmap) {
  CellImage image = cell_image_of(heatmap);
  Box box = heatmap->box;
  cairo_t *cairo = painter->cairo;
  assert(image.width > 0 && image.height > 0);
  size_t width = (size_t)image.width;
  uint32_t *pixels = arena_take(painter->arena, width * (size_t)image.height, sizeof *pixels);
  Color *row = arena_take(painter->arena, width, sizeof *row);
  painter->failed |= !pixels || !row;
  for (int y = 0; !painter->failed && y < image.height; y++) {
    if (!paint_goes_on(painter, (double)y / image.height)) return;
    cell_image_row(heatmap, image, y, row);
    for (size_t x = 0; x < width; x++) pixels[(size_t)y * width + x] = blend(0, row[x], 255);
  }
  if (painter->failed) return;
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, image.width, image.height, image.width * 4);
  cairo_save(cairo);
  cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
  cairo_clip(cairo);
  cairo_translate(cairo, box.x, box.y);
  cairo_scale(cairo, box.w / (float)image.width, box.h / (float)image.height);
  cairo_set_source_surface(cairo, surface, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
  cairo_paint(cairo);
  cairo_restore(cairo);
  cairo_surface_destroy(surface);
}

static void fill_images(CairoPainter *painter, const DrawHeatmap *heatmap) {
  for (int i = 0; i < draw_heatmap_pieces(heatmap); i++) {
    DrawHeatmap piece = draw_heatmap_piece(heatmap, i);
    fill_image(painter, &piece);
  }
}

static void add_hatching(cairo_t *cairo, Box cell) {
  Point from, to;
  for (int i = 0; hatch_line(cell, i, &from, &to); i++) {
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
  }
}

/* All lines of all cells form one path with one stroke, so that a transparent colour does not add
** up where two touch. In pixels, cells at least a pixel apart use cached shapes. */
static void paint_hatching(CairoPainter *painter, const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  if (heatmap->hatch_mix <= 0 || hatch_least_side(heatmap) < HATCH_LEAST_PT) return;
  Color color = color_fade(theme_get(heatmap->theme)->hatch, heatmap->hatch_mix);
  bool apart = heatmap->gap * painter->scale >= 1;
  ArenaMark mark = arena_mark(painter->arena);
  ShapeCache *shapes = apart ? shape_cache_make(painter, 0) : NULL;
  if (shapes) cairo_surface_flush(cairo_get_target(painter->cairo));
  for (int row = seen.first_row; row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++) {
      if (!hatch_is_filled(heatmap, row, col) || !draw_heatmap_hatched(heatmap, row, col)) continue;
      Box cell = draw_heatmap_cell(heatmap, row, col);
      if (!shape_cache_hatching(painter, shapes, cell, color)) add_hatching(painter->cairo, cell);
    }
  if (shapes) cairo_surface_mark_dirty(cairo_get_target(painter->cairo));
  arena_rewind(painter->arena, mark);
  set_color(painter->cairo, color);
  cairo_set_line_width(painter->cairo, HATCH_WIDTH_PT);
  cairo_stroke(painter->cairo);
}

/* The outline lies within the cell. */
static void paint_covers(const CairoPainter *painter, const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  float width = hatch_outline(heatmap);
  if (width <= 0) return;
  for (int row = seen.first_row; row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++)
      if (draw_heatmap_covered(heatmap, row, col))
        add_rounded(painter->cairo, box_inset(draw_heatmap_cell(heatmap, row, col), width / 2),
                    fmaxf(heatmap->corner - width / 2, 0));
  set_color(painter->cairo, theme_get(heatmap->theme)->hatch);
  cairo_set_line_width(painter->cairo, (double)width);
  cairo_stroke(painter->cairo);
}

void paint_heatmap(CairoPainter *painter, const DrawHeatmap *heatmap) {
  if (heatmap->box.w <= 0 || heatmap->box.h <= 0) return;
  bool is_image = !painter->pixels && vector_cells_are_image(heatmap, painter->cells_fit);
  if (painter->pixels && heatmap->corner <= 0) fill_pixels(painter, heatmap);
  else if (is_image) fill_images(painter, heatmap);
  else if (painter->pixels) fill_stamps(painter, heatmap);
  else fill_vectors(painter, heatmap);
  paint_hatching(painter, heatmap);
  paint_covers(painter, heatmap);
}
