/* tests/trace/test_lengths.c -- M-81: how many words of a translation are right, against all
** subsequences tried one by one, and the table of lengths as a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "trace/file/step_tables.h"
#include "trace/workings/lengths.h"

/* Whether the words chosen by bits occur in `in`, in this order; *count: how many they are. */
static bool is_within(unsigned chosen, const int *from, int from_count, const int *in, int in_count,
                      int *count) {
  int at = 0;
  *count = 0;
  for (int i = 0; i < from_count; i++) {
    if (!(chosen >> i & 1u)) continue;
    while (at < in_count && in[at] != from[i]) at++;
    if (at++ == in_count) return false;
    ++*count;
  }
  return true;
}

static int longest_by_trying(const int *wanted, int wanted_count, const int *said, int said_count) {
  int longest = 0, count;
  for (unsigned chosen = 0; chosen < 1u << said_count; chosen++)
    if (is_within(chosen, said, said_count, wanted, wanted_count, &count) && count > longest)
      longest = count;
  return longest;
}

static void right_words_are_a_longest_common_subsequence(void **state) {
  (void)state;
  Rng rng = rng_make(5);
  for (int round = 0; round < 300; round++) {
    int wanted[8], said[8], wanted_count = rng_below(&rng, 9), said_count = rng_below(&rng, 9);
    bool is_right[LENGTH_WORDS_MOST];
    unsigned chosen = 0;
    int count;
    for (int i = 0; i < wanted_count; i++) wanted[i] = rng_below(&rng, 4);
    for (int i = 0; i < said_count; i++) said[i] = rng_below(&rng, 4);
    int right = length_match(wanted, wanted_count, said, said_count, is_right);
    assert_int_equal(right, longest_by_trying(wanted, wanted_count, said, said_count));
    for (int i = 0; i < said_count; i++) chosen |= (unsigned)is_right[i] << i;
    assert_true(is_within(chosen, said, said_count, wanted, wanted_count, &count));
    assert_int_equal(count, right);
  }
}

static void of_a_word_said_twice_the_first_is_right(void **state) {
  (void)state;
  static const int wanted[] = {1, 2, 3}, said[] = {1, 1, 2, 9, 3};
  bool is_right[LENGTH_WORDS_MOST];
  assert_int_equal(length_match(wanted, 3, said, 5, is_right), 3);
  static const bool expected[] = {true, false, true, false, true};
  for (int i = 0; i < 5; i++) assert_true(is_right[i] == expected[i]);
}

static void sentences_of_the_most_words_are_compared(void **state) {
  (void)state;
  int words[LENGTH_WORDS_MOST];
  bool is_right[LENGTH_WORDS_MOST];
  for (int i = 0; i < LENGTH_WORDS_MOST; i++) words[i] = i;
  assert_int_equal(length_match(words, LENGTH_WORDS_MOST, words, LENGTH_WORDS_MOST, is_right),
                   LENGTH_WORDS_MOST);
}

static void a_table_has_a_row_for_each_point_of_both_models(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Lengths lengths = {.names = {"one", "two"}};
  Str bytes;
  lengths.curves[0] = (LengthCurve){{{5, 10, 9, 50, 49, true}, {30, 4, 0, 100, 20, false}}, 2};
  lengths.curves[1] = (LengthCurve){{{5, 10, 8, 50, 45, true}}, 1};
  assert_true(lengths_to_csv(arena, &lengths, &bytes, NULL));
  assert_string_equal(str_copy(arena, bytes),
                      "model,tokens,trained,sentences,sentences_right,words,words_right\r\n"
                      "one,5,1,10,9,50,49\r\none,30,0,4,0,100,20\r\ntwo,5,1,10,8,50,45\r\n");
  assert_null(length_point(&lengths.curves[1], 30));
  assert_true(length_words_share(length_point(&lengths.curves[0], 30)) == 0.2);
  assert_true(length_whole_share(length_point(&lengths.curves[1], 5)) == 0.8);
  Status status = {0};
  lengths.problem = "why";
  assert_false(lengths_to_csv(arena, &lengths, &bytes, &status));
  assert_string_equal(status.sentence, "why");
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_words_are_a_longest_common_subsequence),
      cmocka_unit_test(of_a_word_said_twice_the_first_is_right),
      cmocka_unit_test(sentences_of_the_most_words_are_compared),
      cmocka_unit_test(a_table_has_a_row_for_each_point_of_both_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
