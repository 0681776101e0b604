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
      cmocka_unit_test(where_nothing_is_shared_nothing_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
