/* tests/trace/test_blend.c -- M-07 term by term: terms are weight × value, the chosen ones and the
** others make the whole output, and so do their weights. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "trace/workings/blend.h"

enum { KEYS = 7, COLS = 5, CHOSEN = 3, STRIDE = 6 };
static const int CHOSEN_KEYS[CHOSEN] = {4, 0, 5}; /* in no order */

typedef struct Row {
  Arena *arena;
  float weights[KEYS], values[KEYS * STRIDE];
} Row;

static MatView weights_of(const Row *row) { return (MatView){row->weights, 1, KEYS, KEYS}; }
static MatView values_of(const Row *row) { return (MatView){row->values, KEYS, COLS, STRIDE}; }

static void make_row(Row *row) {
  Rng rng = rng_make(7);
  row->arena = arena_make(4096);
  for (int i = 0; i < KEYS; i++) row->weights[i] = (float)rng_uniform(&rng);
  for (int i = 0; i < KEYS * STRIDE; i++) row->values[i] = 4 * (float)rng_uniform(&rng) - 2;
}

static void terms_are_weights_times_values(void **state) {
  Row row;
  (void)state;
  make_row(&row);
  MatView terms = blend_terms(row.arena, weights_of(&row), values_of(&row));
  assert_non_null(terms.at);
  assert_true(terms.rows == KEYS && terms.cols == COLS);
  for (int key = 0; key < KEYS; key++)
    for (int c = 0; c < COLS; c++)
      assert_true(mat_get(terms, key, c) == row.weights[key] * row.values[key * STRIDE + c]);
  arena_free(row.arena);
}

static void chosen_and_others_make_the_output(void **state) {
  Row row;
  (void)state;
  make_row(&row);
  MatView terms = blend_terms(row.arena, weights_of(&row), values_of(&row));
  MatView others = blend_others(row.arena, terms, (ChosenKeys){CHOSEN_KEYS, CHOSEN});
  assert_true(others.rows == 1 && others.cols == COLS);
  for (int c = 0; c < COLS; c++) {
    double output = 0, sum = mat_get(others, 0, c);
    for (int key = 0; key < KEYS; key++)
      output += (double)row.weights[key] * row.values[key * STRIDE + c];
    for (int i = 0; i < CHOSEN; i++) sum += mat_get(terms, CHOSEN_KEYS[i], c);
    assert_true(fabs(sum - output) < 1e-5);
  }
  arena_free(row.arena);
}

static void rest_is_the_weight_of_the_others(void **state) {
  static const int others[KEYS - CHOSEN] = {1, 2, 3, 6};
  Row row;
  (void)state;
  make_row(&row);
  double rest = blend_rest(weights_of(&row), (ChosenKeys){CHOSEN_KEYS, CHOSEN}), expected = 0;
  for (int i = 0; i < KEYS - CHOSEN; i++) expected += (double)row.weights[others[i]];
  assert_true(fabs(rest - expected) < 1e-9);
  assert_true(blend_rest(weights_of(&row), (ChosenKeys){CHOSEN_KEYS, 0}) > rest);
  arena_free(row.arena);
}

static void of_no_others_nothing_is_left(void **state) {
  static const int all[KEYS] = {0, 1, 2, 3, 4, 5, 6};
  Row row;
  (void)state;
  make_row(&row);
  MatView terms = blend_terms(row.arena, weights_of(&row), values_of(&row));
  MatView others = blend_others(row.arena, terms, (ChosenKeys){all, KEYS});
  for (int c = 0; c < COLS; c++) assert_true(mat_get(others, 0, c) == 0);
  arena_free(row.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(terms_are_weights_times_values),
                                     cmocka_unit_test(chosen_and_others_make_the_output),
                                     cmocka_unit_test(rest_is_the_weight_of_the_others),
                                     cmocka_unit_test(of_no_others_nothing_is_left)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
