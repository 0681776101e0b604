/* tests/text/test_quoted.c -- a token within words has quotes where its signs would be read as those of the sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text/quoted.h"

static void expect(Arena *arena, const char *name, const char *within_words) {
  Str found = quoted_name(arena, str_from(name));
  if (!str_is(found, within_words))
    fail_msg("%s is %.*s, not %s", name, (int)found.bytes, found.at, within_words);
}

static void signs_have_quotes(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  static const char *const signs[] = {",",  ".",  "\"",   "(",       ")",  "—", "…", "。",
                                      "，", "「", "🙂", "❤\uFE0F", "【", "·", "½", "।"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    expect(arena, signs[i], str_format(arena, "“%s”", signs[i]));
    assert_true(quoted_is_needed(str_from(signs[i])));
  }
  expect(arena, "(it", "“(it”");
  expect(arena, "1,5", "“1,5”");
  expect(arena, "『动", "“『动”");
  arena_free(arena);
}

static void words_and_numbers_have_none(void **state) {
  (void)state;
  static const char *const names[] = {"the",   "don't", "42",      "well-being", "naïve", "动",
                                      "它",    "كان",   "[CLS]",   "##ing",      "Ġthe",  "das",
                                      "ä",     "한국",  "unknown", "ひらがな",   "σ",     "й",
                                      "don’t", "हिन्दी", "Ⅷ",       "٣"};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) expect(arena, names[i], names[i]);
  expect(arena, "", "");
  arena_free(arena);
}

static void the_place_of_a_token_stands_behind_its_quotes(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  expect(arena, ",·4", "“,”·4");
  expect(arena, "the·5", "the·5");
  expect(arena, "·", "“·”");
  expect(arena, "5", "5");
  assert_true(str_is(quoted_without_place(STR("the·5")), "the"));
  assert_true(str_is(quoted_without_place(STR("the·")), "the·"));
  arena_free(arena);
}

/* The isolates keep the sign from turning what is around it, and so do the quotes. */
static void signs_of_scripts_from_the_right_stay_isolated(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  expect(arena, "⁨،⁩", "“⁨،⁩”");
  expect(arena, "يعبر (?)", "“⁨يعبر (?)⁩”");
  expect(arena, "⁨،·2⁩", "“⁨،⁩”·2");
  expect(arena, "⁨؟⁩", "“⁨؟⁩”");
  expect(arena, "⁨كان·2⁩", "⁨كان·2⁩");
  arena_free(arena);
}

/* A sign would touch its quotes there; a word within them does not. */
static void signs_stand_apart_in_large_print(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  static const char *const names[][2] = {
      {".", "“\u2009.\u2009”"}, {",·4", "“\u2009,\u2009”·4"}, {"(it", "“(it”"}, {"the", "the"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    assert_true(str_is(quoted_name_apart(arena, str_from(names[i][0])), names[i][1]));
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signs_have_quotes),
      cmocka_unit_test(words_and_numbers_have_none),
      cmocka_unit_test(the_place_of_a_token_stands_behind_its_quotes),
      cmocka_unit_test(signs_of_scripts_from_the_right_stay_isolated),
      cmocka_unit_test(signs_stand_apart_in_large_print),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
