/* M-104 and M-105: the mean of heads, half the row itself, and the product of layers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rollout.h"

static MatView view_of(const float *at, int rows, int cols) {
  return (MatView){at, rows, cols, cols};
}

/* The example of docs/maths.md. */
static void the_mean_of_two_heads(void **state) {
  (void)state;
  const float one[] = {1, 0, 0.5f, 0.5f}, two[] = {0, 1, 0.25f, 0.75f};
  double sums[4] = {0};
  float mean[4];
  rollout_add_head(view_of(one, 2, 2), sums);
  rollout_add_head(view_of(two, 2, 2), sums);
  rollout_mean(sums, 2, (Mat){mean, 2, 2, 2});
  const float expected[] = {0.5f, 0.5f, 0.375f, 0.625f};
  for (int i = 0; i < 4; i++) assert_float_equal(mean[i], expected[i], 1e-7);
}

static void half_is_the_row_itself(void **state) {
  (void)state;
  const float mean[] = {0.5f, 0.5f, 0.375f, 0.625f};
  const float expected[] = {0.75f, 0.25f, 0.1875f, 0.8125f};
  float mixed[4], rollout[4];
  rollout_mix(view_of(mean, 2, 2), (Mat){mixed, 2, 2, 2});
  for (int i = 0; i < 4; i++) assert_float_equal(mixed[i], expected[i], 1e-7);
  rollout_next(view_of(mixed, 2, 2), view_of(mixed, 2, 2), (Mat){rollout, 2, 2, 2});
  const float twice[] = {0.609375f, 0.390625f, 0.29296875f, 0.70703125f};
  for (int i = 0; i < 4; i++) assert_float_equal(rollout[i], twice[i], 1e-7);
}

/* Of two heads of two rows and columns. */
static RolloutPeak peak_of(const float *one, const float *two, const float *mean) {
  float weights[] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  int heads[4];
  RolloutLargest largest = {weights, heads};
  rollout_note_largest(view_of(one, 2, 2), 0, largest);
  rollout_note_largest(view_of(two, 2, 2), 1, largest);
  return rollout_peak(largest, view_of(mean, 2, 2));
}

static void the_cell_where_a_head_is_furthest_above_the_mean(void **state) {
  (void)state;
  const float one[] = {1, 0, 0.5f, 0.5f}, two[] = {0, 1, 0.25f, 0.75f};
  const float mean[] = {0.5f, 0.5f, 0.375f, 0.625f};
  RolloutPeak peak = peak_of(two, one, mean);
  assert_int_equal(peak.row * 2 + peak.col, 1); /* as far as the other, and of the first head */
  assert_float_equal(peak.above, 0.5f, 1e-6);
  peak = peak_of(one, two, mean);
  assert_int_equal(peak.row * 2 + peak.col, 0);
  peak = peak_of(mean, mean, mean);
  assert_int_equal(peak.row, -1); /* heads that are equal */
}

static void rows_keep_a_share_of_themselves(void **state) {
  (void)state;
  const float rollout[] = {0.6f, 0.4f, 0.3f, 0.7f};
  assert_float_equal(rollout_mean_of_own(view_of(rollout, 2, 2)), 0.65, 1e-7);
}

/* A row that attends to nothing stays itself, and rows that do not sum to 1 do so again. */
static void rows_sum_to_one_whatever_is_hidden(void **state) {
  (void)state;
  const float mean[] = {0, 0, 0, 2, 0, 1, 0.1f, 0.2f, 0};
  float mixed[9];
  rollout_mix(view_of(mean, 3, 3), (Mat){mixed, 3, 3, 3});
  assert_float_equal(mixed[0], 1, 0);
  for (int row = 0; row < 3; row++) {
    double sum = 0;
    for (int col = 0; col < 3; col++) sum += (double)mixed[row * 3 + col];
    assert_true(fabs(sum - 1) < 1e-6);
  }
}

/* Widths that are no multiple of what is added up side by side, views into wider matrices, and NaN
** in one place. */
static void products_of_any_width(void **state) {
  (void)state;
  enum { N = 7, WIDE = 9 };
  float a[N * WIDE], b[N * WIDE], to[N * WIDE];
  for (int i = 0; i < N * WIDE; i++) a[i] = (float)(i % 5) / 7, b[i] = (float)(i % 11) / 13;
  memset(to, 0, sizeof to);
  rollout_next((MatView){a, N, N, WIDE}, (MatView){b, N, N, WIDE}, (Mat){to, N, N, WIDE});
  for (int row = 0; row < N; row++)
    for (int col = 0; col < N; col++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += (double)a[row * WIDE + k] * (double)b[k * WIDE + col];
      assert_true(fabs((double)to[row * WIDE + col] - sum) < 1e-6);
    }
  a[2 * WIDE + 1] = NAN;
  rollout_next((MatView){a, N, N, WIDE}, (MatView){b, N, N, WIDE}, (Mat){to, N, N, WIDE});
  assert_true(isnan(to[2 * WIDE]) && !isnan(to[3 * WIDE]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_mean_of_two_heads),
      cmocka_unit_test(the_cell_where_a_head_is_furthest_above_the_mean),
      cmocka_unit_test(rows_keep_a_share_of_themselves),
      cmocka_unit_test(half_is_the_row_itself),
      cmocka_unit_test(rows_sum_to_one_whatever_is_hidden),
      cmocka_unit_test(products_of_any_width),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
