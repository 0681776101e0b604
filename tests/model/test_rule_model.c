/* tests/model/test_rule_model.c -- each head of the hand-made model does what its role says.
**
** The roles are claims about attention weights, proved here over many sentences in three scripts.
*/
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "model/run.h"

static const int lengths[] = {1, 2, 3, 5, 8, 11, 20, 40, 64};
enum { LENGTH_COUNT = sizeof lengths / sizeof lengths[0], SEEDS = 4 };

/* What a head owes: the share of the keys it is meant to look at, row by row. */
typedef float (*ShareOf)(const Run *run, int row);

static float weight(const Run *run, int layer, int head, int row, int col) {
  return run_get(run, TRACE_WEIGHTS, layer, head, row, col);
}

static bool same_word(const Run *run, int a, int b) {
  return str_equal(trace_token(run->trace, a)->text, trace_token(run->trace, b)->text);
}

/* The smallest share over all rows of many sentences; rows where share_of gives a
** negative number are not asked. */
typedef struct Shares {
  double least;
  long rows;
} Shares;

static void collect_rows(Shares *shares, const Run *run, ShareOf share_of) {
  for (int row = 0; row < trace_token_count(run->trace); row++) {
    float share = share_of(run, row);
    if (share < 0) continue;
    shares->least = fmin(shares->least, (double)share);
    shares->rows++;
  }
}

static void collect(Shares *shares, Script script, int words, int vocabulary, ShareOf share_of) {
  for (unsigned seed = 1; seed <= SEEDS; seed++) {
    Arena *arena = arena_make(0);
    Run run = run_make("hand-made", "own", run_sentence(arena, script, words, vocabulary, seed));
    assert_int_equal(trace_token_count(run.trace), words);
    collect_rows(shares, &run, share_of);
    run_free(&run);
    arena_free(arena);
  }
}

static Shares shares_of(int vocabulary, ShareOf share_of) {
  Shares shares = {.least = 1};
  for (int script = 0; script < SCRIPT_COUNT; script++)
    for (int i = 0; i < LENGTH_COUNT; i++)
      collect(&shares, (Script)script, lengths[i], vocabulary, share_of);
  return shares;
}

static float back_one(const Run *run, int row) {
  return row < 1 ? -1 : weight(run, 0, 0, row, row - 1);
}
static float home(const Run *run, int row) { return weight(run, 0, 2, row, 0); }
static float back_two(const Run *run, int row) {
  return row < 2 ? -1 : weight(run, 1, 1, row, row - 2);
}
static float ahead_one(const Run *run, int row) {
  return row + 1 >= trace_token_count(run->trace) ? -1 : weight(run, 1, 2, row, row + 1);
}
static float first_looks_at_itself(const Run *run, int row) {
  return row > 0 ? -1 : weight(run, 0, 0, 0, 0);
}

static float same(const Run *run, int row) {
  float sum = 0;
  for (int key = 0; key < trace_token_count(run->trace); key++)
    if (same_word(run, row, key)) sum += weight(run, 0, 1, row, key);
  return sum;
}

static float neighbours(const Run *run, int row) {
  int count = trace_token_count(run->trace);
  if (count == 1) return -1;
  float before = row > 0 ? weight(run, 0, 3, row, row - 1) : 0;
  float after = row + 1 < count ? weight(run, 0, 3, row, row + 1) : 0;
  return before + after;
}

static float followed(const Run *run, int row) {
  float sum = 0;
  bool any = false;
  for (int key = 1; key < trace_token_count(run->trace); key++)
    if (same_word(run, row, key - 1) && !same_word(run, row, key)) {
      sum += weight(run, 1, 0, row, key);
      any = true;
    }
  return any ? sum : -1;
}

static float evenness(const Run *run, int row) {
  int count = trace_token_count(run->trace);
  double bits = 0;
  for (int key = 0; key < count; key++) {
    double share = (double)weight(run, 1, 3, row, key);
    if (share > 0) bits -= share * log2(share);
  }
  return count == 1 ? -1 : (float)(bits / log2(count));
}

/* Every row gives the keys it is meant for at least so much, in 108 sentences of 1 to 64 words with
** all words different, and in as many with words that repeat. */
static void assert_least(double least, ShareOf share_of) {
  Shares different = shares_of(0, share_of), repeating = shares_of(12, share_of);
  assert_true(different.rows > 100 && repeating.rows > 100);
  if (different.least < least || repeating.least < least)
    fail_msg("least share %.3f and %.3f, wanted %.3f", different.least, repeating.least, least);
}

/* Two sentences of 1,000 words, made once: all different, and drawn from 200. */
typedef struct LongRuns {
  Run different, repeating;
} LongRuns;

static Run make_long_run(int vocabulary) {
  Arena *arena = arena_make(0);
  Run run = run_make("hand-made", "own", run_sentence(arena, SCRIPT_LATIN, 1000, vocabulary, 1));
  arena_free(arena);
  return run;
}

static int make_long_runs(void **state) {
  static LongRuns runs;
  runs = (LongRuns){make_long_run(0), make_long_run(200)};
  *state = &runs;
  return 0;
}

static int free_long_runs(void **state) {
  LongRuns *runs = *state;
  run_free(&runs->different);
  run_free(&runs->repeating);
  return 0;
}

static void assert_least_of_1000(const Run *run, double least, ShareOf share_of) {
  Shares s = {.least = 1};
  collect_rows(&s, run, share_of);
  assert_true(s.rows > 500);
  if (s.least < least) fail_msg("least share %.3f, wanted %.3f", s.least, least);
}

static void looks_back_one_word(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.85, back_one);
  assert_least_of_1000(&runs->different, 0.75, back_one);
}

static void the_first_word_has_none_before_it_and_looks_at_itself(void **state) {
  (void)state;
  assert_least(0.95, first_looks_at_itself);
}

static void looks_for_the_same_word(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.85, same);
  assert_least_of_1000(&runs->different, 0.7, same);
  assert_least_of_1000(&runs->repeating, 0.7, same);
}

static void looks_home_to_the_first_word(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.9, home);
  assert_least_of_1000(&runs->different, 0.7, home);
}

static void looks_at_its_neighbours_and_little_at_itself(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.9, neighbours);
  assert_least_of_1000(&runs->different, 0.45, neighbours); /* the ends have one neighbour only */
}

static void looks_for_what_came_after_the_same_word(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.7, followed);
  assert_least_of_1000(&runs->repeating, 0.7, followed);
}

static void looks_back_two_words(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.85, back_two);
  assert_least_of_1000(&runs->different, 0.75, back_two);
}

static void looks_ahead_one_word(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.85, ahead_one);
  assert_least_of_1000(&runs->different, 0.75, ahead_one);
}

static void looks_at_all_words_alike(void **state) {
  const LongRuns *runs = *state;
  assert_least(0.8, evenness);
  assert_least_of_1000(&runs->different, 0.95, evenness);
}

/* Doubled words must not hide a neighbour: the head goes by place. */
static void neighbours_of_doubled_words(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("the the the cat cat the"));
  for (int row = 0; row < 6; row++) assert_true(neighbours(&run, row) > 0.9f);
  run_free(&run);
}

static void a_word_is_matched_without_case_in_any_script(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("The cat ÉCOLE the école CAT 猫 看 猫"));
  static const int pairs[][2] = {{0, 3}, {1, 5}, {2, 4}, {6, 8}};
  for (int i = 0; i < 4; i++) {
    assert_true(fabsf(weight(&run, 0, 1, pairs[i][0], pairs[i][1]) - 0.5f) < 0.02f);
    assert_true(fabsf(weight(&run, 0, 1, pairs[i][1], pairs[i][0]) - 0.5f) < 0.02f);
  }
  run_free(&run);
}

static void scores_stay_in_a_range_that_can_be_read(void **state) {
  (void)state;
  for (int script = 0; script < SCRIPT_COUNT; script++) {
    Arena *arena = arena_make(0);
    Run run = run_make("hand-made", "own", run_sentence(arena, (Script)script, 64, 12, 9));
    for (int layer = 0; layer < 2; layer++)
      assert_true(trace_largest_of_heads(run.trace, TRACE_SCORES, layer) <= 110);
    run_free(&run);
    arena_free(arena);
  }
}

/* No column of Q, K or V is 0 from top to bottom. */
static void no_column_is_empty(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("the animal didn't cross the street"));
  static const TracePart parts[] = {TRACE_Q, TRACE_K, TRACE_V};
  for (int i = 0; i < 3 * 2 * 4 * 16; i++) {
    float largest = 0;
    for (int row = 0; row < 6; row++)
      largest =
          fmaxf(largest, fabsf(run_get(&run, parts[i / 128], i / 64 % 2, i / 16 % 4, row, i % 16)));
    if (largest <= 0.001f)
      fail_msg("column %d of %s, layer %d, head %d is empty", i % 16 + 1,
               trace_part_info(parts[i / 128])->name, i / 64 % 2 + 1, i / 16 % 4 + 1);
  }
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(looks_back_one_word),
      cmocka_unit_test(the_first_word_has_none_before_it_and_looks_at_itself),
      cmocka_unit_test(looks_for_the_same_word),
      cmocka_unit_test(looks_home_to_the_first_word),
      cmocka_unit_test(looks_at_its_neighbours_and_little_at_itself),
      cmocka_unit_test(looks_for_what_came_after_the_same_word),
      cmocka_unit_test(looks_back_two_words),
      cmocka_unit_test(looks_ahead_one_word),
      cmocka_unit_test(looks_at_all_words_alike),
      cmocka_unit_test(neighbours_of_doubled_words),
      cmocka_unit_test(a_word_is_matched_without_case_in_any_script),
      cmocka_unit_test(scores_stay_in_a_range_that_can_be_read),
      cmocka_unit_test(no_column_is_empty),
  };
  return cmocka_run_group_tests(tests, make_long_runs, free_long_runs);
}
