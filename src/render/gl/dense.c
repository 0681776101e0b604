/* render/gl/dense.c -- a row of cells to colours, and rows of colours to a row of pixels. */
#include "render/gl/dense.h"

#include <math.h>
#include <string.h>

#include "scene/theme.h"

/* What does not change from cell to cell. */
typedef struct Look {
  const DrawHeatmap *heatmap;
  Color palette[PALETTE_STEPS], palette_before[PALETTE_STEPS];
  Color empty, ground, paper;
  float per_range, per_range_before; /* 0: the middle colour */
  bool fades;
} Look;

/* What the pixels along one axis show: of each, `samples` cells and the share that is covered. */
typedef struct Axis {
  int *cells;
  float *covered;
  int count, first_cell, end_cell;
} Axis;

static float one_over_span(ColorRange range) {
  float span = range.high - range.low;
  return span > 0 ? 1 / span : 0;
}

static void make_look(const DrawHeatmap *heatmap, Look *look) {
  const Theme *theme = theme_get(heatmap->theme);
  look->heatmap = heatmap;
  look->fades = heatmap->before.at && heatmap->mix < 1;
  palette_fill(heatmap->palette, heatmap->theme, look->palette);
  if (look->fades) palette_fill(heatmap->palette_before, heatmap->theme, look->palette_before);
  look->empty = theme->empty_cell;
  look->ground = theme->hatch_ground;
  look->paper = theme->paper;
  look->per_range = one_over_span(heatmap->range);
  look->per_range_before = one_over_span(heatmap->range_before);
}

/* ---- cells ---- */

static int step_of(float value, float low, float per_range) {
  if (!(per_range > 0)) return PALETTE_STEPS / 2;
  float place = (value - low) * per_range;
  place = place > 0 ? place : 0; /* comparisons, since fmaxf minds NaN and takes longer */
  place = place < 1 ? place : 1;
  return (int)(place * (PALETTE_STEPS - 1) + 0.5f);
}

static bool is_dropped(const DrawHeatmap *heatmap, float value, int row, int col) {
  const float *kept = mat_row(heatmap->kept, row);
  return value < kept[0] || (value <= kept[0] && (float)col > kept[1]);
}

/* color_mix for cells by the million; alpha is nobody's here. */
static Color mix(Color a, Color b, float t) {
  if (t >= 1) return b;
  if (t <= 0) return a;
  float s = 1 - t;
  return (Color){(uint8_t)((float)a.r * s + (float)b.r * t + 0.5f),
                 (uint8_t)((float)a.g * s + (float)b.g * t + 0.5f),
                 (uint8_t)((float)a.b * s + (float)b.b * t + 0.5f), 255};
}

/* An end of a fade that is not finite stands still at the other one's number. */
static bool fade(const Look *look, float now, int row, int col, Color *color) {
  const DrawHeatmap *heatmap = look->heatmap;
  float before = mat_get(heatmap->before, row, col);
  bool known = isfinite(now), was_known = isfinite(before);
  if (!known && !was_known) return false;
  float at_end = known ? now : before, at_start = was_known ? before : now;
  Color end = look->palette[step_of(at_end, heatmap->range.low, look->per_range)];
  int step = step_of(at_start, heatmap->range_before.low, look->per_range_before);
  *color = mix(look->palette_before[step], end, heatmap->mix);
  return true;
}

/* Of an element of the matrix, not of a cell as shown. */
static Color color_of(const Look *look, int row, int col) {
  const DrawHeatmap *heatmap = look->heatmap;
  if (heatmap->filled >= 0 && row * heatmap->values.cols + col >= heatmap->filled)
    return look->empty;
  float now = mat_get(heatmap->values, row, col);
  bool hidden = !isfinite(now);
  if (heatmap->masked.at) hidden = hidden || !isfinite(mat_get(heatmap->masked, row, col));
  if (!hidden && heatmap->kept.at && is_dropped(heatmap, now, row, col)) return look->paper;
  Color color;
  if (look->fades || (heatmap->before.at && !isfinite(now))) {
    if (!fade(look, now, row, col, &color)) return look->ground;
  } else if (!isfinite(now)) return look->ground;
  else color = look->palette[step_of(now, heatmap->range.low, look->per_range)];
  return hidden ? mix(color, look->ground, heatmap->hatch_mix) : color;
}

static uint32_t bytes_of(Color color) {
  uint32_t bytes;
  color.a = 255;
  memcpy(&bytes, &color, sizeof bytes);
  return bytes;
}

/* The same as color_of for a row of a matrix at rest, which nearly all are. */
static void color_plain(const Look *look, int row, const Axis *across, uint32_t *colors) {
  const DrawHeatmap *heatmap = look->heatmap;
  const float *values = mat_row(heatmap->values, row);
  const float *masked = heatmap->masked.at ? mat_row(heatmap->masked, row) : values;
  for (int col = across->first_cell; col < across->end_cell; col++) {
    float now = values[col];
    bool known = isfinite(now), hidden = !known || !isfinite(masked[col]);
    Color color = look->palette[known ? step_of(now, heatmap->range.low, look->per_range) : 0];
    if (hidden) color = known ? mix(color, look->ground, heatmap->hatch_mix) : look->ground;
    colors[col] = bytes_of(color);
  }
}

/* The cells of a row as shown that some pixel asks for. */
static void color_cells(const Look *look, int row, const Axis *across, uint32_t *colors) {
  const DrawHeatmap *heatmap = look->heatmap;
  bool transposed = heatmap->transposed, covers = heatmap->kept.at || heatmap->filled >= 0;
  if (!transposed && !heatmap->before.at && !covers) {
    color_plain(look, row, across, colors);
    return;
  }
  for (int col = across->first_cell; col < across->end_cell; col++) {
    colors[col] = bytes_of(transposed ? color_of(look, col, row) : color_of(look, row, col));
  }
}

/* ---- pixels ---- */

/* start and size are those of the whole matrix; pixels go from first to before end. */
static bool make_axis(Arena *arena, Axis *axis, int samples, const float place[2], int cells,
                      const float pixels[2]) {
  float start = place[0], size = place[1], per_pixel = (float)cells / size;
  *axis = (Axis){.count = (int)(pixels[1] - pixels[0]), .first_cell = cells, .end_cell = 0};
  axis->cells = arena_take(arena, (size_t)axis->count * (size_t)samples, sizeof *axis->cells);
  axis->covered = arena_take(arena, (size_t)axis->count, sizeof *axis->covered);
  if (!axis->cells || !axis->covered) return false;
  for (int i = 0; i < axis->count; i++) {
    float middle = pixels[0] + (float)i + 0.5f;
    float common = fminf(middle + 0.5f, start + size) - fmaxf(middle - 0.5f, start);
    axis->covered[i] = fminf(fmaxf(common, 0), 1);
    for (int k = 0; k < samples; k++) {
      float at = middle + ((float)k + 0.5f) / (float)samples - 0.5f;
      int cell = (int)floorf((at - start) * per_pixel);
      cell = cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
      axis->cells[i * samples + k] = cell;
      if (cell < axis->first_cell) axis->first_cell = cell;
      if (cell >= axis->end_cell) axis->end_cell = cell + 1;
    }
  }
  return true;
}

/* Two channels in each of two sums: sixteen samples of 255 need twelve bits of their sixteen. */
typedef struct Sums {
  uint32_t even, odd;
} Sums;

static void add_row(Sums *sums, const Axis *across, int samples, const uint32_t *colors) {
  const int *cells = across->cells;
  for (int i = 0; i < across->count; i++)
    for (int k = 0; k < samples; k++) {
      uint32_t color = colors[*cells++];
      sums[i].even += color & 0x00ff00ffu;
      sums[i].odd += color >> 8 & 0x00ff00ffu;
    }
}

/* Rounded; exact for every sum there can be of 1, 4, 9 or 16 samples. */
static uint32_t mean(uint32_t sum, uint32_t count, uint32_t per_count) {
  return (sum + count / 2) * per_count >> 16;
}

/* Within the matrix a pixel is the mean; at its rims it is that much of it, over what is there. */
static uint32_t pixel_of(Sums sums, uint32_t count, float covered, uint32_t under) {
  uint32_t per_count = 65536 / count + (65536 % count != 0);
  uint32_t channels[4] = {
      mean(sums.even & 0xffff, count, per_count), mean(sums.odd & 0xffff, count, per_count),
      mean(sums.even >> 16, count, per_count), mean(sums.odd >> 16, count, per_count)};
  uint32_t pixel = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t below = under >> (8 * i) & 255, value = channels[i];
    if (covered < 1)
      value = (uint32_t)((float)value * covered + (float)below * (1 - covered) + 0.5f);
    pixel |= value << (8 * i);
  }
  return pixel;
}

static void end_row(const Sums *sums, const Axis *across, int samples, float covered,
                    uint32_t *pixels) {
  uint32_t count = (uint32_t)(samples * samples);
  for (int i = 0; i < across->count; i++)
    pixels[i] = pixel_of(sums[i], count, covered * across->covered[i], pixels[i]);
}

static void draw_rows(const Look *look, const Axis axes[2], int samples, uint32_t *colors,
                      Sums *sums, uint32_t *pixels) {
  const Axis *across = &axes[0], *down = &axes[1];
  int ready = -1;
  pixels += (size_t)down->count * (size_t)across->count;
  for (int y = 0; y < down->count; y++) {
    pixels -= across->count;
    if (down->covered[y] <= 0) continue;
    memset(sums, 0, (size_t)across->count * sizeof *sums);
    for (int k = 0; k < samples; k++) {
      int row = down->cells[y * samples + k];
      if (row != ready) color_cells(look, row, across, colors);
      ready = row;
      add_row(sums, across, samples, colors);
    }
    end_row(sums, across, samples, down->covered[y], pixels);
  }
}

bool dense_draw(Arena *arena, const DrawHeatmap *heatmap, float scale, int samples,
                DensePixels pixels) {
  bool turned = heatmap->transposed;
  int rows = turned ? heatmap->values.cols : heatmap->values.rows;
  int cols = turned ? heatmap->values.rows : heatmap->values.cols;
  const Box *box = &heatmap->box;
  const PxBox *seen = &pixels.seen;
  Axis axes[2];
  Look *look = arena_take(arena, 1, sizeof *look);
  uint32_t *colors = arena_take(arena, (size_t)cols, sizeof *colors);
  if (!look || !colors ||
      !make_axis(arena, &axes[0], samples, (float[]){box->x * scale, box->w * scale}, cols,
                 (float[]){seen->left, seen->right}) ||
      !make_axis(arena, &axes[1], samples, (float[]){box->y * scale, box->h * scale}, rows,
                 (float[]){seen->top, seen->bottom}))
    return false;
  Sums *sums = arena_take(arena, (size_t)axes[0].count, sizeof *sums);
  if (!sums) return false;
  make_look(heatmap, look);
  draw_rows(look, axes, samples, colors, sums, pixels.at);
  return true;
}
