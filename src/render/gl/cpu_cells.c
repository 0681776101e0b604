/* render/gl/cpu_cells.c -- colours of cells to rows of pixels with gaps, corners and hatching. */
#include "render/gl/cpu_cells.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "render/gl/primitives.h"
#include "scene/matrix/hatch.h"
#include "scene/theme.h"

/* Larger cells are few, and the driver is fast enough. */
static const float SMALL_PX = 20;

/* For each pixel along one axis: its cell, and what the shader works out for that axis. */
typedef struct CellAxis {
  int *cells;
  float *within;  /* from the cell's edge, gap included */
  float *covered; /* share of the pixel inside the cell without its gap */
  float *beyond;  /* how far in the range of a corner; 0 outside it */
  float *bare;    /* on each side of its cell: half the gap, and what a thin one lacks */
  float size;     /* of a cell, gap included */
  int first, count;
  DrawThin thin;
} CellAxis;

/* What the pixels of a heatmap have in common. */
typedef struct CellLook {
  float half_gap, corner;
  float hatch_mix, spacing, half_width, single;
  Color hatch;
} CellLook;

bool cpu_cells_can_draw(const DrawHeatmap *heatmap, float scale) {
  return !heatmap->kept.at && heatmap_smaller_side_px(heatmap, scale) < SMALL_PX;
}

/* ---- axes ---- */

static float overlap(float a_low, float a_high, float b_low, float b_high) {
  return fmaxf(0, fminf(a_high, b_high) - fmaxf(a_low, b_low));
}

/* The gap around a cell is uncovered, and so is everything outside the matrix. */
static float coverage(const float bare[3], float size, float within) {
  float low = within - 0.5f, high = within + 0.5f;
  float before = overlap(low, high, -bare[0], bare[1]);
  float after = overlap(low, high, size - bare[1], size + bare[2]);
  return float_clamp(1 - before - after, 0, 1);
}

static float bare_of(const CellLook *look, const CellAxis *axis, int cell) {
  return look->half_gap + draw_thin_inset(axis->thin, axis->size, cell);
}

/* place is start and size of the whole matrix; seen is the range of pixels to draw. */
static bool make_axis(Arena *arena, CellAxis *axis, const CellLook *look, const float place[2],
                      int cells, const float seen[2]) {
  assert(cells > 0 && place[1] > 0);
  float first = fmaxf(seen[0], floorf(place[0] - 1));
  float end = fminf(seen[1], ceilf(place[0] + place[1] + 1));
  *axis = (CellAxis){.size = place[1] / (float)cells,
                     .first = (int)first,
                     .count = end > first ? (int)(end - first) : 0,
                     .thin = axis->thin};
  size_t count = (size_t)axis->count + 1;
  axis->cells = arena_take(arena, count, sizeof *axis->cells);
  axis->within = arena_take(arena, count, sizeof *axis->within);
  axis->covered = arena_take(arena, count, sizeof *axis->covered);
  axis->beyond = arena_take(arena, count, sizeof *axis->beyond);
  axis->bare = arena_take(arena, count, sizeof *axis->bare);
  if (!axis->cells || !axis->within || !axis->covered || !axis->beyond || !axis->bare) return false;
  for (int i = 0; i < axis->count; i++) {
    float at = first + (float)i + 0.5f - place[0], half = axis->size / 2;
    int cell = int_clamp((int)floorf(at / axis->size), 0, cells - 1);
    float within = at - (float)cell * axis->size;
    axis->cells[i] = cell;
    axis->within[i] = within;
    float own = bare_of(look, axis, cell);
    float above = cell == 0 ? INFINITY : bare_of(look, axis, cell - 1);
    float below = cell == cells - 1 ? INFINITY : bare_of(look, axis, cell + 1);
    axis->bare[i] = own;
    axis->covered[i] = coverage((float[]){above, own, below}, axis->size, within);
    axis->beyond[i] = fmaxf(fabsf(within - half) - half + own + look->corner, 0);
  }
  return true;
}

/* ---- pixels ---- */

static uint32_t bits_of(Color color) {
  uint32_t bits;
  memcpy(&bits, &color, sizeof bits);
  return bits;
}

/* Two channels at once: (above · share + below · (255 − share)) / 255, rounded. */
static uint32_t blend_pair(uint32_t above, uint32_t below, uint32_t share) {
  uint32_t sum = above * share + below * (255 - share) + 0x00800080u;
  return (sum + (sum >> 8 & 0x00ff00ffu)) >> 8 & 0x00ff00ffu;
}

static uint32_t blend(uint32_t above, uint32_t below, float covered) {
  const uint32_t pair = 0x00ff00ffu;
  uint32_t share = (uint32_t)(covered * 255 + 0.5f);
  return blend_pair(above & pair, below & pair, share) |
         blend_pair(above >> 8 & pair, below >> 8 & pair, share) << 8;
}

static float rounding(const CellLook *look, float across, float down) {
  return float_clamp(0.5f + look->corner - sqrtf(across * across + down * down), 0, 1);
}

static CellLook look_of(const DrawHeatmap *heatmap, float scale) {
  float width = hatch_least_side(heatmap) < HATCH_LEAST_PT ? 0 : HATCH_WIDTH_PT;
  return (CellLook){.half_gap = heatmap->gap * scale / 2,
                    .corner = heatmap->corner * scale,
                    .hatch_mix = heatmap->hatch_mix,
                    .spacing = HATCH_SPACING_PT * scale,
                    .half_width = width * scale / 2,
                    .single = HATCH_SINGLE_PT * scale,
                    .hatch = theme_get(heatmap->theme)->hatch};
}

/* The share of a pixel that lines cover; x and y from the lower left corner of the cell, y up. No
** calls: it is worked out for every pixel of half the matrix. */
static float hatching(const CellLook *look, float x, float y, float width, float height) {
  float place = (x - y) * 0.70710678f;
  if (width >= look->single && height >= look->single) {
    int number = (int)(place / look->spacing + (place < 0 ? -0.5f : 0.5f));
    float line = (float)number * look->spacing, shift = line * 1.41421356f;
    float least = 2 * look->half_width + look->spacing / 2;
    if (number > 0 && shift > width - least) return 0;
    if (number < 0 && -shift > height - least) return 0;
    place -= line;
  }
  float away = place < 0 ? -place : place;
  if (away >= look->half_width + 0.5f) return 0;
  return overlap(away - 0.5f, away + 0.5f, -look->half_width, look->half_width);
}

/* A row of pixels, and the cells in it. */
typedef struct PixelRow {
  const CellAxis *across, *down;
  int y; /* of down */
  const Color *colors;
  const bool *hatched;
  uint32_t *pixels;
} PixelRow;

static uint32_t hatched_pixel(const PixelRow *row, const CellLook *look, int x) {
  const CellAxis *across = row->across, *down = row->down;
  float aside = across->bare[x], below = down->bare[row->y];
  float width = across->size - 2 * aside, height = down->size - 2 * below;
  float lines = hatching(look, across->within[x] - aside, down->size - below - down->within[row->y],
                         width, height);
  Color color = row->colors[across->cells[x]];
  return bits_of(lines > 0 ? color_mix(color, look->hatch, lines * look->hatch_mix) : color);
}

static void draw_pixels(const PixelRow *row, const CellLook *look) {
  const CellAxis *across = row->across;
  float covered_down = row->down->covered[row->y], down = row->down->beyond[row->y];
  bool has_corners = look->corner > 0 && down > 0;
  for (int x = 0; x < across->count; x++) {
    float covered = covered_down * across->covered[x];
    if (has_corners && across->beyond[x] > 0)
      covered = fminf(covered, rounding(look, across->beyond[x], down));
    if (covered <= 0) continue;
    int cell = across->cells[x];
    uint32_t color = row->hatched[cell] ? hatched_pixel(row, look, x) : bits_of(row->colors[cell]);
    row->pixels[x] = covered >= 1 ? color : blend(color, row->pixels[x], covered);
  }
}

static void find_hatched(const DrawHeatmap *heatmap, int row, int cols, bool *hatched) {
  for (int col = 0; col < cols; col++)
    hatched[col] = heatmap->hatch_mix > 0 && hatch_is_filled(heatmap, row, col) &&
                   draw_heatmap_hatched(heatmap, row, col);
}

/* Whether row y of pixels is the one above it once more: in the middle of cells without lines. */
static bool is_repeated(const CellAxis *down, const bool *hatched, int cols, int y) {
  bool is_same = y > 0 && down->cells[y] == down->cells[y - 1] &&
                 down->covered[y] == down->covered[y - 1] && down->beyond[y] == down->beyond[y - 1];
  for (int col = 0; is_same && col < cols; col++) is_same = !hatched[col];
  return is_same;
}

bool cpu_cells_draw(Arena *arena, const DrawHeatmap *heatmap, float scale,
                    CpuHeatmapPixels pixels) {
  assert(pixels.at && cpu_cells_can_draw(heatmap, scale));
  bool turned = heatmap->transposed;
  int rows = turned ? heatmap->values.cols : heatmap->values.rows;
  int cols = turned ? heatmap->values.rows : heatmap->values.cols;
  const Box *box = &heatmap->box;
  const PxBox *seen = &pixels.seen;
  size_t width = (size_t)(seen->right - seen->left), height = (size_t)(seen->bottom - seen->top);
  CellLook look = look_of(heatmap, scale);
  CellAxis across = {.thin = heatmap->thin_cols}, down = {.thin = heatmap->thin_rows};
  HeatmapTables *tables = arena_take(arena, 1, sizeof *tables);
  Color *colors = arena_take(arena, (size_t)cols, sizeof *colors);
  bool *hatched = arena_take(arena, (size_t)cols, sizeof *hatched);
  if (!tables || !colors || !hatched ||
      !make_axis(arena, &across, &look, (float[]){box->x * scale, box->w * scale}, cols,
                 (float[]){seen->left, seen->right}) ||
      !make_axis(arena, &down, &look, (float[]){box->y * scale, box->h * scale}, rows,
                 (float[]){seen->top, seen->bottom}))
    return false;
  if (across.count == 0) return true;
  draw_heatmap_tables(heatmap, tables);
  size_t left = (size_t)(across.first - (int)seen->left);
  int ready = -1;
  for (int y = 0; y < down.count; y++) {
    if (down.covered[y] <= 0) continue;
    if (down.cells[y] != ready) {
      ready = down.cells[y];
      draw_heatmap_row_colors(heatmap, tables, ready, across.cells[0],
                              across.cells[across.count - 1] + 1, colors);
      find_hatched(heatmap, ready, cols, hatched);
    }
    size_t from_top = (size_t)(down.first - (int)seen->top + y);
    uint32_t *line = pixels.at + (height - 1 - from_top) * width + left;
    if (pixels.is_bare && is_repeated(&down, hatched, cols, y))
      memcpy(line, line + width, (size_t)across.count * sizeof *line);
    else draw_pixels(&(PixelRow){&across, &down, y, colors, hatched, line}, &look);
  }
  return true;
}
