/* tests/render/gl/colors_test.c -- a cell has one colour, whoever works it out.
**
** draw_heatmap_color is the formula. The two shaders agree with it within 1 of 255 a channel, since
** a card rounds as it likes; what the processor works out for tiny cells is the same to the bit.
** Over value x range x palette x theme x hidden x not finite x threshold x steps x fading, and over
** every set of what a matrix may have.
*/
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "render/gl/canvas.h"

enum { ROWS = 16, COLS = 24, CELLS = ROWS * COLS, RANGES = 6, LOOKS = 5 };

static const ColorRange ranges[RANGES] = {{-2, 2},           {0, 1},          {0.3f, 0.3f},
                                          {-1e-30f, 3e-30f}, {-1e30f, 2e30f}, {-FLT_MAX, FLT_MAX}};

typedef struct MatrixTextures {
  float values[CELLS], before[CELLS], kept[ROWS * 2];
  unsigned char hidden[CELLS];
} MatrixTextures;

/* From below the range to above it, the ends and the middle included; the first values have no
** colour or are limits of floats. */
static void fill(MatrixTextures *numbers, ColorRange range) {
  static const float odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0f, FLT_MAX, -FLT_MAX, FLT_MIN};
  for (int i = 0; i < CELLS; i++) {
    double u = ((double)i - 40) / (CELLS - 80), span = (double)range.high - (double)range.low;
    double value = (double)range.low + u * (span > 0 ? span : 1);
    if (fabs(value) > (double)FLT_MAX) value = copysign((double)FLT_MAX, value);
    numbers->values[i] = (float)value;
  }
  for (int i = 0; i < 8; i++) numbers->values[i * 7] = odd[i];
  for (int i = 0; i < CELLS; i++) {
    numbers->before[i] = numbers->values[CELLS - 1 - i];
    numbers->hidden[i] = i % 3 == 0;
  }
  numbers->before[0] = numbers->before[14] = NAN; /* neither end of the fade is a number */
  for (int row = 0; row < ROWS; row++) {
    numbers->kept[row * 2] = numbers->values[row * COLS + COLS / 2];
    numbers->kept[row * 2 + 1] = COLS / 2 - 1;
  }
}

/* Variant `look` of the ways a matrix can be shown. */
static DrawHeatmap heatmap_of(const MatrixTextures *numbers, ColorRange range, int look) {
  DrawHeatmap heatmap = {.values = {numbers->values, ROWS, COLS, COLS},
                         .range = range,
                         .range_before = {-1, 1},
                         .mix = 1,
                         .hatch_mix = 1,
                         .filled = -1};
  if (look > 0) heatmap.mask = (MaskView){numbers->hidden, ROWS, COLS, COLS};
  if (look == 2 || look == 3) heatmap.before = (MatView){numbers->before, ROWS, COLS, COLS};
  if (look == 2) heatmap.mix = 0.43f;
  if (look == 2) heatmap.hatch_mix = 0.37f;
  if (look == 4) heatmap.kept = (MatView){numbers->kept, ROWS, 2, 2};
  if (look == 4) heatmap.filled = CELLS - COLS - 5;
  heatmap.transposed = look == 3;
  return heatmap;
}

enum { WITH_MASK = 1, WITH_BEFORE = 2, WITH_KEPT = 4, WITH_FILLED = 8, TRANSPOSED = 16, SETS = 32 };

/* With what the set names and nothing else. */
static DrawHeatmap heatmap_with(const MatrixTextures *numbers, ColorRange range, int set) {
  DrawHeatmap heatmap = heatmap_of(numbers, range, 0);
  if (set & WITH_MASK) heatmap.mask = (MaskView){numbers->hidden, ROWS, COLS, COLS};
  if (set & WITH_BEFORE) heatmap.before = (MatView){numbers->before, ROWS, COLS, COLS};
  if (set & WITH_BEFORE) heatmap.mix = 0.43f, heatmap.hatch_mix = 0.37f;
  if (set & WITH_KEPT) heatmap.kept = (MatView){numbers->kept, ROWS, 2, 2};
  if (set & WITH_FILLED) heatmap.filled = CELLS / 2 + 5;
  heatmap.transposed = (set & TRANSPOSED) != 0;
  return heatmap;
}

typedef struct Look {
  int palette, theme;
  float scale, side_px;
} Look;

/* A picture of that many matrices in a palette and theme, with cells of side_px pixels, too small
** for hatching lines, so that only their background is seen. */
static DrawList picture(Canvas *canvas, const DrawHeatmap *heatmaps, int count, Look look) {
  DrawList list = canvas_list(canvas);
  static uint64_t serial = 0;
  list.trace_serial = ++serial;
  float side = look.side_px / look.scale;
  float place = 24 * side; /* as wide as high: some are transposed */
  for (int i = 0; i < count; i++) {
    DrawHeatmap heatmap = heatmaps[i];
    float width = (heatmap.transposed ? ROWS : COLS) * side;
    float height = (heatmap.transposed ? COLS : ROWS) * side;
    heatmap.box = (Box){place * (float)(i % 6), place * (float)(i / 6), width, height};
    heatmap.palette = (PaletteId)look.palette;
    heatmap.palette_before = (PaletteId)(1 + look.palette % (PALETTE_COUNT - 1));
    heatmap.theme = (ThemeId)look.theme;
    draw_heatmap(&list, heatmap);
  }
  return list;
}

static int apart(uint32_t pixel, Color color) {
  int red = abs((int)(pixel >> 16 & 255) - color.r), green = abs((int)(pixel >> 8 & 255) - color.g);
  int blue = abs((int)(pixel & 255) - color.b), most = red > green ? red : green;
  return most > blue ? most : blue;
}

static int farthest_cell(const uint32_t *pixels, const DrawHeatmap *heatmap, float scale) {
  int rows = heatmap->transposed ? COLS : ROWS, cols = heatmap->transposed ? ROWS : COLS, most = 0;
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) {
      Box cell = draw_heatmap_cell(heatmap, row, col);
      int x = (int)((cell.x + cell.w / 2) * scale), y = (int)((cell.y + cell.h / 2) * scale);
      Color wanted = draw_heatmap_color(heatmap, row, col);
      int of_cell = apart(pixels[y * CANVAS_WIDTH + x], wanted);
      if (of_cell > most) most = of_cell;
    }
  return most;
}

/* Fails if a cell differs from the formula by more than at_most. */
static void check_picture(Canvas *canvas, const DrawHeatmap *heatmaps, int count, Look look,
                          int at_most) {
  DrawList list = picture(canvas, heatmaps, count, look);
  const uint32_t *pixels = canvas_draw(canvas, &list, look.scale);
  assert_non_null(pixels);
  assert_int_equal(list.item_count, count);
  for (int i = 0; i < count; i++) {
    int most = farthest_cell(pixels, &list.items[i].as.heatmap, look.scale);
    if (most > at_most)
      fail_msg("palette %d, theme %d, matrix %d: %d of 255 apart", look.palette, look.theme, i,
               most);
  }
}

static void check_looks(Canvas *canvas, float scale, float side_px, int at_most) {
  static MatrixTextures numbers[RANGES];
  DrawHeatmap heatmaps[RANGES * LOOKS];
  for (int i = 0; i < RANGES; i++) fill(&numbers[i], ranges[i]);
  for (int i = 0; i < RANGES * LOOKS; i++)
    heatmaps[i] = heatmap_of(&numbers[i / LOOKS], ranges[i / LOOKS], i % LOOKS);
  for (int palette = 1; palette < PALETTE_COUNT; palette++)
    for (int theme = 0; theme < THEME_COUNT; theme++)
      check_picture(canvas, heatmaps, RANGES * LOOKS, (Look){palette, theme, scale, side_px},
                    at_most);
}

static void check_sets(Canvas *canvas, float scale, float side_px, int at_most) {
  static MatrixTextures numbers;
  DrawHeatmap heatmaps[SETS];
  fill(&numbers, ranges[0]);
  for (int set = 0; set < SETS; set++) heatmaps[set] = heatmap_with(&numbers, ranges[0], set);
  for (int half = 0; half < 2; half++) /* as many as a picture has room for */
    for (int theme = 0; theme < THEME_COUNT; theme++)
      check_picture(canvas, &heatmaps[half * (SETS / 2)], SETS / 2,
                    (Look){PALETTE_DIVERGING, theme, scale, side_px}, at_most);
}

static void check(Canvas *canvas, bool by_processor, float scale, float side_px, int at_most) {
  gl_by_processor(canvas_gl(canvas), by_processor);
  check_looks(canvas, scale, side_px, at_most);
  check_sets(canvas, scale, side_px, at_most);
}

static void the_shader_of_cells_agrees(void **state) { check(*state, false, 2, 3, 1); }
static void the_shader_of_tiny_cells_agrees(void **state) { check(*state, false, 1, 1, 1); }
static void the_processor_works_out_the_same(void **state) { check(*state, true, 1, 1, 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_shader_of_cells_agrees),
      cmocka_unit_test(the_shader_of_tiny_cells_agrees),
      cmocka_unit_test(the_processor_works_out_the_same),
  };
  return cmocka_run_group_tests(tests, canvas_set_up, canvas_tear_down);
}
