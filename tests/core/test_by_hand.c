/* Rounding on paper, and attention with it (M-82). The whole is worked out with decimal fractions
** in tests/export/sheets.py. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/by_hand.h"

static void near(float a, double b) { assert_true(fabs((double)a - b) <= 1e-7 * (1 + fabs(b))); }

/* Numbers whose float is a little below a half count as the half. */
static void test_halves_go_away_from_zero(void **state) {
  (void)state;
  near(by_hand_number((double)(0.7f / 2), 1), 0.4);
  near(by_hand_number((double)(-0.7f / 2), 1), -0.4);
  near(by_hand_number(0.34, 1), 0.3);
  near(by_hand_number(2.5, 0), 3);
  near(by_hand_number((double)1234.565f, 2), 1234.57);
  for (int i = -3000; i < 3000; i++) /* every number with a half behind one decimal */
    near(by_hand_number((double)((float)(2 * i + 1) / 20), 1), (i < 0 ? i : i + 1) / 10.0);
}

/* Whole numbers of two digits: their scores are whole. */
static void test_large_numbers_have_no_digits_of_their_own(void **state) {
  (void)state;
  for (int i = 0; i <= BY_HAND_DIGITS_MOST; i += 997)
    assert_true(by_hand_number(i / 100.0, 2) == (float)(i / 100.0));
  assert_true(by_hand_number(1105, 4) == 1105.0f && by_hand_number(-3441, 4) == -3441.0f);
}

static void test_zero_has_no_sign(void **state) {
  (void)state;
  assert_false(signbit(by_hand_number(-0.04, 1)));
  assert_true(isinf(by_hand_number(-INFINITY, 1)));
}

/* The example of M-82. */
static void test_the_example(void **state) {
  (void)state;
  const float q[] = {1.5f, 0.4f}, k[] = {2.0f, 1.0f, -0.5f, 0.3f, 0.0f, 1.0f};
  const float v[] = {1.0f, -0.6f, 0.2f};
  float cells[3], below[3], powers[3], weights[3], output[1];
  Mat row = {cells, 1, 3, 3}, sum = {output, 1, 1, 1};
  by_hand_scores((MatView){q, 1, 2, 2}, (MatView){k, 3, 2, 2}, 1, row);
  near(cells[0], 3.4), near(cells[1], -0.63), near(cells[2], 0.4);
  by_hand_scale(mat_view(row), by_hand_number(sqrt(2), BY_HAND_ROOT_DECIMALS), 1, row);
  near(cells[0], 2.4), near(cells[1], -0.4), near(cells[2], 0.3);
  SoftmaxParts parts = by_hand_weights(cells, 3, 1, (ByHandSoftmax){below, powers, weights});
  near(parts.max, 2.4), near(below[1], 2.8), near(powers[1], 0.061), near(powers[2], 0.122);
  near(parts.sum, 1.183), near(weights[0], 0.85), near(weights[1], 0.05), near(weights[2], 0.1);
  by_hand_output((MatView){weights, 1, 3, 3}, (MatView){v, 3, 1, 1}, sum);
  near(output[0], 0.84);
}

static void test_a_hidden_row_has_no_weight(void **state) {
  (void)state;
  const float masked[] = {-INFINITY, -INFINITY};
  float below[2], powers[2], weights[2];
  SoftmaxParts parts = by_hand_weights(masked, 2, 1, (ByHandSoftmax){below, powers, weights});
  assert_true(isinf(parts.max) && parts.sum <= 0 && weights[0] <= 0 && weights[1] <= 0);
  assert_true(isinf(below[0]) && powers[1] <= 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_halves_go_away_from_zero),
      cmocka_unit_test(test_large_numbers_have_no_digits_of_their_own),
      cmocka_unit_test(test_zero_has_no_sign),
      cmocka_unit_test(test_the_example),
      cmocka_unit_test(test_a_hidden_row_has_no_weight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
