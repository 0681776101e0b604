/* tests/text/test_utf8.c -- iterating over characters, grapheme clusters and words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "text/utf8.h"

static void assert_clean(const char *bytes, const char *wanted, int wanted_bad) {
  Arena *arena = arena_make(0);
  int bad;
  Str clean = utf8_clean(arena, str_from(bytes), &bad);
  if (!str_is(clean, wanted)) fail_msg("“%.*s” is not “%s”", (int)clean.bytes, clean.at, wanted);
  assert_int_equal(bad, wanted_bad);
  arena_free(arena);
}

/* Each bad byte becomes one U+FFFD: overlong forms, surrogates, cut-off and stray bytes. */
static void bad_bytes_become_replacement_characters(void **state) {
  (void)state;
  assert_clean("plain", "plain", 0);
  assert_clean("caf\xE9", "caf\uFFFD", 1);
  assert_clean("\xFF\xFE"
               "a",
               "\uFFFD\uFFFDa", 2);
  assert_clean("\xC0\xAF", "\uFFFD\uFFFD", 2);
  assert_clean("\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", 3);
  assert_clean("\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 4);
  assert_clean("\xE6\x88", "\uFFFD\uFFFD", 2);
  assert_clean("\xE6\x88\x91\x88", "我\uFFFD", 1);
  assert_clean("\uFFFD", "\uFFFD", 0);
}

static void a_nul_is_a_bad_byte(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  int bad;
  Str clean = utf8_clean(arena, STR("a\0b"), &bad);
  assert_true(str_is(clean, "a\uFFFD"
                            "b"));
  assert_int_equal(bad, 1);
  arena_free(arena);
}

/* Walks forward and back and wants the same places, given as byte offsets ending in -1. */
static void assert_graphemes(const char *text, const int *places) {
  Str str = str_from(text);
  int count = 0;
  size_t at = 0;
  while (places[count] >= 0) {
    at = utf8_next_grapheme(str, at);
    assert_int_equal(at, places[count++]);
  }
  assert_int_equal(at, str.bytes);
  assert_int_equal(utf8_next_grapheme(str, at), str.bytes);
  while (count-- > 0) {
    at = utf8_prev_grapheme(str, at);
    assert_int_equal(at, count > 0 ? places[count - 1] : 0);
  }
  assert_int_equal(utf8_prev_grapheme(str, 0), 0);
}

static void a_grapheme_is_what_a_reader_calls_one_character(void **state) {
  (void)state;
  assert_graphemes("abc", (int[]){1, 2, 3, -1});
  assert_graphemes("e\u0301a\u0308\u0323x", (int[]){3, 8, 9, -1});
  assert_graphemes("👩‍👩‍👧b", (int[]){18, 19, -1});
  assert_graphemes("🇩🇪🇫🇷", (int[]){8, 16, -1});
  assert_graphemes("我爱", (int[]){3, 6, -1});
  assert_graphemes("\r\na", (int[]){2, 3, -1});
  assert_graphemes("👍🏽!", (int[]){8, 9, -1});
  assert_graphemes("\u1100\u1161\u11A8", (int[]){9, -1});
  assert_graphemes("", (int[]){-1});
}

/* On any bytes, going back from a position reached forwards leads to the one before it. */
static void walking_back_undoes_walking_forward(void **state) {
  (void)state;
  static const char *const pieces[] = {"a",    " ",      "\u0301", "👩",      "\u200D", "🇩",
                                       "我",   "\xFF",   "\r",     "\u1100", "\u1161", "\n",
                                       "\xE6", "\u0600", "🏽",   "ก"};
  Rng rng = rng_make(7);
  for (int round = 0; round < 2000; round++) {
    char text[128] = "";
    for (int i = rng_below(&rng, 14); i >= 0; i--) strcat(text, pieces[rng_below(&rng, 16)]);
    Str str = str_from(text);
    for (size_t at = 0, next; at < str.bytes; at = next) {
      next = utf8_next_grapheme(str, at);
      assert_true(next > at && next <= str.bytes);
      assert_int_equal(utf8_prev_grapheme(str, next), at);
      size_t word = utf8_next_word(str, at);
      assert_true(word > at && word <= str.bytes);
      assert_true(utf8_prev_word(str, next) < next);
    }
  }
}

static void words_are_walked_one_by_one(void **state) {
  (void)state;
  Str text = STR("hello,  wide world 我爱 x");
  static const size_t forward[] = {5, 8, 13, 19, 22, 26, 27};
  size_t at = 0;
  for (int i = 0; i < 7; i++) assert_int_equal(at = utf8_next_word(text, at), forward[i]);
  static const size_t back[] = {26, 22, 19, 13, 8, 5, 0};
  for (int i = 0; i < 7; i++) assert_int_equal(at = utf8_prev_word(text, at), back[i]);
}

static void folding_forgets_case_and_composition(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  assert_true(str_is(utf8_fold(arena, STR("The")), "the"));
  assert_true(str_is(utf8_fold(arena, STR("CAFE\u0301")), "café"));
  assert_true(str_is(utf8_fold(arena, STR("Straße")), "strasse"));
  assert_true(str_is(utf8_fold(arena, STR("ΣΊΣΥΦΟΣ")), "σίσυφοσ"));
  assert_true(str_is(utf8_fold(arena, STR("我")), "我"));
  assert_true(str_is(utf8_fold(arena, STR("❤\uFE0F")), "❤"));
  assert_true(str_is(utf8_fold(arena, STR("")), ""));
  arena_free(arena);
}

/* A text is walked in time linear in its length. The limit is generous for a slow machine, but far
** below that of a quadratic walk. */
static void ten_megabytes_are_walked_at_once(void **state) {
  (void)state;
  enum { BYTES = 10000000 };
  static const char *const pieces[] = {"a", "我", "\u0301", "\xFF", " "};
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, BYTES + 8, 1);
  for (int piece = 0; piece < 5; piece++) {
    size_t used = 0;
    while (used < BYTES) {
      memcpy(text + used, pieces[piece], strlen(pieces[piece]));
      used += strlen(pieces[piece]);
    }
    double start_ms = os_process_cpu_ms();
    Arena *round = arena_make(0);
    Str clean = utf8_clean(round, (Str){text, used}, NULL);
    for (size_t at = 0; at < clean.bytes;) at = utf8_next_grapheme(clean, at);
    utf8_prev_grapheme(clean, clean.bytes);
    assert_true(os_process_cpu_ms() - start_ms < 20000);
    arena_free(round);
  }
  arena_free(arena);
}

static void cleaning_without_memory_says_so(void **state) {
  (void)state;
  Arena *arena = arena_make(64);
  char text[200];
  memset(text, 'x', sizeof text);
  arena_fail_at(1);
  Str clean = utf8_clean(arena, (Str){text, sizeof text}, NULL);
  Str folded = utf8_fold(arena, (Str){text, sizeof text});
  arena_fail_at(0);
  assert_null(clean.at);
  assert_ptr_equal(folded.at, text);
  arena_free(arena);
}

static void expect_all(bool (*is)(uint32_t code_point), const char *text, bool wanted) {
  int bytes = 0;
  for (size_t at = 0; at < strlen(text); at += (size_t)bytes) {
    uint32_t code = utf8_get(str_from(text), at, &bytes);
    if (is(code) != wanted) fail_msg("U+%04X of “%s”", (unsigned)code, text);
  }
}

/* For where lines end and on which side of a caret letters stand. */
static void directions_and_squares_are_those_of_unicode(void **state) {
  (void)state;
  expect_all(utf8_is_right_to_left, "שאלهم١٢ހߊ", true);
  expect_all(utf8_is_right_to_left, "ab12 ,.()é日กह", false);
  expect_all(utf8_is_left_to_right, "abéи日กह한", true);
  expect_all(utf8_is_left_to_right, "שه١12 ,.(\u200C\u0301", false);
  expect_all(utf8_is_wide, "日本あア한글、。「Ａ🙂", true);
  expect_all(utf8_is_wide, "abéиשهกह,.—…½ｱ", false);
}

static void what_clings_never_begins_a_cluster(void **state) {
  (void)state;
  expect_all(utf8_clings, "\u0301\u05B0\u064E\u093F\u0E31\u200D\uFE0F\U0001F3FD", true);
  expect_all(utf8_clings, "aé日 ,\u2060🙂", false);
}

static void letters_signs_and_what_is_drawn_as_nothing(void **state) {
  (void)state;
  expect_all(utf8_is_letter_or_digit, "aZéи日กह한5٣Ⅷªµ", true);
  expect_all(utf8_is_letter_or_digit, ",.—_ 。「½²×÷🙂€\u0301\uFE0F", false);
  expect_all(utf8_encloses, "()[]{}«»“”„‘「」『』【】（）", true);
  expect_all(utf8_encloses, "'’\",;.a", false);
  expect_all(utf8_is_invisible, "\u00AD\u034F\u200B\u200E\u2028\u2066\uFE0F\uFEFF\U000E0100", true);
  expect_all(utf8_is_invisible, "a \u0301é\u00A0", false);
}

static void a_beginning_cuts_no_character(void **state) {
  (void)state;
  Str text = STR("aé日");
  static const size_t wanted[] = {0, 1, 1, 3, 3, 3, 6, 6};
  for (size_t most = 0; most < sizeof wanted / sizeof *wanted; most++)
    assert_int_equal(utf8_beginning(text, most).bytes, wanted[most]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_bytes_become_replacement_characters),
      cmocka_unit_test(a_nul_is_a_bad_byte),
      cmocka_unit_test(a_grapheme_is_what_a_reader_calls_one_character),
      cmocka_unit_test(walking_back_undoes_walking_forward),
      cmocka_unit_test(words_are_walked_one_by_one),
      cmocka_unit_test(folding_forgets_case_and_composition),
      cmocka_unit_test(directions_and_squares_are_those_of_unicode),
      cmocka_unit_test(what_clings_never_begins_a_cluster),
      cmocka_unit_test(letters_signs_and_what_is_drawn_as_nothing),
      cmocka_unit_test(a_beginning_cuts_no_character),
      cmocka_unit_test(ten_megabytes_are_walked_at_once),
      cmocka_unit_test(cleaning_without_memory_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
