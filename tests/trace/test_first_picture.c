/* tests/trace/test_first_picture.c -- the row that the first picture shows is graded, and scaling
** matters in it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/workings/first_picture.h"
#include "trace/workings/workings.h"

static const char sentence[] = "The animal didn't cross the street because it was too tired";

static void check_graded(const Run *run, FirstPicture at) {
  const Workings *w = workings_make(run->arena, run->trace,
                                    (WorkingsPlace){at.layer, at.head, at.query, at.key}, NULL);
  assert_non_null(w);
  float most = w->row_weights[w->by_weight[0]], second = w->row_weights[w->by_weight[1]];
  assert_int_equal(w->by_weight[0], at.key);
  assert_int_not_equal(at.key, at.query);
  assert_true(w->entropy_bits > 0.5f);
  assert_true(most >= 0.5f && most >= 2 * second);
  assert_true(fabsf(w->unscaled_weight - w->weight) >= 0.04999f);
}

static void the_row_found_is_graded_and_always_the_same(void **state) {
  (void)state;
  static const char *const models[] = {"reader", "writer", "hand-made", "random"};
  int found_count = 0;
  for (int i = 0; i < 4; i++) {
    Run run = run_make(models[i], "own", str_from(sentence));
    FirstPicture first = {-1, -1, -1, -1}, again = first;
    bool found = first_picture_find(run.trace, &first);
    assert_int_equal(found, first_picture_find(run.trace, &again));
    assert_memory_equal(&first, &again, sizeof first);
    if (found) check_graded(&run, first);
    if (found) { /* the best of all is the best of its head */
      assert_true(first_picture_find_in_head(run.trace, first.layer, first.head, &again));
      assert_memory_equal(&first, &again, sizeof first);
    }
    found_count += found;
    run_free(&run);
  }
  assert_true(found_count >= 3);
}

/* The row of the pronoun, where the head looks at the noun that is answered. */
static void the_reader_begins_at_its_pronoun(void **state) {
  (void)state;
  static const struct {
    const char *sentence;
    int query, key;
  } cases[] = {{"The animal didn't cross the street because it was too tired", 7, 1},
               {"The animal didn't cross the street because it was too wide", 7, 5}};
  for (int i = 0; i < 2; i++) {
    Run run = run_make("reader", "own", str_from(cases[i].sentence));
    FirstPicture first;
    assert_true(first_picture_find(run.trace, &first));
    assert_int_equal(first.layer, 1);
    assert_int_equal(first.query, cases[i].query);
    assert_int_equal(first.key, cases[i].key);
    check_graded(&run, first);
    run_free(&run);
  }
}

/* Also where no head gives it half of its weight: graded rows of other heads say less. */
static void a_row_that_shows_the_answer_comes_before_graded_rows(void **state) {
  (void)state;
  static const char fox[] = "The small red fox that lived near the old stone bridge by the river "
                            "did not want to cross it "
                            "because it was afraid of the big dog that slept there";
  Run run = run_make("reader", "own", str_from(fox));
  FirstPicture first, previous;
  TraceCandidate answer;
  assert_true(first_picture_find(run.trace, &first));
  assert_true(trace_is_asked(run.trace, first.query));
  assert_int_equal(trace_candidates(run.trace, first.query, &answer, 1), 1);
  assert_int_equal(trace_token_id(run.trace, first.key), answer.word);
  assert_true(str_equal(trace_token(run.trace, first.key)->text, STR("dog")));
  MatView weights = trace_matrix(run.trace, TRACE_WEIGHTS, first.layer, first.head);
  assert_true(mat_get(weights, first.query, first.key) < 0.5f);
  assert_true(first_picture_find_in_head(run.trace, first.layer, 0, &previous)); /* graded */
  check_graded(&run, previous);
  run_free(&run);
}

/* Sentences too long to search: the first pronoun, not the last word, in every head. */
static void where_no_row_is_found_it_is_that_of_prediction(void **state) {
  (void)state;
  static const char longer[] =
      "The animal did not cross the street because it was too tired and the driver did not stop "
      "the "
      "car because he was too late for the meeting that had been moved to the morning by the boss "
      "who wanted to leave early since she had to take the train to the city where her mother "
      "lived "
      "with two cats and one dog near the old harbor";
  Run run = run_make("reader", "own", str_from(longer));
  FirstPicture first;
  assert_true(trace_token_count(run.trace) > FIRST_PICTURE_KEYS_MOST);
  assert_false(first_picture_find(run.trace, &first));
  for (int layer = 0; layer < trace_layer_count(run.trace); layer++)
    for (int head = 0; head < trace_head_count(run.trace, layer); head++) {
      assert_int_equal(first_picture_own_row(run.trace, layer, head), 8);
      assert_int_equal(first_picture_row(run.trace, layer, head, 67), 8);
      assert_int_equal(first_picture_row(run.trace, layer, head, 5), 4);
    }
  run_free(&run);
  run = run_make("hand-made", "own", str_from("hello")); /* it predicts nothing */
  assert_int_equal(first_picture_own_row(run.trace, 0, 0), -1);
  assert_int_equal(first_picture_row(run.trace, 0, 0, 1), 0);
  run_free(&run);
}

static void the_writer_begins_at_the_last_word(void **state) {
  (void)state;
  Run run = run_make("writer", "own", str_from(sentence));
  FirstPicture first;
  assert_true(first_picture_find(run.trace, &first));
  assert_int_equal(first.query, 10);
  for (int layer = 0; layer < trace_layer_count(run.trace); layer++)
    for (int head = 0; head < trace_head_count(run.trace, layer); head++)
      assert_int_equal(first_picture_own_row(run.trace, layer, head), 10);
  run_free(&run);
}

/* Each row is said for a word of the other sentence: the one that says most clearly for which. */
static void a_translator_begins_at_its_clearest_row(void **state) {
  (void)state;
  Run run = run_make("translator", "own", str_from(sentence));
  const Trace *cross = trace_of_half(run.trace, HALF_CROSS);
  int layer = trace_layer_count(cross) - 1, none = 0;
  for (int head = 0; head < trace_head_count(cross, layer); head++) {
    FirstPicture first;
    if (first_picture_find_in_head(cross, layer, head, &first)) continue;
    none++;
    MatView weights = trace_matrix(cross, TRACE_WEIGHTS, layer, head);
    int own = first_picture_own_row(cross, layer, head);
    float most = 0, of_own = 0;
    for (int row = 0; row < weights.rows; row++)
      for (int key = 0; key < weights.cols; key++) {
        most = fmaxf(most, mat_get(weights, row, key));
        if (row == own) of_own = fmaxf(of_own, mat_get(weights, row, key));
      }
    assert_true(of_own == most && most > 0.9f);
  }
  assert_true(none > 0);
  run_free(&run);
}

static void where_nothing_is_shared_nothing_is_found(void **state) {
  (void)state;
  static const char *const sentences[] = {"", "hello"};
  for (int i = 0; i < 2; i++) {
    Run run = run_make("hand-made", "own", str_from(sentences[i]));
    FirstPicture first;
    assert_false(first_picture_find(run.trace, &first));
    run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_row_found_is_graded_and_always_the_same),
      cmocka_unit_test(the_reader_begins_at_its_pronoun),
      cmocka_unit_test(a_row_that_shows_the_answer_comes_before_graded_rows),
      cmocka_unit_test(where_no_row_is_found_it_is_that_of_prediction),
      cmocka_unit_test(the_writer_begins_at_the_last_word),
      cmocka_unit_test(a_translator_begins_at_its_clearest_row),
      cmocka_unit_test(where_nothing_is_shared_nothing_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
