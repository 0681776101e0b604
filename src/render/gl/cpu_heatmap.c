/* render/gl/cpu_heatmap.c -- converts rows of cells to colours, and these to rows of pixels. */
#include "render/gl/cpu_heatmap.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

/* For each pixel along one axis: `samples` cells, and the share of it inside the matrix. */
typedef struct Axis {
  int *cells;
  float *covered;
  int count, first_cell, end_cell;
} Axis;

/* ---- pixels ---- */

/* place is start and size of the whole matrix; pixels is the range [first, end) to draw. */
static bool make_axis(Arena *arena, Axis *axis, int samples, const float place[2], int cells,
                      const float pixels[2]) {
  assert(cells > 0 && place[1] > 0 && pixels[1] > pixels[0]);
  float start = place[0], size = place[1], per_pixel = (float)cells / size;
  *axis = (Axis){.count = (int)(pixels[1] - pixels[0]), .first_cell = cells, .end_cell = 0};
  axis->cells = arena_take(arena, (size_t)axis->count * (size_t)samples, sizeof *axis->cells);
  axis->covered = arena_take(arena, (size_t)axis->count, sizeof *axis->covered);
  if (!axis->cells || !axis->covered) return false;
  for (int i = 0; i < axis->count; i++) {
    float middle = pixels[0] + (float)i + 0.5f;
    float common = fminf(middle + 0.5f, start + size) - fmaxf(middle - 0.5f, start);
    axis->covered[i] = float_clamp(common, 0, 1);
    for (int k = 0; k < samples; k++) {
      float at = middle + ((float)k + 0.5f) / (float)samples - 0.5f;
      int cell = int_clamp((int)floorf((at - start) * per_pixel), 0, cells - 1);
      axis->cells[i * samples + k] = cell;
      if (cell < axis->first_cell) axis->first_cell = cell;
      if (cell >= axis->end_cell) axis->end_cell = cell + 1;
    }
  }
  return true;
}

/* Thin rows or columns leave some of a pixel bare, as in shaders/dense.frag. */
static void cover_thin(Axis *axis, DrawThin thin, const float place[2], int cells, float first_px) {
  float size = place[1] / (float)cells;
  for (int i = 0; thin.share > 0 && i < axis->count; i++) {
    float at = first_px + (float)i + 0.5f - place[0];
    int cell = int_clamp((int)floorf(at / size), 0, cells - 1);
    float within = at - (float)cell * size, own = draw_thin_inset(thin, size, cell);
    float lesser = cell > 0 ? draw_thin_inset(thin, size, cell - 1) : 0;
    float greater = cell + 1 < cells ? draw_thin_inset(thin, size, cell + 1) : 0;
    float before = fminf(within + 0.5f, own) - fmaxf(within - 0.5f, -lesser);
    float after = fminf(within + 0.5f, size + greater) - fmaxf(within - 0.5f, size - own);
    axis->covered[i] *= float_clamp(1 - fmaxf(before, 0) - fmaxf(after, 0), 0, 1);
  }
}

/* Two channels in each sum, 16 bits each: 16 samples of 255 need 12 bits. */
typedef struct Sums {
  uint32_t even, odd;
} Sums;

static void add_row(Sums *sums, const Axis *across, int samples, const Color *colors) {
  const int *cells = across->cells;
  for (int i = 0; i < across->count; i++)
    for (int k = 0; k < samples; k++) {
      uint32_t color;
      memcpy(&color, &colors[*cells++], sizeof color);
      sums[i].even += color & 0x00ff00ffu;
      sums[i].odd += color >> 8 & 0x00ff00ffu;
    }
}

/* Rounded; exact for every possible sum of 1, 4, 9 or 16 samples. */
static uint32_t rounded_mean(uint32_t sum, uint32_t count, uint32_t per_count) {
  return (sum + count / 2) * per_count >> 16;
}

/* Inside the matrix a pixel is the mean; at its edges it is blended with the
** old pixel by coverage. */
static uint32_t pixel_of(Sums sums, uint32_t count, float covered, uint32_t under) {
  uint32_t per_count = 65536 / count + (65536 % count != 0);
  uint32_t channels[4] = {rounded_mean(sums.even & 0xffff, count, per_count),
                          rounded_mean(sums.odd & 0xffff, count, per_count),
                          rounded_mean(sums.even >> 16, count, per_count),
                          rounded_mean(sums.odd >> 16, count, per_count)};
  uint32_t pixel = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t below = under >> (8 * i) & 255, value = channels[i];
    if (covered < 1)
      value = (uint32_t)((float)value * covered + (float)below * (1 - covered) + 0.5f);
    pixel |= value << (8 * i);
  }
  return pixel;
}

static void write_pixel_row(const Sums *sums, const Axis *across, int samples, float covered,
                            uint32_t *pixels) {
  uint32_t count = (uint32_t)(samples * samples);
  for (int i = 0; i < across->count; i++)
    pixels[i] = pixel_of(sums[i], count, covered * across->covered[i], pixels[i]);
}

/* Each row of cells is converted to colours when its first pixel needs it, and summed once for all
** rows of pixels within it. */
static void draw_rows(const DrawHeatmap *heatmap, const HeatmapTables *tables, const Axis axes[2],
                      int samples, Color *colors, Sums *sums, uint32_t *pixels) {
  const Axis *across = &axes[0], *down = &axes[1];
  const int *summed = NULL; /* the rows of cells in sums */
  int ready = -1;
  pixels += (size_t)down->count * (size_t)across->count;
  for (int y = 0; y < down->count; y++) {
    pixels -= across->count;
    if (down->covered[y] <= 0) continue;
    const int *rows = &down->cells[y * samples];
    bool is_same = summed && memcmp(rows, summed, (size_t)samples * sizeof *rows) == 0;
    if (!is_same) memset(sums, 0, (size_t)across->count * sizeof *sums);
    for (int k = 0; !is_same && k < samples; k++) {
      int row = rows[k];
      assert(row >= down->first_cell && row < down->end_cell);
      if (row != ready)
        draw_heatmap_row_colors(heatmap, tables, row, across->first_cell, across->end_cell, colors);
      ready = row;
      add_row(sums, across, samples, colors);
    }
    summed = rows;
    write_pixel_row(sums, across, samples, down->covered[y], pixels);
  }
}

bool cpu_heatmap_draw(Arena *arena, const DrawHeatmap *heatmap, float scale, int samples,
                      CpuHeatmapPixels pixels) {
  assert(pixels.at && samples >= 1 && samples <= 4); /* Sums has room for 16 cells a pixel */
  bool turned = heatmap->transposed;
  int rows = turned ? heatmap->values.cols : heatmap->values.rows;
  int cols = turned ? heatmap->values.rows : heatmap->values.cols;
  const Box *box = &heatmap->box;
  const PxBox *seen = &pixels.seen;
  const float across[2] = {box->x * scale, box->w * scale};
  const float down[2] = {box->y * scale, box->h * scale};
  Axis axes[2];
  HeatmapTables *tables = arena_take(arena, 1, sizeof *tables);
  Color *colors = arena_take(arena, (size_t)cols, sizeof *colors);
  if (!tables || !colors ||
      !make_axis(arena, &axes[0], samples, across, cols, (float[]){seen->left, seen->right}) ||
      !make_axis(arena, &axes[1], samples, down, rows, (float[]){seen->top, seen->bottom}))
    return false;
  cover_thin(&axes[0], heatmap->thin_cols, across, cols, seen->left);
  cover_thin(&axes[1], heatmap->thin_rows, down, rows, seen->top);
  Sums *sums = arena_take(arena, (size_t)axes[0].count, sizeof *sums);
  if (!sums) return false;
  draw_heatmap_tables(heatmap, tables);
  draw_rows(heatmap, tables, axes, samples, colors, sums, pixels.at);
  return true;
}
