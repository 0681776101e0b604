/* render/cairo/draw.h and png.h: the inside of a cell has draw_heatmap_color exactly, so that a
** colour read back from a PNG gives the number within 1/255 of the range; identical lists give
** identical bytes; what cannot be made is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "base/os.h"
#include "render/cairo/draw.h"
#include "render/cairo/png.h"
#include "render/cairo/png_read.h"
#include "render/sample.h"

typedef struct Image {
  png_image head;
  unsigned char *rgba;
} Image;

static Image decode(const Sample *sample, Str bytes) {
  Image image = {.head = {.version = PNG_IMAGE_VERSION}};
  assert_true(png_image_begin_read_from_memory(&image.head, bytes.at, bytes.bytes));
  image.head.format = PNG_FORMAT_RGBA;
  image.rgba = arena_take(sample->arena, PNG_IMAGE_SIZE(image.head), 1);
  assert_true(png_image_finish_read(&image.head, NULL, image.rgba, 0, NULL));
  return image;
}

static Color pixel(const Image *image, float x, float y) {
  const unsigned char *at = image->rgba + 4 * ((size_t)y * (size_t)image->head.width + (size_t)x);
  return (Color){at[0], at[1], at[2], at[3]};
}

static Str render(const Sample *sample, const DrawList *list, float scale) {
  Str png;
  Status status;
  if (!cairo_render_png(list, sample->fonts, &(CairoPng){scale, "words", NULL}, sample->arena, &png,
                        &status))
    fail_msg("%s", status.sentence);
  return png;
}

static bool same_color(Color a, Color b) {
  return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* The inverse a reader of the picture has: the middle of the places with the nearest colour. */
static float place_of(PaletteId palette, Color color) {
  static Color table[PALETTE_STEPS];
  int first = 0, last = 0, best_distance = 1 << 30;
  palette_fill(palette, THEME_LIGHT, table);
  for (int i = 0; i < PALETTE_STEPS; i++) {
    int r = table[i].r - color.r, g = table[i].g - color.g, b = table[i].b - color.b;
    int distance = r * r + g * g + b * b;
    if (distance < best_distance) first = i, best_distance = distance;
    if (distance <= best_distance) last = i;
  }
  return (float)(first + last) / 2 / (PALETTE_STEPS - 1);
}

static DrawHeatmap heatmap_of(const Sample *sample, PaletteId palette, int rows, int cols) {
  return (DrawHeatmap){.box = {7.3f, 11.9f, 180.4f, 141.7f},
                       .values = sample_numbers(sample->arena, rows, cols),
                       .palette = palette,
                       .range = {-1, 1.02f},
                       .filled = -1};
}

static void check_cells(const Sample *sample, const DrawHeatmap *heatmap, float scale) {
  DrawList list = draw_list_make(sample->arena, 200, 160);
  list.background = (Color){255, 255, 255, 255};
  draw_heatmap(&list, *heatmap);
  Image image = decode(sample, render(sample, &list, scale));
  for (int row = 0; row < heatmap->values.rows; row++)
    for (int col = 0; col < heatmap->values.cols; col++) {
      int r = heatmap->transposed ? col : row, c = heatmap->transposed ? row : col;
      Box cell = draw_heatmap_cell(heatmap, r, c);
      Color seen = pixel(&image, (cell.x + cell.w / 2) * scale, (cell.y + cell.h / 2) * scale);
      assert_true(same_color(seen, draw_heatmap_color(heatmap, r, c)));
      float span = heatmap->range.high - heatmap->range.low;
      float value = heatmap->range.low + place_of(heatmap->palette, seen) * span;
      float number = mat_get(heatmap->values, row, col);
      if (fabsf(value - number) > span / 255)
        fail_msg("palette %d: %g came back as %g", (int)heatmap->palette, (double)number,
                 (double)value);
    }
}

static void a_cells_colour_gives_its_number_back(void **state) {
  const Sample *sample = *state;
  static const PaletteId palettes[] = {PALETTE_DIVERGING, PALETTE_PURPLE, PALETTE_VIRIDIS,
                                       PALETTE_CIVIDIS,   PALETTE_BLUES,  PALETTE_GREY};
  static const float scales[] = {1, 1.5f, 2, 4};
  for (size_t p = 0; p < sizeof palettes / sizeof *palettes; p++)
    for (int s = 0; s < 4; s++)
      for (int look = 0; look < 4; look++) {
        DrawHeatmap heatmap = heatmap_of(sample, palettes[p], 11, look == 3 ? 7 : 11);
        heatmap.gap = look > 0 ? 2 : 0;
        heatmap.corner = look > 1 ? 3 : 0;
        heatmap.transposed = look == 3;
        check_cells(sample, &heatmap, scales[s]);
      }
}

/* Without gaps the whole matrix has no other colour: between cells nothing is mixed. */
static void touching_cells_do_not_mix(void **state) {
  const Sample *sample = *state;
  DrawHeatmap heatmap = heatmap_of(sample, PALETTE_VIRIDIS, 9, 13);
  DrawList list = draw_list_make(sample->arena, 200, 160);
  draw_heatmap(&list, heatmap);
  Image image = decode(sample, render(sample, &list, 1));
  for (int y = 12; y < 153; y++)
    for (int x = 8; x < 187; x++) {
      int row = (int)(((float)y + 0.5f - heatmap.box.y) / heatmap.box.h * 9);
      int col = (int)(((float)x + 0.5f - heatmap.box.x) / heatmap.box.w * 13);
      Color seen = pixel(&image, (float)x, (float)y);
      assert_true(same_color(seen, draw_heatmap_color(&heatmap, row, col)));
    }
}

/* A matrix beside the page, or partly on it, leaves the rest of the page as it is. */
static void a_matrix_off_the_page_is_cut(void **state) {
  const Sample *sample = *state;
  static const Point places[] = {{230, 10}, {-230, 10}, {10, 180}, {10, -180}, {199.7f, 10}};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    DrawHeatmap heatmap = heatmap_of(sample, PALETTE_VIRIDIS, 9, 13);
    DrawList list = draw_list_make(sample->arena, 200, 160);
    list.background = (Color){255, 255, 255, 255};
    heatmap.box.x = places[i].x;
    heatmap.box.y = places[i].y;
    draw_heatmap(&list, heatmap);
    Image image = decode(sample, render(sample, &list, 1));
    assert_true(same_color(pixel(&image, 100, 80), list.background));
  }
}

static void a_thousand_tokens_are_averaged_in_time(void **state) {
  const Sample *sample = *state;
  DrawHeatmap heatmap = heatmap_of(sample, PALETTE_GREY, 1024, 1024);
  DrawList list = draw_list_make(sample->arena, 200, 160);
  draw_heatmap(&list, heatmap);
  double start = os_process_cpu_ms();
  Image image = decode(sample, render(sample, &list, 1));
  assert_true(os_process_cpu_ms() - start < 3000);
  assert_int_equal(pixel(&image, 100, 80).a, 255);
}

static void identical_lists_give_identical_bytes(void **state) {
  const Sample *sample = *state;
  Sample other = {.arena = sample->arena};
  Status status;
  assert_true(fonts_open(&other.fonts, &status));
  DrawList first = sample_list(sample, 3), second = sample_list(&other, 3);
  Str once = render(sample, &first, 1.5f);
  assert_true(str_equal(once, render(sample, &first, 1.5f)));
  assert_true(str_equal(once, render(&other, &second, 1.5f)));
  fonts_close(other.fonts);
}

static void the_size_is_points_times_scale(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  Image image = decode(sample, render(sample, &list, 2.5f));
  assert_int_equal(image.head.width, 1000);
  assert_int_equal(image.head.height, 750);
}

static bool has_chunk(Str png, const char *name) {
  for (size_t i = 0; i + 4 <= png.bytes; i++)
    if (memcmp(png.at + i, name, 4) == 0) return true;
  return false;
}

static void metadata_is_words_and_size_but_no_time(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  Str png = render(sample, &list, 1);
  assert_true(has_chunk(png, "tEXt") && has_chunk(png, "pHYs"));
  assert_false(has_chunk(png, "tIME"));
  Status status;
  Str foreign;
  assert_true(cairo_render_png(&list, sample->fonts, &(CairoPng){1, "动物", NULL}, sample->arena,
                               &foreign, &status));
  assert_true(has_chunk(foreign, "iTXt"));
}

/* Half-transparent colours keep their hue: alpha is divided out again. */
static void a_transparent_ground_stays_transparent(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 40, 40);
  draw_box(&list, (DrawBox){.box = {0, 0, 20, 40}, .fill = {200, 100, 50, 128}});
  Image image = decode(sample, render(sample, &list, 1));
  Color half = pixel(&image, 10, 10), none = pixel(&image, 30, 10);
  assert_int_equal(none.a, 0);
  assert_int_equal(half.a, 128);
  assert_true(abs(half.r - 200) <= 1 && abs(half.g - 100) <= 1 && abs(half.b - 50) <= 1);
}

static void text_is_cut_by_a_clip(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 30);
  list.background = (Color){255, 255, 255, 255};
  draw_clip(&list, (Box){20, 0, 30, 30});
  sample_text(&list, fonts_metrics(sample->fonts),
              (DrawText){.at = {0, 20}, .face = FACE_BOLD, .size_pt = 20, .color = {0, 0, 0, 255}},
              "MMMMMMM");
  Image image = decode(sample, render(sample, &list, 1));
  int dark_inside = 0;
  for (int y = 0; y < 30; y++)
    for (int x = 0; x < 100; x++) {
      bool dark = pixel(&image, (float)x, (float)y).r < 128;
      bool inside = x >= 20 && x < 50;
      assert_false(dark && !inside);
      dark_inside += dark && inside;
    }
  assert_true(dark_inside > 50);
}

static void turned_text_rises_to_the_right(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 100);
  list.background = (Color){255, 255, 255, 255};
  sample_text(&list, fonts_metrics(sample->fonts),
              (DrawText){.at = {20, 80},
                         .face = FACE_BOLD,
                         .size_pt = 16,
                         .angle_deg = 45,
                         .color = {0, 0, 0, 255}},
              "MMMM");
  Image image = decode(sample, render(sample, &list, 1));
  int upper_right = 0, lower_right = 0;
  for (int y = 0; y < 100; y++)
    for (int x = 40; x < 100; x++) {
      int dark = pixel(&image, (float)x, (float)y).r < 128;
      *(y < 62 ? &upper_right : &lower_right) += dark;
    }
  assert_true(upper_right > 40);
  assert_true(lower_right < upper_right / 8);
}

static void hidden_cells_are_hatched(void **state) {
  const Sample *sample = *state;
  float numbers[4] = {0.5f, -INFINITY, 0.5f, 0.5f};
  DrawList list = draw_list_make(sample->arena, 80, 80);
  DrawHeatmap heatmap = {.box = {0, 0, 80, 80},
                         .values = {numbers, 2, 2, 2},
                         .hatch_mix = 1,
                         .palette = PALETTE_PURPLE,
                         .range = {0, 1},
                         .filled = -1};
  draw_heatmap(&list, heatmap);
  Image image = decode(sample, render(sample, &list, 1));
  Color ground = draw_heatmap_color(&heatmap, 0, 1);
  int lines = 0, plain = 0;
  for (int y = 2; y < 38; y++)
    for (int x = 42; x < 78; x++)
      *(same_color(pixel(&image, (float)x, (float)y), ground) ? &plain : &lines) += 1;
  assert_true(lines > 100 && plain > 300);
  for (int y = 42; y < 78; y++)
    assert_true(same_color(pixel(&image, 60, (float)y), draw_heatmap_color(&heatmap, 1, 1)));
}

static void an_enormous_picture_is_refused_with_a_sentence(void **state) {
  const Sample *sample = *state;
  static const Point sizes[] = {{32768, 10}, {10, 40000}, {30000, 30000}, {0, 10}, {NAN, 10}};
  for (int i = 0; i < 5; i++) {
    DrawList list = draw_list_make(sample->arena, sizes[i].x, sizes[i].y);
    Status status = {0};
    Str png;
    assert_false(cairo_render_png(&list, sample->fonts, &(CairoPng){.scale = 1}, sample->arena,
                                  &png, &status));
    assert_int_equal(status.kind, STATUS_COULD_NOT);
    assert_non_null(strstr(status.sentence, "pixels"));
  }
}

static bool same_pixels(const Sample *sample, const DrawList lists[2], float scale) {
  CairoPixels made[2];
  Status status = {0};
  for (int i = 0; i < 2; i++)
    assert_true(
        cairo_render_pixels(&lists[i], sample->fonts, scale, sample->arena, &made[i], &status));
  size_t count = (size_t)made[1].width * (size_t)made[1].height;
  return memcmp(made[0].at, made[1].at, sizeof *made[0].at * count) == 0;
}

/* A cell of a heatmap covers what a box of its corner covers, which cairo fills one by one; where
** cells stand at many places within a pixel, and where a clip cuts them. */
static void round_cells_are_those_of_single_boxes(void **state) {
  enum { SIDE = 14 };
  const Sample *sample = *state;
  static const float scales[] = {1, 1.37f, 2.5f};
  float values[SIDE * SIDE];
  for (int i = 0; i < SIDE * SIDE; i++) values[i] = (float)(i * 37 % 101) / 100;
  for (int i = 0; i < 12; i++) {
    float side = 150 + 13.7f * (float)(i % 4);
    DrawList lists[2];
    for (int k = 0; k < 2; k++) {
      lists[k] = draw_list_make(sample->arena, 260, 260);
      lists[k].background = (Color){250, 251, 252, 255};
      if (i % 2) draw_clip(&lists[k], (Box){40.3f, 33, 90, 120.8f});
    }
    draw_heatmap(&lists[0], (DrawHeatmap){.box = {20.25f, 11.7f, side, side + 7},
                                          .values = {values, SIDE, SIDE, SIDE},
                                          .mix = 1,
                                          .palette = PALETTE_VIRIDIS,
                                          .range = {0, 1},
                                          .gap = 1 + (float)(i % 3) / 2,
                                          .corner = 2,
                                          .filled = -1});
    const DrawHeatmap *heatmap = &lists[0].items[lists[0].item_count - 1].as.heatmap;
    for (int cell = 0; cell < SIDE * SIDE; cell++)
      draw_box(&lists[1], (DrawBox){.box = draw_heatmap_cell(heatmap, cell / SIDE, cell % SIDE),
                                    .corner = 2,
                                    .fill = draw_heatmap_color(heatmap, cell / SIDE, cell % SIDE)});
    assert_true(same_pixels(sample, lists, scales[i / 4]));
  }
}

static void memory_may_run_out_anywhere(void **state) {
  const Sample *sample = *state;
  int failed = 0;
  for (long n = 1; n < 30; n++) {
    Sample fresh = {.arena = arena_make(0)};
    Status status = {0};
    Str png;
    assert_true(fonts_open(&fresh.fonts, &status));
    DrawList list = sample_list(sample, 0);
    arena_fail_at(n);
    bool done =
        cairo_render_png(&list, fresh.fonts, &(CairoPng){.scale = 1}, fresh.arena, &png, &status);
    arena_fail_at(0);
    if (!done) assert_int_equal(status.kind, STATUS_COULD_NOT), failed++;
    fonts_close(fresh.fonts);
    arena_free(fresh.arena);
  }
  assert_true(failed > 3);
}

static void what_was_written_is_read(void **state) {
  const Sample *sample = *state;
  const uint32_t pixels[2][3] = {{0xFF102030u, 0x80402010u, 0},
                                 {0xFFFFFFFFu, 0xFF000000u, 0x33330000u}};
  const unsigned char expected[2][3][4] = {
      {{0x10, 0x20, 0x30, 0xFF}, {0x80, 0x40, 0x20, 0x80}, {0, 0, 0, 0}},
      {{0xFF, 0xFF, 0xFF, 0xFF}, {0, 0, 0, 0xFF}, {0xFF, 0, 0, 0x33}}};
  const PngPixels from = {.at = pixels[0], .width = 3, .height = 2, .stride_pixels = 3};
  Str bytes;
  Status status;
  PngPicture picture;
  assert_true(png_encode(&from, sample->arena, &bytes, &status));
  assert_true(png_read(bytes, sample->arena, &picture));
  assert_int_equal(picture.width, 3);
  assert_int_equal(picture.height, 2);
  assert_memory_equal(picture.rgba, expected, sizeof expected);
  for (size_t length = 0; length + 20 < bytes.bytes; length++)
    assert_false(png_read(str_head(bytes, length), sample->arena, &picture));
  assert_false(png_read(STR("<svg>"), sample->arena, &picture));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cells_colour_gives_its_number_back),
      cmocka_unit_test(touching_cells_do_not_mix),
      cmocka_unit_test(round_cells_are_those_of_single_boxes),
      cmocka_unit_test(a_matrix_off_the_page_is_cut),
      cmocka_unit_test(a_thousand_tokens_are_averaged_in_time),
      cmocka_unit_test(identical_lists_give_identical_bytes),
      cmocka_unit_test(the_size_is_points_times_scale),
      cmocka_unit_test(metadata_is_words_and_size_but_no_time),
      cmocka_unit_test(a_transparent_ground_stays_transparent),
      cmocka_unit_test(text_is_cut_by_a_clip),
      cmocka_unit_test(turned_text_rises_to_the_right),
      cmocka_unit_test(hidden_cells_are_hatched),
      cmocka_unit_test(an_enormous_picture_is_refused_with_a_sentence),
      cmocka_unit_test(memory_may_run_out_anywhere),
      cmocka_unit_test(what_was_written_is_read),
  };
  return cmocka_run_group_tests_name("png", tests, sample_set_up, sample_tear_down);
}
