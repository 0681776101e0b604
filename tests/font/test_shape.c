/* font/font.h: glyphs and positions are linear in the size; a line is cut into runs of one face,
** script and direction, never inside a grapheme cluster; ligatures do not change what was typed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "font/font.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SLOWER = 20 };
#else
enum { SLOWER = 1 };
#endif

static const char *const SCRIPTS[] = {
    "the animal didn't cross",     "你好，世界", "السلام عليكم", "שלום עולם",
    "e\u0301a\u0308o\u0302\u0323", "-12.5",      "QKᵀ √16 → −∞", "mixed שלום 12% and 中文 x"};
enum { SCRIPT_COUNT = sizeof SCRIPTS / sizeof *SCRIPTS };

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

static float width(const World *world, FaceId face, float size, const char *text) {
  const TextMetrics *metrics = fonts_metrics(world->fonts);
  return metrics->width_pt(metrics->self, face, size, str_from(text));
}

static GlyphLine shape(const World *world, FaceId face, const char *text) {
  GlyphLine line = font_shape(world->fonts, world->arena, face, 10, str_from(text));
  assert_non_null(line.runs);
  return line;
}

static const char *family(const World *world, const GlyphLine *line, int run) {
  return font_face_file(world->fonts, line->runs[run].face)->family;
}

static void widths_are_linear_in_size(void **state) {
  const World *world = *state;
  for (int i = 0; i < SCRIPT_COUNT; i++)
    for (int face = 0; face < FACE_COUNT; face++) {
      float one = width(world, (FaceId)face, 1, SCRIPTS[i]);
      assert_true(one > 0);
      for (float size = 5; size < 80; size *= 1.7f)
        assert_float_equal(width(world, (FaceId)face, size, SCRIPTS[i]), one * size, 0.01f);
    }
}

static void a_line_is_as_wide_as_its_advances(void **state) {
  const World *world = *state;
  for (int i = 0; i < SCRIPT_COUNT; i++) {
    GlyphLine line = shape(world, FACE_REGULAR, SCRIPTS[i]);
    float sum = 0;
    for (int r = 0; r < line.run_count; r++) {
      assert_float_equal(line.runs[r].x_pt, sum, 0.01f);
      float end = sum + line.runs[r].width_pt;
      for (int g = 0; g < line.runs[r].glyph_count; g++) sum += line.runs[r].glyphs[g].advance_pt;
      assert_float_equal(end, sum, 0.01f);
    }
    assert_float_equal(line.width_pt, sum, 0.01f);
    assert_float_equal(line.width_pt, width(world, FACE_REGULAR, 10, SCRIPTS[i]), 0.01f);
  }
}

/* Every byte belongs to one cluster of one run, however the runs lie. */
static void check_clusters(const World *world, FaceId face, Str text) {
  int owners[256] = {0};
  GlyphLine line = font_shape(world->fonts, world->arena, face, 10, text);
  assert_non_null(line.runs);
  for (int r = 0; r < line.run_count; r++) {
    const GlyphRun *run = &line.runs[r];
    for (int g = 0; g < run->glyph_count; g++) {
      const Glyph *glyph = &run->glyphs[g];
      bool repeats = g > 0 && run->glyphs[g - 1].first_byte == glyph->first_byte;
      assert_in_range(glyph->first_byte, run->first_byte, run->first_byte + run->bytes - 1);
      assert_true(glyph->bytes > 0 && isfinite(glyph->x_pt) && isfinite(glyph->y_pt));
      for (int k = 0; k < glyph->bytes && !repeats; k++) owners[glyph->first_byte + k]++;
    }
  }
  for (size_t k = 0; k < text.bytes; k++) assert_int_equal(owners[k], 1);
}

static void every_byte_is_in_one_cluster(void **state) {
  const World *world = *state;
  for (int i = 0; i < SCRIPT_COUNT; i++) check_clusters(world, FACE_MONO, str_from(SCRIPTS[i]));
}

static void add_any_character(Rng *rng, StrBuf *text) {
  static const uint32_t first[] = {0x20,    0x300,  0x590,  0x600, 0x900,
                                   0x1F300, 0x2000, 0x4E00, 0xE00};
  uint32_t code = first[rng_below(rng, 9)] + (uint32_t)rng_below(rng, 0x80);
  if (rng_below(rng, 8) == 0) strbuf_add_char(text, (char)rng_below(rng, 256)); /* any byte */
  if (code < 0x80) strbuf_add_char(text, (char)code);
  else if (code < 0x800)
    strbuf_format(text, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 63)));
  else if (code < 0x10000)
    strbuf_format(text, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 63)),
                  (int)(0x80 | (code & 63)));
  else
    strbuf_format(text, "%c%c%c%c", (int)(0xF0 | code >> 18), (int)(0x80 | (code >> 12 & 63)),
                  (int)(0x80 | (code >> 6 & 63)), (int)(0x80 | (code & 63)));
}

/* Rule: from afar a minus is no hyphen: it is drawn longer, and takes the room of a digit. */
static void a_minus_of_the_mono_face_is_no_hyphen(void **state) {
  const World *world = *state;
  for (FaceId face = FACE_MONO; face <= FACE_MONO_BOLD; face++) {
    GlyphLine minus = shape(world, face, "−5");
    GlyphLine hyphen = shape(world, face, "-5");
    assert_int_equal(minus.run_count, 1);
    assert_int_equal(minus.runs[0].glyph_count, 2);
    assert_int_not_equal(minus.runs[0].glyphs[0].index, hyphen.runs[0].glyphs[0].index);
    assert_float_equal(minus.runs[0].glyphs[0].advance_pt, minus.runs[0].glyphs[1].advance_pt,
                       1e-6f);
  }
}

/* Any characters of nine scripts in any order, and any bytes: no byte is lost or drawn twice. */
static void any_line_keeps_all_its_bytes(void **state) {
  const World *world = *state;
  Rng rng = rng_make(7);
  for (int round = 0; round < 1500; round++) {
    ArenaMark mark = arena_mark(world->arena);
    StrBuf text = strbuf_make(world->arena);
    for (int i = rng_below(&rng, 24); i >= 0; i--) add_any_character(&rng, &text);
    check_clusters(world, (FaceId)rng_below(&rng, FACE_COUNT), strbuf_str(&text));
    arena_rewind(world->arena, mark);
  }
}

static void what_is_typed_stays_as_typed(void **state) {
  const World *world = *state;
  GlyphLine arrow = shape(world, FACE_MONO, "->"), minus = shape(world, FACE_MONO, "-");
  assert_int_equal(arrow.runs[0].glyph_count, 2);
  assert_int_equal(arrow.runs[0].glyphs[0].index, minus.runs[0].glyphs[0].index);
  GlyphLine times = shape(world, FACE_REGULAR, "3x4"), x = shape(world, FACE_REGULAR, "x");
  assert_int_equal(times.runs[0].glyphs[1].index, x.runs[0].glyphs[0].index);
  assert_float_equal(width(world, FACE_MONO, 10, "!="), 2 * width(world, FACE_MONO, 10, "!"), 0.01);
}

static void characters_come_from_the_first_face_that_has_them(void **state) {
  const World *world = *state;
  GlyphLine latin = shape(world, FACE_REGULAR, "café"), han = shape(world, FACE_BOLD, "中文");
  GlyphLine hebrew = shape(world, FACE_REGULAR, "שלום"), raised = shape(world, FACE_REGULAR, "ᵀ");
  assert_string_equal(family(world, &latin, 0), "Inter");
  assert_string_equal(family(world, &han, 0), "Noto Sans CJK SC");
  assert_string_equal(family(world, &hebrew, 0), "DejaVu Sans");
  assert_string_equal(family(world, &raised, 0), "DejaVu Sans");
  GlyphLine mono = shape(world, FACE_MONO, "0.97");
  assert_string_equal(family(world, &mono, 0), "JetBrains Mono");
  assert_string_equal(fonts_notice(world->fonts), "");
}

/* Where the run with the first letter of that piece begins on the line. */
static float place_of(const GlyphLine *line, const char *text, const char *piece) {
  int byte = (int)(strstr(text, piece) - text);
  for (int i = 0; i < line->run_count; i++) {
    const GlyphRun *run = &line->runs[i];
    if (byte >= run->first_byte && byte < run->first_byte + run->bytes) return run->x_pt;
  }
  fail_msg("no run has %s", piece);
  return 0;
}

/* Tokens that run right to left turn a sentence round, unless each is isolated. */
static void isolated_names_stand_in_the_order_of_the_sentence(void **state) {
  const World *world = *state;
  static const char *const pairs[][2] = {{"لم", "يعبر"}, {"לא", "חצתה"}, {"لم·1", "the"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const char *from = pairs[i][0], *to = pairs[i][1];
    for (int isolated = 0; isolated < 2; isolated++) {
      char text[128];
      const char *format = isolated ? "0.154 \u2068%s\u2069 → \u2068%s\u2069" : "0.154 %s → %s";
      snprintf(text, sizeof text, format, from, to);
      GlyphLine line = shape(world, FACE_REGULAR, text);
      bool in_order = place_of(&line, text, from) < place_of(&line, text, "→") &&
                      place_of(&line, text, "→") < place_of(&line, text, to);
      if (isolated) assert_true(in_order && !line.right_to_left);
      else if (i < 2) assert_false(in_order);
    }
  }
}

/* Neither without an end, nor an end alone, nor many inside each other do any harm. */
static void isolates_need_not_match(void **state) {
  const World *world = *state;
  char deep[400] = "x";
  for (int i = 0; i < 40; i++) strcat(deep, "\u2068");
  strcat(deep, "لا 12 x");
  const char *const texts[] = {"a \u2068لم b", "\u2069لم\u2069", "\u2068\u2069 لم", deep};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    GlyphLine line = shape(world, FACE_REGULAR, texts[i]);
    assert_true(line.run_count > 0 && line.width_pt > 0);
  }
}

static void a_grapheme_cluster_is_never_split(void **state) {
  const World *world = *state;
  GlyphLine accent = shape(world, FACE_REGULAR, "x\u0301y");
  assert_int_equal(accent.run_count, 1);
  assert_int_equal(accent.runs[0].glyphs[0].bytes, 3);
  GlyphLine family_emoji = shape(world, FACE_REGULAR, "👩‍💻");
  assert_int_equal(family_emoji.run_count, 1);
  assert_int_equal(family_emoji.runs[0].bytes, strlen("👩‍💻"));
}

/* A skin tone that the font cannot join would be a grey block behind the emoji. */
static void a_skin_tone_is_no_block(void **state) {
  const World *world = *state;
  static const char *const pairs[][2] = {{"👍", "👍🏽"}, {"👋 x", "👋🏿 x"}};
  for (size_t i = 0; i < 2; i++) {
    GlyphLine plain = shape(world, FACE_REGULAR, pairs[i][0]);
    GlyphLine toned = shape(world, FACE_REGULAR, pairs[i][1]);
    assert_float_equal(toned.width_pt, plain.width_pt, 1e-4);
    assert_int_equal(toned.run_count, plain.run_count);
  }
  assert_true(shape(world, FACE_REGULAR, "🏽").width_pt > 0); /* alone it is what was typed */
}

static void right_to_left_words_run_right_to_left(void **state) {
  const World *world = *state;
  GlyphLine line = shape(world, FACE_REGULAR, "שלום");
  assert_true(line.right_to_left);
  assert_int_equal(line.run_count, 1);
  assert_true(line.runs[0].right_to_left);
  assert_int_equal(line.runs[0].glyphs[0].first_byte, 6); /* the last letter is leftmost */
  GlyphLine mixed = shape(world, FACE_REGULAR, "it שלום is");
  assert_false(mixed.right_to_left);
  assert_int_equal(mixed.runs[0].first_byte, 0);
}

/* Annex 9: digits keep their order inside right-to-left text and stand to its left. */
static void numbers_keep_their_order_among_right_to_left_words(void **state) {
  const World *world = *state;
  GlyphLine line = shape(world, FACE_REGULAR, "שלום 12.5%");
  const GlyphRun *first = &line.runs[0];
  assert_false(first->right_to_left);
  assert_int_equal(first->glyphs[0].first_byte, 9);
  assert_int_equal(first->glyph_count, 5);
}

static void what_no_face_has_is_shown_as_a_replacement(void **state) {
  const World *world = *state;
  GlyphLine good = shape(world, FACE_REGULAR, "\uFFFD"),
            unassigned = shape(world, FACE_REGULAR, "\U0003FFF0");
  GlyphLine bad = shape(world, FACE_REGULAR, "\xff");
  assert_int_equal(bad.runs[0].glyphs[0].index, good.runs[0].glyphs[0].index);
  assert_true(unassigned.width_pt > 0);
  GlyphLine half = shape(world, FACE_REGULAR,
                         "a\xe4\xbd"
                         "b");
  assert_true(half.width_pt > 0);
}

static void clean_text_is_what_a_file_can_carry(void **state) {
  const World *world = *state;
  Str same = STR("plain 中文 e\u0301");
  assert_ptr_equal(font_clean_text(world->arena, same).at, same.at);
  Str control = font_clean_text(world->arena, STR("a\nb\x1b[31m\xff"));
  assert_true(str_is(control, "a␊b␛[31m\uFFFD"));
  Str nobody = font_clean_text(world->arena, STR("\xEF\xB7\x98\xEF\xBF\xBF"));
  assert_true(str_is(nobody, "\uFFFD\uFFFD"));
  Str steered = font_clean_text(world->arena, STR("abc\u202Edef\u2066"));
  assert_true(str_is(steered, "abcdef"));
}

static void a_very_long_line_is_measured_not_refused(void **state) {
  const World *world = *state;
  static const char *const pieces[] = {"x", "中", "ש", "\xff"};
  for (int i = 0; i < 4; i++) {
    StrBuf text = strbuf_make(world->arena);
    for (int k = 0; k < 100000; k++) strbuf_add(&text, str_from(pieces[i]));
    double start = os_process_cpu_ms();
    float wide = width(world, FACE_REGULAR, 1, text.at);
    assert_true(os_process_cpu_ms() - start < 1000 * SLOWER);
    assert_float_equal(wide / 100000, width(world, FACE_REGULAR, 1, pieces[i]), 0.001);
  }
}

static void a_forgotten_width_comes_back_the_same(void **state) {
  const World *world = *state;
  float before = width(world, FACE_SEMIBOLD, 13, "because");
  for (int i = 0; i < 12000; i++) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", i);
    (void)width(world, FACE_MONO, 13, digits);
  }
  assert_true(before == width(world, FACE_SEMIBOLD, 13, "because"));
}

static void a_known_width_takes_under_a_microsecond(void **state) {
  const World *world = *state;
  double best_ms = 1e9;
  for (int round = 0; round < 10; round++) {
    double start = os_process_cpu_ms();
    for (int i = 0; i < 10000; i++) (void)width(world, FACE_REGULAR, 13, "the animal");
    best_ms = fmin(best_ms, os_process_cpu_ms() - start);
  }
  assert_true(best_ms / 10000 * 1000 < 1.0 * SLOWER);
}

static void opening_is_quick(void **state) {
  (void)state;
  double best_ms = 1e9;
  for (int round = 0; round < 5; round++) {
    World world;
    Status status;
    double start = os_process_cpu_ms();
    assert_true(fonts_open(&world.fonts, &status));
    (void)width(&world, FACE_REGULAR, 13, "the");
    best_ms = fmin(best_ms, os_process_cpu_ms() - start);
    fonts_close(world.fonts);
  }
  assert_true(best_ms < 25 * SLOWER);
}

/* The n-th allocation fails, for every n: a status or no runs, and nothing else happens. */
static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  int failed = 0;
  for (long n = 1; n < 40; n++) {
    Fonts *fonts = NULL;
    Status status;
    Arena *arena = arena_make(0);
    arena_fail_at(n);
    bool opened = fonts_open(&fonts, &status);
    if (opened)
      for (int i = 0; i < SCRIPT_COUNT; i++)
        failed += !font_shape(fonts, arena, FACE_REGULAR, 12, str_from(SCRIPTS[i])).runs;
    arena_fail_at(0);
    if (!opened) assert_int_equal(status.kind, STATUS_COULD_NOT), failed++;
    if (opened) assert_non_null(font_shape(fonts, arena, FACE_REGULAR, 12, STR("again")).runs);
    fonts_close(fonts);
    arena_free(arena);
  }
  assert_true(failed > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(widths_are_linear_in_size),
      cmocka_unit_test(a_line_is_as_wide_as_its_advances),
      cmocka_unit_test(every_byte_is_in_one_cluster),
      cmocka_unit_test(any_line_keeps_all_its_bytes),
      cmocka_unit_test(what_is_typed_stays_as_typed),
      cmocka_unit_test(a_minus_of_the_mono_face_is_no_hyphen),
      cmocka_unit_test(characters_come_from_the_first_face_that_has_them),
      cmocka_unit_test(isolated_names_stand_in_the_order_of_the_sentence),
      cmocka_unit_test(isolates_need_not_match),
      cmocka_unit_test(a_grapheme_cluster_is_never_split),
      cmocka_unit_test(a_skin_tone_is_no_block),
      cmocka_unit_test(right_to_left_words_run_right_to_left),
      cmocka_unit_test(numbers_keep_their_order_among_right_to_left_words),
      cmocka_unit_test(what_no_face_has_is_shown_as_a_replacement),
      cmocka_unit_test(clean_text_is_what_a_file_can_carry),
      cmocka_unit_test(a_very_long_line_is_measured_not_refused),
      cmocka_unit_test(a_forgotten_width_comes_back_the_same),
      cmocka_unit_test(a_known_width_takes_under_a_microsecond),
      cmocka_unit_test(opening_is_quick),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests_name("shaping", tests, set_up, tear_down);
}
