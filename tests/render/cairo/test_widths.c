/* Text is as wide in every file as on the screen, within half a point: cairo's own metrics of the
** glyphs, the ink of a PNG, the SVG's textLength and the font folder's width agree for Latin,
** Chinese, Arabic and combining marks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-ft.h>
#include <cmocka.h>

#include "render/cairo/draw.h"
#include "render/sample.h"
#include "render/svg/svg.h"

static const char *const WORDS[] = {"the animal didn't cross the street",   "AVATAR 0.967",
                                    "动物没有过马路因为它太累了",           "السلام عليكم ورحمة",
                                    "e\u0301te\u0301 o\u0302\u0323x\u0301", "שלום עולם"};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

static const float sizes_pt[] = {6, 10.5f, 13, 24};

/* The sum of cairo's unhinted advances of the same glyphs. */
static float cairo_width(const Sample *sample, const GlyphLine *line, float size_pt) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8);
  cairo_t *cairo = cairo_create(surface);
  cairo_font_options_t *options = cairo_font_options_create();
  double width = 0;
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo, options);
  for (int r = 0; r < line->run_count; r++) {
    const GlyphRun *run = &line->runs[r];
    FT_Face face = font_face_file(sample->fonts, run->face)->freetype_face;
    cairo_font_face_t *font = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
    cairo_set_font_face(cairo, font);
    cairo_set_font_size(cairo, size_pt);
    for (int i = 0; i < run->glyph_count; i++) {
      cairo_glyph_t glyph = {run->glyphs[i].index, 0, 0};
      cairo_text_extents_t extents;
      cairo_glyph_extents(cairo, &glyph, 1, &extents);
      width += extents.x_advance;
    }
    cairo_font_face_destroy(font);
  }
  cairo_font_options_destroy(options);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return (float)width;
}

/* Kerning is in our advances and not in cairo's: what it moved is added before comparing. */
static float kerning(const Sample *sample, const GlyphLine *line, float size_pt) {
  float moved = 0;
  for (int r = 0; r < line->run_count; r++) {
    const GlyphRun *run = &line->runs[r];
    FT_Face face = font_face_file(sample->fonts, run->face)->freetype_face;
    for (int i = 0; i < run->glyph_count; i++) {
      assert_int_equal(FT_Load_Glyph(face, run->glyphs[i].index, FT_LOAD_NO_SCALE), 0);
      moved += run->glyphs[i].advance_pt -
               (float)face->glyph->metrics.horiAdvance * size_pt / (float)face->units_per_EM;
    }
  }
  return moved;
}

static DrawList one_line(const Sample *sample, const char *words, float size_pt, float *width) {
  DrawList list = draw_list_make(sample->arena, 700, 60);
  *width =
      sample_text(&list, fonts_metrics(sample->fonts),
                  (DrawText){.at = {20, 40}, .size_pt = size_pt, .color = {0, 0, 0, 255}}, words);
  return list;
}

static void cairo_measures_what_we_measure(void **state) {
  const Sample *sample = *state;
  for (int i = 0; i < WORD_COUNT; i++)
    for (int s = 0; s < 4; s++) {
      float width;
      (void)one_line(sample, WORDS[i], sizes_pt[s], &width);
      GlyphLine line =
          font_shape(sample->fonts, sample->arena, FACE_REGULAR, sizes_pt[s], str_from(WORDS[i]));
      float cairo = cairo_width(sample, &line, sizes_pt[s]) + kerning(sample, &line, sizes_pt[s]);
      assert_float_equal(cairo, width, 0.5);
    }
}

static void an_svg_says_what_we_measure(void **state) {
  const Sample *sample = *state;
  for (int i = 0; i < WORD_COUNT; i++)
    for (int s = 0; s < 4; s++) {
      float width;
      Str svg;
      Status status;
      DrawList list = one_line(sample, WORDS[i], sizes_pt[s], &width);
      assert_true(svg_render(&list, sample->fonts, NULL, sample->arena, &svg, &status));
      assert_float_equal(strtod(strstr(svg.at, "textLength=\"") + 12, NULL), width, 0.5);
    }
}

/* The first and last column with ink, in points. */
static void ink_ends(const DrawList *list, const Sample *sample, float ends_pt[2]) {
  enum { SCALE = 4 };
  CairoPixels made;
  Status status;
  assert_true(cairo_render_pixels(list, sample->fonts, SCALE, sample->arena, &made, &status));
  ends_pt[0] = 1e9f, ends_pt[1] = -1e9f;
  for (int i = 0; i < made.width * made.height; i++) {
    float x = (float)(i % made.width) / SCALE;
    if (made.at[i] >> 24 < 64) continue;
    ends_pt[0] = fminf(ends_pt[0], x);
    ends_pt[1] = fmaxf(ends_pt[1], x + 1.0f / SCALE);
  }
}

/* The ink in a PNG ends where the outlines end, placed where font_shape says. */
static void ink_in_a_picture_lies_where_we_measure(void **state) {
  const Sample *sample = *state;
  for (int i = 0; i < WORD_COUNT; i++) {
    float width, ends_pt[2], low = 1e9f, high = -1e9f;
    DrawList list = one_line(sample, WORDS[i], 24, &width);
    GlyphLine line = font_shape(sample->fonts, sample->arena, FACE_REGULAR, 24, str_from(WORDS[i]));
    ink_ends(&list, sample, ends_pt);
    for (int r = 0; r < line.run_count; r++)
      for (int g = 0; g < line.runs[r].glyph_count; g++) {
        const Glyph *glyph = &line.runs[r].glyphs[g];
        FT_Face face = font_face_file(sample->fonts, line.runs[r].face)->freetype_face;
        float unit = 24.0f / (float)face->units_per_EM;
        assert_int_equal(FT_Load_Glyph(face, glyph->index, FT_LOAD_NO_SCALE), 0);
        const FT_Glyph_Metrics *metrics = &face->glyph->metrics;
        if (metrics->width == 0) continue;
        float left = glyph->x_pt + (float)metrics->horiBearingX * unit;
        low = fminf(low, left), high = fmaxf(high, left + (float)metrics->width * unit);
      }
    assert_float_equal(ends_pt[0], 20 + low, 0.5);
    assert_float_equal(ends_pt[1], 20 + high, 0.5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cairo_measures_what_we_measure),
      cmocka_unit_test(an_svg_says_what_we_measure),
      cmocka_unit_test(ink_in_a_picture_lies_where_we_measure),
  };
  return cmocka_run_group_tests_name("widths", tests, sample_set_up, sample_tear_down);
}
