/* tests/text/test_vocab.c -- words and their numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/vocab.h"

static void every_word_has_its_number(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static char texts[COUNT][12];
  static Str words[COUNT];
  for (int i = 0; i < COUNT; i++) {
    snprintf(texts[i], sizeof texts[i], "w%d", i * 7);
    words[i] = str_from(texts[i]);
  }
  Arena *arena = arena_make(0);
  Vocab *vocab;
  assert_true(vocab_make(arena, words, COUNT, &vocab, NULL));
  for (int i = 0; i < COUNT; i++) assert_int_equal(vocab_find(vocab, words[i]), i);
  assert_int_equal(vocab_find(vocab, STR("w1")), -1);
  assert_int_equal(vocab_find(vocab, STR("")), -1);
  arena_free(arena);
}

static void the_longest_word_at_the_beginning_is_found(void **state) {
  (void)state;
  Str words[] = {STR("北"), STR("北京"), STR("北京大学"), STR("京")};
  Arena *arena = arena_make(0);
  Vocab *vocab;
  assert_true(vocab_make(arena, words, 4, &vocab, NULL));
  assert_int_equal(vocab_longest_match(vocab, STR("北京大学生")), 12);
  assert_int_equal(vocab_longest_match(vocab, STR("北京大")), 6);
  assert_int_equal(vocab_longest_match(vocab, STR("北风")), 3);
  assert_int_equal(vocab_longest_match(vocab, STR("大学")), 0);
  assert_int_equal(vocab_longest_match(vocab, STR("")), 0);
  arena_free(arena);
}

static void the_same_word_twice_is_refused_and_named(void **state) {
  (void)state;
  Str words[] = {STR("a"), STR("b"), STR("a")};
  Arena *arena = arena_make(0);
  Vocab *vocab;
  Status status = {0};
  assert_false(vocab_make(arena, words, 3, &vocab, &status));
  assert_non_null(strstr(status.sentence, "“a” twice, as numbers 0 and 2"));
  arena_free(arena);
}

static void an_empty_vocabulary_knows_nothing(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Vocab *vocab;
  assert_true(vocab_make(arena, NULL, 0, &vocab, NULL));
  assert_int_equal(vocab_find(vocab, STR("a")), -1);
  assert_int_equal(vocab_longest_match(vocab, STR("a")), 0);
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Str words[] = {STR("one"), STR("two"), STR("three")};
  bool done = false;
  for (size_t bytes = 64; !done; bytes += 64) {
    Arena *arena = arena_make(bytes);
    Vocab *vocab;
    Status status = {0};
    arena_fail_at(1);
    done = vocab_make(arena, words, 3, &vocab, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word_has_its_number),
      cmocka_unit_test(the_longest_word_at_the_beginning_is_found),
      cmocka_unit_test(the_same_word_twice_is_refused_and_named),
      cmocka_unit_test(an_empty_vocabulary_knows_nothing),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
