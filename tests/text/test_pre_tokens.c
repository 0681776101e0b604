/* tests/text/test_pre_tokens.c -- the pieces of a text before bytes are merged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <utf8proc.h>

#include "base/rng.h"
#include "text/character.h"
#include "text/pre_tokens.h"
#include "text/utf8.h"

static void check_pieces(const char *text, const char *const *wanted) {
  Arena *arena = arena_make(0);
  const PreTokens *pre_tokens;
  PreTokensWalk walk;
  Str whole = str_from(text);
  size_t first = 0;
  assert_true(pre_tokens_make(arena, &pre_tokens, NULL));
  assert_true(pre_tokens_begin(pre_tokens, arena, &walk, NULL));
  for (; *wanted; wanted++) {
    assert_true(first < whole.bytes);
    size_t end = pre_tokens_end(&walk, whole, first);
    Str piece = {text + first, end - first};
    if (!str_is(piece, *wanted))
      fail_msg("“%s” has “%.*s”, not “%s”", text, (int)piece.bytes, piece.at, *wanted);
    first = end;
  }
  assert_int_equal(first, whole.bytes);
  arena_free(arena);
}

#define PIECES(text, ...) check_pieces(text, (const char *const[]){__VA_ARGS__, NULL})

static void pieces_are_those_of_the_published_pattern(void **state) {
  (void)state;
  PIECES("Hello world", "Hello", " world");
  PIECES("  two  spaces", " ", " two", " ", " spaces");
  PIECES("a\n\nb", "a", "\n", "\n", "b");
  PIECES("tab\tx", "tab", "\t", "x");
  PIECES("don't I'LL we've", "don", "'t", " I", "'", "LL", " we", "'ve");
  PIECES("3.14 is π²", "3", ".", "14", " is", " π", "²");
  PIECES("½ ①", "½", " ①");
  PIECES("中文 测试，好", "中文", " 测试", "，", "好");
  PIECES("cafe\u0301", "cafe", "\u0301");
  PIECES("👩\u200d👩\u200d👧 ok", "👩\u200d👩\u200d👧", " ok");
  PIECES("a  ", "a", "  ");
  PIECES("\u00a0x", "\u00a0", "x");
  PIECES("it's 's", "it", "'s", " '", "s");
  PIECES("_x-y", "_", "x", "-", "y");
  PIECES("\r\n\r\nZ", "\r\n\r", "\n", "Z");
}

static void mongolian_vowel_separator_is_no_white_space(void **state) {
  (void)state;
  PIECES("a\u180e\u180eb", "a", "\u180e\u180e", "b");
  PIECES("a\xC2\x85\u3000\u2028b", "a", "\xC2\x85\u3000", "\u2028", "b");
}

/* ---- the same by a scanner ---- */

static char class_of(uint32_t code) {
  utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)code);
  if (character_is_white_space(code)) return 'w';
  if (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO) return 'l';
  return kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO ? 'n' : 'o';
}

static size_t run_end(Str text, size_t at, char class, size_t *last) {
  int bytes;
  for (*last = at; at < text.bytes; at += (size_t)bytes) {
    if (class_of(utf8_get(text, at, &bytes)) != class) break;
    *last = at;
  }
  return at;
}

/* The end of the piece at `at`, by rules instead of a pattern. */
static size_t scan(Str text, size_t at) {
  static const char *const endings[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
  Str rest = {text.at + at, text.bytes - at};
  int bytes;
  size_t last, next = at + (text.at[at] == ' ' && rest.bytes > 1);
  for (int i = 0; i < 7; i++)
    if (str_starts(rest, endings[i])) return at + strlen(endings[i]);
  char class = class_of(utf8_get(text, next, &bytes));
  if (class != 'w') return run_end(text, next, class, &last);
  size_t end = run_end(text, at, 'w', &last);
  return end == text.bytes || last == at ? end : last;
}

static void pattern_and_scanner_agree_on_random_texts(void **state) {
  (void)state;
  static const char *const parts[] = {
      " ",        " ",  "  ", "\n",     "\t",     "\r", "\u00a0", "\u2003", "\u3000", "\u180e",
      "\xC2\x85", "'",  "'s", "'ll",    "'LL",    "t",  "re",     "a",      "É",      "ß",
      "中",       "가", "あ", "ع",      "1",      "²",  "½",      "٣",      ".",      "-",
      "_",        "$",  "，", "\u0301", "\u200d", "👩",  "\u200b", "\ufeff", "\ue000", "\x01"};
  enum { PARTS = sizeof parts / sizeof parts[0], TEXTS = 20000 };
  Arena *arena = arena_make(0);
  Rng rng = rng_make(7);
  const PreTokens *pre_tokens;
  PreTokensWalk walk;
  assert_true(pre_tokens_make(arena, &pre_tokens, NULL));
  assert_true(pre_tokens_begin(pre_tokens, arena, &walk, NULL));
  for (int i = 0; i < TEXTS; i++) {
    char text[128] = "";
    for (int left = (int)(rng_next(&rng) % 12) + 1; left > 0; left--)
      strcat(text, parts[rng_next(&rng) % PARTS]);
    Str whole = str_from(text);
    for (size_t at = 0, end; at < whole.bytes; at = end) {
      end = pre_tokens_end(&walk, whole, at);
      if (end != scan(whole, at)) fail_msg("“%s” at %zu: %zu, %zu", text, at, end, scan(whole, at));
    }
  }
  arena_free(arena);
}

static void one_endless_piece_ends(void **state) {
  (void)state;
  enum { BYTES = 4 << 20 };
  static const char fills[] = {'a', ' ', '.', '1', '\''};
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, BYTES, 1);
  const PreTokens *pre_tokens;
  PreTokensWalk walk;
  assert_true(pre_tokens_make(arena, &pre_tokens, NULL));
  assert_true(pre_tokens_begin(pre_tokens, arena, &walk, NULL));
  for (size_t i = 0; i < sizeof fills; i++) {
    memset(text, fills[i], BYTES);
    assert_int_equal(pre_tokens_end(&walk, (Str){text, BYTES}, 0), BYTES);
  }
  memset(text, ' ', BYTES);
  text[BYTES - 1] = 'x';
  assert_int_equal(pre_tokens_end(&walk, (Str){text, BYTES}, 0), BYTES - 2);
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    const PreTokens *pre_tokens;
    PreTokensWalk walk = {NULL, NULL};
    Status status = {0};
    arena_fail_at(nth);
    done = pre_tokens_make(arena, &pre_tokens, &status) &&
           pre_tokens_begin(pre_tokens, arena, &walk, &status);
    size_t end = done ? pre_tokens_end(&walk, STR("aé  b"), 0) : 0;
    arena_fail_at(0);
    assert_true(done ? end > 0 && end <= 3 : status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_those_of_the_published_pattern),
      cmocka_unit_test(mongolian_vowel_separator_is_no_white_space),
      cmocka_unit_test(pattern_and_scanner_agree_on_random_texts),
      cmocka_unit_test(one_endless_piece_ends),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
