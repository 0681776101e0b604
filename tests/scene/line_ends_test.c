/* tests/scene/line_ends_test.c -- where a text is cut and where its lines end: at the places that a
** walk over every letter finds, with a few measured beginnings a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/rng.h"
#include "scene/pen.h"
#include "text/utf8.h"

enum { TEXTS = 4000, MEASURES_MOST = 14 };

/* Letters of 0.2 to 1.2 em, by their code; marks take no room. Counts how often it measures. */
static float ruler(void *self, FaceId face, float size_pt, Str text) {
  float width = 0;
  (void)face;
  ++*(int *)self;
  int bytes = 0;
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes) {
    uint32_t code = utf8_get(text, at, &bytes);
    if (!utf8_clings(code)) width += 0.2f + 0.125f * (float)(code * 2654435761u >> 29);
  }
  return width * size_pt;
}

typedef struct Bench {
  Arena *arena;
  DrawList list;
  int measured;
  TextMetrics metrics;
  Pen pen;
} Bench;

static void bench_make(Bench *bench) {
  *bench = (Bench){.arena = arena_make(0)};
  bench->list = draw_list_make(bench->arena, 800, 600);
  bench->metrics = (TextMetrics){&bench->measured, ruler};
  bench->pen = (Pen){&bench->list, &bench->metrics, theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
}

static Str random_text(Bench *bench, Rng *rng) {
  static const char *const parts[] = {"a",         "w",  "i",  "M",     "the", " ",
                                      " = ",       "é",  "́",   "没有",  "。",  "لا",
                                      "Attention", "\n", "🇩🇪", "हिन्दी", "“没”"};
  StrBuf text = strbuf_make(bench->arena);
  int count = 1 + rng_below(rng, rng_below(rng, 2) ? 12 : 120);
  for (int i = 0; i < count; i++)
    strbuf_add(&text, str_from(i % 2 && rng_below(rng, 2)
                                   ? " "
                                   : parts[rng_below(rng, sizeof parts / sizeof *parts)]));
  return strbuf_str(&text);
}

static const TextStyle style = {.size = 12};

/* Letter by letter, until one is too wide. */
static size_t fitting(const Pen *pen, float width, Str text) {
  size_t fits = 0;
  for (size_t cut = 0; cut < text.bytes; fits = cut) {
    cut = utf8_next_grapheme(text, cut);
    if (pen_width(pen, style, (Str){text.at, cut}) > width) break;
  }
  return fits;
}

static void a_text_is_cut_behind_the_last_letter_that_fits(void **state) {
  Rng rng = rng_make(1);
  (void)state;
  for (int i = 0; i < TEXTS; i++) {
    Bench bench;
    bench_make(&bench);
    Str text = random_text(&bench, &rng);
    float width = (float)(400 * rng_uniform(&rng));
    bench.measured = 0;
    Str shown = pen_fit(&bench.pen, style, width, text);
    assert_in_range(bench.measured, 1, MEASURES_MOST + 2);
    float dots = pen_width(&bench.pen, style, STR("…"));
    size_t kept = fitting(&bench.pen, width - dots, text);
    while (kept > 0 && text.at[kept - 1] == ' ') kept--;
    bool whole = pen_width(&bench.pen, style, text) <= width + 0.01f;
    if (whole) assert_int_equal(shown.bytes, text.bytes);
    else if (dots <= width) assert_int_equal(shown.bytes, kept + strlen("…"));
    else assert_int_equal(shown.bytes, 0);
    arena_free(bench.arena);
  }
}

/* Letters that the walk of this test does not decide. */
static void a_flag_and_a_syllable_are_cut_as_a_whole(void **state) {
  static const char *const letters[] = {"🇩🇪", "हि", "👩\u200D👩\u200D👧", "각", "กี"};
  (void)state;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    Bench bench;
    bench_make(&bench);
    Str text = str_from(str_format(bench.arena, "%s%s", letters[i], letters[i]));
    for (float width = 1; width < 60; width++) {
      Str shown = pen_fit(&bench.pen, style, width, text);
      size_t kept = shown.bytes > strlen("…") ? shown.bytes - strlen("…") : 0;
      if (shown.bytes != text.bytes) assert_int_equal(kept % strlen(letters[i]), 0);
    }
    arena_free(bench.arena);
  }
}

/* Lines may end between the last letter before `at` and the one behind it. */
static bool is_beside_wide(const char *begin, const char *at, const char *end) {
  Str line = {begin, (size_t)(at - begin)}, rest = {at, (size_t)(end - at)};
  uint32_t left = 0;
  for (size_t i = 0; i < line.bytes; i = utf8_next_grapheme(line, i))
    left = utf8_get(line, i, NULL);
  return utf8_is_wide(left) || utf8_is_wide(utf8_get(rest, 0, NULL));
}

/* No line is wider than its box, unless it is a single letter; no line could have taken the word
** behind it; a word is broken only where it has a line of its own; and nothing but spaces and line ends is left out. */
static void lines_are_as_long_as_they_can_be(void **state) {
  Rng rng = rng_make(2);
  (void)state;
  for (int i = 0; i < TEXTS; i++) {
    Bench bench;
    bench_make(&bench);
    Str text = random_text(&bench, &rng);
    float width = (float)(20 + 400 * rng_uniform(&rng));
    bench.measured = 0;
    pen_text_wrapped(&bench.pen, style, (Box){0, 0, width, 1e6f}, 1, text);
    assert_in_range(bench.measured, 0, (MEASURES_MOST + 1) * bench.list.item_count);
    const char *at = text.at, *end = text.at + text.bytes;
    for (int k = 0; k < bench.list.item_count; k++) {
      Str line = bench.list.items[k].as.text.text;
      for (; !str_starts((Str){at, (size_t)(end - at)}, str_copy(bench.arena, line)); at++)
        assert_true(at < end && (*at == ' ' || *at == '\n'));
      const char *begin = at;
      at += line.bytes;
      bool is_letter = line.bytes > 0 && utf8_next_grapheme(line, 0) == line.bytes;
      assert_true(is_letter || pen_width(&bench.pen, style, line) <= width);
      if (at == end || *at == '\n' || *begin == ' ') continue;
      if (*at != ' ' && !is_beside_wide(begin, at, end))
        assert_null(memchr(begin, ' ', (size_t)(at - begin)));
      size_t fits = fitting(&bench.pen, width, (Str){begin, (size_t)(end - begin)});
      const char *space = memchr(at + 1, ' ', (size_t)(end - at - 1));
      const char *feed = memchr(at + 1, '\n', (size_t)(end - at - 1));
      if (space && (!feed || space < feed) && space[-1] != '=' && space[1] != '=')
        assert_true(space > begin + fits);
    }
    for (; at < end; at++) assert_true(*at == ' ' || *at == '\n');
    arena_free(bench.arena);
  }
}

/* A quote or bracket stays on the line of the word that it is beside. */
static void no_line_ends_between_a_word_and_its_quote(void **state) {
  static const char *const texts[] = {"that “动物” gives", "that „动物“ gives", "（动物）没有过街",
                                      "「没有」过街「它」", "«动物»没有"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (float width = 45; width < 200; width++) {
      Bench bench;
      bench_make(&bench);
      pen_text_wrapped(&bench.pen, style, (Box){0, 0, width, 1e6f}, 1, str_from(texts[i]));
      for (int k = 0; k < bench.list.item_count; k++) {
        Str line = bench.list.items[k].as.text.text;
        uint32_t first = utf8_get(line, 0, NULL), last = 0;
        for (size_t at = 0; at < line.bytes; at = utf8_next_grapheme(line, at))
          last = utf8_get(line, at, NULL);
        bool closes = first == 0x201D || first == 0x300D || first == 0xFF09 || first == 0xBB;
        bool opens = last == 0x201E || last == 0x300C || last == 0xFF08 || last == 0xAB;
        assert_false((closes && k > 0) || (opens && k + 1 < bench.list.item_count));
      }
      arena_free(bench.arena);
    }
}

/* A word in quotes goes to the next line as a whole, where that has room for it. */
static void a_word_in_quotes_is_not_broken(void **state) {
  Str words = STR("its attention that “动物” gives");
  (void)state;
  for (float width = 110; width < 300; width++) {
    Bench bench;
    bench_make(&bench);
    pen_text_wrapped(&bench.pen, style, (Box){0, 0, width, 1e6f}, 1, words);
    int whole = 0;
    for (int k = 0; k < bench.list.item_count; k++)
      whole += strstr(str_copy(bench.arena, bench.list.items[k].as.text.text), "“动物”") != NULL;
    assert_int_equal(whole, 1);
    arena_free(bench.arena);
  }
}

/* What is drawn, piece by piece; "_" before a piece that is smaller and below the line, "^" before
** one above it. */
static Str drawn(Bench *bench, const DrawText *first) {
  StrBuf text = strbuf_make(bench->arena);
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *piece = &bench->list.items[i].as.text;
    bool is_small = piece->size_pt < first->size_pt;
    const char *sign = !is_small ? "" : piece->at.y > first->at.y ? "_" : "^";
    strbuf_format(&text, "%s%.*s|", sign, (int)piece->text.bytes, piece->text.at);
  }
  return strbuf_str(&text);
}

/* Symbols that a sentence names have their index below the line and powers of e above it; names that
** a person types or reads in a file are drawn as they are written. */
static void indices_and_powers_stand_off_the_line(void **state) {
  static const struct {
    const char *words, *drawn;
  } cases[] = {
      {"values, W_O, norms", "values, W|_O|, norms|"},
      {"by a score, p_i (δ_ij − p_j).", "by a score, p|_i| (δ|_ij| − p|_j|).|"},
      {"√d_model instead of √d_head", "√d|_model| instead of √d|_head|"},
      {"my_file.npz", "my_file.npz|"},
      {"d_model 64", "d_model 64|"},
      {"top_i W_Office xW_O", "top_i W_Office xW_O|"},
      {"no index", "no index|"},
      {"e^x ÷ Σ e^x, without", "e|^x| ÷ Σ e|^x|, without|"},
      {"passes 88.7. e^89 is", "passes 88.7. e|^89| is|"},
      {"e^(x − max), divided", "e|^x − max|, divided|"},
      {"base^2, e^ and e^(x", "base^2, e^ and e^(x|"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int way = 0; way < 2; way++) {
      Bench bench;
      bench_make(&bench);
      Str words = str_from(cases[i].words);
      if (way == 0) pen_words_wrapped(&bench.pen, style, (Box){0, 0, 1e4f, 100}, 1, words);
      else pen_words_in(&bench.pen, style, (Box){0, 0, 1e4f, 20}, words);
      assert_true(bench.list.item_count > 0);
      Str found = drawn(&bench, &bench.list.items[0].as.text);
      assert_string_equal(str_copy(bench.arena, found), cases[i].drawn);
      arena_free(bench.arena);
    }
}

/* A text in the middle of its box, or at its end, lies there as it is drawn. */
static void set_words_lie_where_their_box_says(void **state) {
  (void)state;
  for (Align align = ALIGN_START; align <= ALIGN_END; align++) {
    Bench bench;
    bench_make(&bench);
    TextStyle own = {.size = 12, .align = align};
    float width = pen_words_in(&bench.pen, own, (Box){10, 0, 500, 20}, STR("by √d_head"));
    const DrawText *first = &bench.list.items[0].as.text;
    const DrawText *last = &bench.list.items[bench.list.item_count - 1].as.text;
    float share = align == ALIGN_START ? 0 : align == ALIGN_MIDDLE ? 0.5f : 1;
    assert_float_equal(first->at.x, 10 + share * (500 - width), 0.01f);
    assert_float_equal(last->at.x + last->width_pt, first->at.x + width, 0.01f);
    arena_free(bench.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_text_is_cut_behind_the_last_letter_that_fits),
      cmocka_unit_test(a_flag_and_a_syllable_are_cut_as_a_whole),
      cmocka_unit_test(lines_are_as_long_as_they_can_be),
      cmocka_unit_test(no_line_ends_between_a_word_and_its_quote),
      cmocka_unit_test(a_word_in_quotes_is_not_broken),
      cmocka_unit_test(indices_and_powers_stand_off_the_line),
      cmocka_unit_test(set_words_lie_where_their_box_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
