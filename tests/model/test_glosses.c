/* tests/model/test_glosses.c -- what words of a vocabulary of two languages mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/glosses.h"

static const char words[] =
    "[MASK]\nanimal\ngarden\ngardens\nfit\nhorse\n花园\t花園\n放进\n鸟\nthe\n";
enum { MASK, ANIMAL, GARDEN, GARDENS, FIT, HORSE, GARDEN_ZH, FIT_INTO_ZH, BIRD_ZH, THE };

static const Vocabulary *read_words(Arena *arena, const char *text) {
  Status status = {0};
  const Vocabulary *vocabulary;
  if (!vocabulary_read(arena, "vocab.txt", str_from(text), 0, &vocabulary, &status))
    fail_msg("%s", status.sentence);
  return vocabulary;
}

static void words_of_two_languages_have_glosses(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Str *glosses = glosses_of(arena, read_words(arena, words));
  assert_non_null(glosses);
  assert_true(str_is(glosses[GARDEN_ZH], "garden"));
  assert_true(str_is(glosses[GARDEN], "花园") && str_is(glosses[GARDENS], "花园"));
  assert_true(str_is(glosses[FIT_INTO_ZH], "fit into"));
  arena_free(arena);
}

/* Of a word alone, of half of two words, and of what the vocabulary has in one language only. */
static void other_words_have_none(void **state) {
  (void)state;
  static const int none[] = {MASK, ANIMAL, FIT, HORSE, BIRD_ZH, THE};
  Arena *arena = arena_make(0);
  const Str *glosses = glosses_of(arena, read_words(arena, words));
  for (int i = 0; i < 6; i++) assert_int_equal(glosses[none[i]].bytes, 0);
  assert_null(glosses_of(arena, read_words(arena, "[MASK]\nanimal\ngarden\n")));
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_of_two_languages_have_glosses),
                                     cmocka_unit_test(other_words_have_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
