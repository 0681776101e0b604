/* font/font.h: a rasterised run lies where its glyphs were placed, whichever rasteriser draws it;
** its ink ends within a pixel of the unhinted outlines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_BBOX_H
#include FT_OUTLINE_H

#include "font/font.h"

static const char *const TEXTS[] = {"the animal didn't cross the street because it was too tired",
                                    "AVATAR To",
                                    "jitter",
                                    "f(x)",
                                    "Ġthe",
                                    "0.967",
                                    "-12.5",
                                    "->",
                                    "3x4 != 2:1",
                                    "你好，世界",
                                    "动物没有过马路",
                                    "السلام",
                                    "عليكم",
                                    "שלום",
                                    "x\u0301 o\u0302\u0323",
                                    "ÅÉÎ",
                                    "√16 = 4",
                                    "ᵀ",
                                    "−∞",
                                    "😀",
                                    "\xff",
                                    "{Q}"};
enum { TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

typedef struct World {
  Fonts *fonts;
  Arena *arena;
} World;

static int set_up(void **state) {
  static World world;
  Status status;
  world.arena = arena_make(0);
  if (!fonts_open(&world.fonts, &status)) print_error("%s\n", status.sentence);
  *state = &world;
  return world.fonts && world.arena ? 0 : -1;
}

static int tear_down(void **state) {
  World *world = *state;
  fonts_close(world->fonts);
  arena_free(world->arena);
  return 0;
}

typedef struct Ink {
  float left, top, right, bottom; /* pixels from the run's origin, y down */
} Ink;

/* From the outlines in font units, at the places font_shape gave. */
static Ink expected_ink(const World *world, const GlyphRun *run, float size_px) {
  Ink ink = {1e9f, 1e9f, -1e9f, -1e9f};
  FT_Face face = font_face_file(world->fonts, run->face)->freetype_face;
  float unit = size_px / (float)face->units_per_EM, scale = size_px / run->size_pt;
  for (int i = 0; i < run->glyph_count; i++) {
    FT_BBox box;
    assert_int_equal(FT_Load_Glyph(face, run->glyphs[i].index, FT_LOAD_NO_SCALE), 0);
    if (face->glyph->outline.n_points == 0) continue;
    assert_int_equal(FT_Outline_Get_BBox(&face->glyph->outline, &box), 0);
    float x = (run->glyphs[i].x_pt - run->x_pt) * scale, y = run->glyphs[i].y_pt * scale;
    ink.left = fminf(ink.left, x + (float)box.xMin * unit);
    ink.right = fmaxf(ink.right, x + (float)box.xMax * unit);
    ink.top = fminf(ink.top, y - (float)box.yMax * unit);
    ink.bottom = fmaxf(ink.bottom, y - (float)box.yMin * unit);
  }
  return ink;
}

/* A column or row counts by its darkest pixel, so that the end lies inside its pixel. */
static Ink seen_ink(const GlyphImage *image) {
  Ink ink = {1e9f, 1e9f, -1e9f, -1e9f};
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      if (image->coverage[y * image->width + x] < 24) continue;
      ink.left = fminf(ink.left, image->left_px + (float)x);
      ink.right = fmaxf(ink.right, image->left_px + (float)x + 1);
      ink.top = fminf(ink.top, image->top_px + (float)y);
      ink.bottom = fmaxf(ink.bottom, image->top_px + (float)y + 1);
    }
  return ink;
}

/* The ends agree within a pixel beside the one they share. */
static void check_run(const World *world, const GlyphRun *run, Str text, float size_px) {
  GlyphImage image;
  bool has_ink = font_rasterise(world->fonts, run, text, size_px, &image);
  Ink expected = expected_ink(world, run, size_px);
  assert_int_equal(has_ink, expected.left < expected.right);
  if (!has_ink) return;
  Ink seen = seen_ink(&image);
  if (fabsf(seen.left - floorf(expected.left)) > 1 || fabsf(seen.right - ceilf(expected.right)) > 1)
    fail_msg("%.*s at %g px: %g…%g instead of %g…%g", (int)text.bytes, text.at, (double)size_px,
             (double)seen.left, (double)seen.right, (double)expected.left, (double)expected.right);
  /* Light hinting moves heights by up to a pixel, and a row is whole. */
  if (fabsf(seen.top - expected.top) > 2 || fabsf(seen.bottom - expected.bottom) > 2)
    fail_msg("%.*s at %g px: rows %g…%g instead of %g…%g", (int)text.bytes, text.at,
             (double)size_px, (double)seen.top, (double)seen.bottom, (double)expected.top,
             (double)expected.bottom);
}

static void ink_lies_where_the_glyphs_are(void **state) {
  const World *world = *state;
  static const float sizes_px[] = {10.5f, 12, 13, 14.4f, 18, 24, 27.3f, 39, 72};
  for (int i = 0; i < TEXT_COUNT; i++)
    for (int face = 0; face < FACE_COUNT; face++)
      for (size_t s = 0; s < sizeof sizes_px / sizeof *sizes_px; s++) {
        Str text = str_from(TEXTS[i]);
        GlyphLine line = font_shape(world->fonts, world->arena, (FaceId)face, 10, text);
        for (int r = 0; r < line.run_count; r++) check_run(world, &line.runs[r], text, sizes_px[s]);
        arena_reset(world->arena);
      }
}

/* The sum of ink in every tenth of a word shows whether glyphs inside it are displaced. */
static void a_part_of_a_run_looks_like_it_does_in_the_whole(void **state) {
  const World *world = *state;
  Str text = STR("HIHIHI HIHIH");
  GlyphImage image;
  GlyphLine line = font_shape(world->fonts, world->arena, FACE_MONO, 10, text);
  GlyphRun part = line.runs[0];
  part.glyphs += 7;
  part.glyph_count = 5;
  part.first_byte = 7, part.bytes = 5;
  part.x_pt = part.glyphs[0].x_pt;
  part.width_pt = 5 * part.glyphs[0].advance_pt;
  assert_true(font_rasterise(world->fonts, &part, text, 20, &image));
  check_run(world, &part, text, 20);
  assert_true((float)image.width < 5 * 0.6f * 20 + 1);
}

static void spaces_have_no_image(void **state) {
  const World *world = *state;
  GlyphImage image;
  GlyphLine line = font_shape(world->fonts, world->arena, FACE_REGULAR, 10, STR("   "));
  assert_false(font_rasterise(world->fonts, &line.runs[0], STR("   "), 13, &image));
}

static void an_image_is_never_enormous(void **state) {
  const World *world = *state;
  StrBuf text = strbuf_make(world->arena);
  for (int i = 0; i < 100000; i++) strbuf_add_char(&text, 'x');
  GlyphLine line = font_shape(world->fonts, world->arena, FACE_REGULAR, 10, strbuf_str(&text));
  GlyphImage image;
  assert_non_null(line.runs);
  assert_false(font_rasterise(world->fonts, &line.runs[0], strbuf_str(&text), 13, &image));
}

/* More sizes than the cache keeps open, then the first again. */
static void sizes_come_and_go(void **state) {
  const World *world = *state;
  GlyphLine line = font_shape(world->fonts, world->arena, FACE_REGULAR, 10, STR("cross"));
  GlyphImage image;
  assert_true(font_rasterise(world->fonts, &line.runs[0], STR("cross"), 13, &image));
  int width = image.width, first = image.coverage[width * 2 + 3];
  for (int i = 0; i < 60; i++)
    assert_true(
        font_rasterise(world->fonts, &line.runs[0], STR("cross"), 10 + (float)i / 7, &image));
  assert_true(font_rasterise(world->fonts, &line.runs[0], STR("cross"), 13, &image));
  assert_int_equal(image.width, width);
  assert_int_equal(image.coverage[width * 2 + 3], first);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ink_lies_where_the_glyphs_are),
      cmocka_unit_test(a_part_of_a_run_looks_like_it_does_in_the_whole),
      cmocka_unit_test(spaces_have_no_image),
      cmocka_unit_test(an_image_is_never_enormous),
      cmocka_unit_test(sizes_come_and_go),
  };
  return cmocka_run_group_tests_name("rasterising", tests, set_up, tear_down);
}
