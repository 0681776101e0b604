/* tests/text/test_added_tokens.c -- tokens found as they are written; tokens shown as a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/added_tokens.h"
#include "text/token_display.h"
#include "text/token_table.h"

/* Writes "rest[ID:match]rest…". */
static void check_cut(const AddedToken *given, int count, const char *text, const char *wanted) {
  Arena *arena = arena_make(0);
  AddedToken *own = arena_take(arena, (size_t)count, sizeof *own);
  if (count > 0) memcpy(own, given, (size_t)count * sizeof *own);
  const AddedTokens *tokens;
  assert_true(added_tokens_make(arena, own, count, &tokens, NULL));
  StrBuf cut = strbuf_make(arena);
  size_t at = 0, first, end;
  const AddedToken *token;
  while ((token = added_tokens_next(tokens, str_from(text), at, NULL, &first, &end))) {
    strbuf_add(&cut, (Str){text + at, first - at});
    strbuf_format(&cut, "[%d:%.*s]", token->id, (int)(end - first), text + first);
    at = end;
  }
  strbuf_format(&cut, "%s", text + at);
  if (strcmp(cut.at, wanted) != 0) fail_msg("“%s” is cut as “%s”, not “%s”", text, cut.at, wanted);
  arena_free(arena);
}

#define CUT(tokens, text, wanted)                                                                  \
  check_cut(tokens, (int)(sizeof(tokens) / sizeof(tokens)[0]), text, wanted)

static void the_longest_is_taken_from_the_left(void **state) {
  (void)state;
  const AddedToken tokens[] = {{.content = STR("<a>"), .id = 1},
                               {.content = STR("<a>b"), .id = 2},
                               {.content = STR("b"), .id = 3},
                               {.content = STR("<a"), .id = 4}};
  CUT(tokens, "x<a>by<a>z<ab<", "x[2:<a>b]y[1:<a>]z[4:<a][3:b]<");
  CUT(tokens, "", "");
  check_cut(NULL, 0, "<a>", "<a>");
}

static void the_same_content_again_counts(void **state) {
  (void)state;
  const AddedToken tokens[] = {{.content = STR("<a>"), .id = 1},
                               {.content = STR("<b>"), .id = 2},
                               {.content = STR("<a>"), .id = 3}};
  CUT(tokens, "<a><b>", "[3:<a>][2:<b>]");
}

static void white_space_beside_it_belongs_to_it(void **state) {
  (void)state;
  const AddedToken tokens[] = {{.content = STR("<l>"), .id = 1, .lstrip = true},
                               {.content = STR("<r>"), .id = 2, .rstrip = true},
                               {.content = STR("<n>"), .id = 3}};
  CUT(tokens, "a \u3000<l> b", "a[1: \u3000<l>] b");
  CUT(tokens, "a <r> \n\u00a0 b", "a [2:<r> \n\u00a0 ]b");
  CUT(tokens, "<r>  <l>", "[2:<r>  ][1:<l>]");
  CUT(tokens, "<n>  <l>", "[3:<n>][1:  <l>]");
}

static void a_single_word_touches_no_other(void **state) {
  (void)state;
  const AddedToken tokens[] = {{.content = STR("low"), .id = 1, .single_word = true}};
  CUT(tokens, "low slow lower low.low", "[1:low] slow lower [1:low].[1:low]");
  CUT(tokens, "low_ 1low low\u0301 ©low中low", "low_ 1low low\u0301 ©low中low");
  CUT(tokens, "©low。", "©[1:low]。");
}

static void ten_thousand_tokens_are_found(void **state) {
  (void)state;
  enum { COUNT = 10000 };
  Arena *arena = arena_make(0);
  AddedToken *own = arena_take(arena, COUNT, sizeof *own);
  const AddedTokens *tokens;
  size_t first, end;
  for (int i = 0; i < COUNT; i++)
    own[i] = (AddedToken){.content = str_from(str_format(arena, "<%d>", i * 7919 % COUNT)),
                          .id = i * 7919 % COUNT};
  assert_true(added_tokens_make(arena, own, COUNT, &tokens, NULL));
  for (int i = 0; i < COUNT; i++) {
    const char *text = str_format(arena, "x<%d>", i);
    const AddedToken *token = added_tokens_next(tokens, str_from(text), 0, NULL, &first, &end);
    assert_int_equal(token->id, i);
    assert_int_equal(first, 1);
  }
  arena_free(arena);
}

static void check_shown(Str bytes, const char *wanted) {
  char line[256];
  size_t used = token_display_write(bytes, line);
  assert_true(used <= bytes.bytes * TOKEN_DISPLAY_GROWTH + TOKEN_DISPLAY_MORE);
  if (!str_is((Str){line, used}, wanted)) fail_msg("“%.*s”, not “%s”", (int)used, line, wanted);
}

static void a_token_is_one_line_that_can_be_seen(void **state) {
  (void)state;
  check_shown(STR(" the"), "␣the");
  check_shown(STR("  "), "␣␣");
  check_shown(STR("\n\t\r\x1B\x7F"), "\\n\\t\\r\\x1B\\x7F");
  check_shown(STR("a\0b"), "a\\x00b");
  check_shown(STR("\xE4\xB8"), "\\xE4\\xB8");
  check_shown(STR(" \xE4\xB8"), "␣\\xE4\\xB8");
  check_shown(STR("中é"), "中é");
  check_shown(STR("x\u202Ey"), "x\\u202Ey");
  check_shown(STR("\u0301"), "◌\u0301");
  check_shown(STR("e\u0301"), "e\u0301");
  check_shown(STR("\u200B"), "\\u200B");
  check_shown(STR("\u00a0"), "\\u00A0");
  check_shown(STR("\U000E0001"), "\\u{E0001}");
  check_shown(STR("👩\u200d👧"), "👩\u200d👧");
  check_shown(STR(""), "");
}

static void texts_are_found_with_their_ids(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  Arena *arena = arena_make(0);
  TokenTable *table = token_table_make(arena, COUNT);
  int id;
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(token_table_put(table, str_from(str_format(arena, "t%d", i)), 2 * i), -1);
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(token_table_find(table, str_from(str_format(arena, "t%d", i))), 2 * i);
  assert_int_equal(token_table_put(table, STR("t7"), 99), 14);
  assert_int_equal(token_table_find(table, STR("t7")), 99);
  assert_int_equal(token_table_find(table, STR("t")), -1);
  assert_int_equal(token_table_find(table, STR("")), -1);
  assert_int_equal(token_table_longest(table, STR("t123x"), &id), 4);
  assert_int_equal(id, 246);
  assert_int_equal(token_table_longest(table, STR("x"), &id), 0);
  assert_int_equal(id, -1);
  arena_free(arena);
}

/* A vocabulary cannot be made so that its words collide. These words collide under FNV-1a, so their
** author could make them for a table without a random key: they would begin in 512 of 65,536
** slots. */
static void made_to_collide(Arena *arena, Str *words, int count) {
  for (uint32_t number = 0, found = 0; (int)found < count; number++) {
    char word[8];
    size_t bytes = 0;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (uint32_t rest = number; bytes == 0 || rest > 0; rest /= 26)
      word[bytes++] = (char)('a' + rest % 26);
    for (size_t i = 0; i < bytes; i++)
      hash = (hash ^ (unsigned char)word[i]) * UINT64_C(0x100000001B3);
    if (((hash ^ hash >> 32) & 0xFFFF) >= 512) continue;
    char *copy = str_copy(arena, (Str){word, bytes});
    words[found++] = (Str){copy, bytes};
  }
}

static void words_made_to_collide_do_not(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  Arena *arena = arena_make(0);
  Str *words = arena_take(arena, COUNT, sizeof *words);
  made_to_collide(arena, words, COUNT);
  TokenTable *table = token_table_make(arena, COUNT);
  for (int i = 0; i < COUNT; i++) assert_int_equal(token_table_put(table, words[i], i), -1);
  for (int i = 0; i < COUNT; i++) assert_int_equal(token_table_find(table, words[i]), i);
  assert_in_range(token_table_longest_walk(table), 1, 500);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_longest_is_taken_from_the_left),
      cmocka_unit_test(the_same_content_again_counts),
      cmocka_unit_test(white_space_beside_it_belongs_to_it),
      cmocka_unit_test(a_single_word_touches_no_other),
      cmocka_unit_test(ten_thousand_tokens_are_found),
      cmocka_unit_test(a_token_is_one_line_that_can_be_seen),
      cmocka_unit_test(texts_are_found_with_their_ids),
      cmocka_unit_test(words_made_to_collide_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
