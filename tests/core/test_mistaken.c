/* The arithmetic of mistakes (M-95 to M-99, M-102, M-103), with the examples of docs/maths.md. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/attention.h"
#include "core/mistaken.h"

static void near(float got, double want) {
  if (!(fabs((double)got - want) < 1e-4)) fail_msg("%g instead of %g", (double)got, want);
}

static void columns_sum_to_one_over_any_bands(void **state) {
  (void)state;
  float x[4] = {2, 4, 4, 9}, y[4], max[2];
  double sum[2];
  MistakenColumns columns = {max, sum, 2};
  for (int rows = 1; rows <= 2; rows++) { /* in bands of one row and of two */
    mistaken_columns_begin(columns);
    for (int first = 0; first < 2; first += rows)
      mistaken_columns_max((MatView){x + 2 * first, rows, 2, 2}, columns);
    for (int first = 0; first < 2; first += rows)
      mistaken_columns_add((MatView){x + 2 * first, rows, 2, 2}, columns);
    mistaken_columns_share((MatView){x, 2, 2, 2}, columns, (Mat){y, 2, 2, 2});
    near(y[0] + y[1], 0.1259);
    near(y[2] + y[3], 1.8741);
    near(y[0] + y[2], 1);
    near(y[1] + y[3], 1);
  }
}

static void a_column_that_is_hidden_whole_is_zero(void **state) {
  (void)state;
  float x[4] = {1, -INFINITY, 2, -INFINITY}, y[4], max[2];
  double sum[2];
  MistakenColumns columns = {max, sum, 2};
  MatView scores = {x, 2, 2, 2};
  mistaken_columns_begin(columns);
  mistaken_columns_max(scores, columns);
  mistaken_columns_add(scores, columns);
  mistaken_columns_share(scores, columns, (Mat){y, 2, 2, 2});
  assert_true(y[1] == 0 && y[3] == 0);
  near(y[0] + y[2], 1);
}

/* As softmax while nothing overflows; else NaN, and 0 for what is divided by inf. */
static void without_a_maximum_large_scores_overflow(void **state) {
  (void)state;
  float small[2] = {2, 4}, large[3] = {1000, 1001, 3}, low[2] = {-200, -300};
  float hidden[2] = {-INFINITY, -INFINITY};
  mistaken_no_max((MatView){small, 1, 2, 2}, (Mat){small, 1, 2, 2});
  near(small[0], 0.1192);
  near(small[1], 0.8808);
  mistaken_no_max((MatView){large, 1, 3, 3}, (Mat){large, 1, 3, 3});
  assert_true(isnan(large[0]) && isnan(large[1]) && large[2] == 0);
  mistaken_no_max((MatView){low, 1, 2, 2}, (Mat){low, 1, 2, 2});
  assert_true(isnan(low[0]) && isnan(low[1]));
  mistaken_no_max((MatView){hidden, 1, 2, 2}, (Mat){hidden, 1, 2, 2});
  assert_true(hidden[0] == 0 && hidden[1] == 0);
}

static void masks_that_come_late_or_are_zero(void **state) {
  (void)state;
  static const unsigned char hides[3] = {0, 0, 1};
  MaskView mask = {hides, 1, 3, 3};
  float late[3] = {2, 4, -0.5f}, zero[3] = {2, 4, -0.5f};
  Mat a = {late, 1, 3, 3}, b = {zero, 1, 3, 3};
  attn_weights(mat_view(a), a, NULL);
  mistaken_hide_with_zero(mat_view(a), mask, a);
  near(late[0] + late[1] + late[2], 0.9903);
  assert_true(late[2] == 0);
  mistaken_hide_with_zero(mat_view(b), mask, b);
  attn_weights(mat_view(b), b, NULL);
  near(zero[0], 0.1173);
  near(zero[1], 0.8668);
  near(zero[2], 0.0159);
}

static void values_first_refuses_or_mixes_columns(void **state) {
  (void)state;
  float v[4] = {1, 2, 3, 4}, a[4] = {0.25f, 0.75f, 1, 0}, y[4];
  assert_true(mistaken_values_fit(2, 2, 2) && !mistaken_values_fit(3, 3, 2) &&
              !mistaken_values_fit(2, 3, 2));
  mistaken_values_first((MatView){v, 2, 2, 2}, (MatView){a, 2, 2, 2}, (Mat){y, 2, 2, 2});
  near(y[0], 2.25);
  near(y[1], 0.75);
  near(y[2], 4.75);
  near(y[3], 2.25);
  mistaken_values_first((MatView){v, 2, 2, 2}, (MatView){a, 1, 2, 2}, (Mat){y, 1, 2, 2});
  assert_true(isnan(y[0]) && isnan(y[1]));
}

/* Two heads of one column, three tokens: a₀ b₀ a₁ | b₁ a₂ b₂. */
static void heads_are_split_in_the_wrong_order(void **state) {
  (void)state;
  float x[6] = {10, 20, 11, 21, 12, 22}, copy[6];
  static const float wanted[6] = {10, 21, 20, 12, 11, 22}; /* row by row, heads side by side */
  mistaken_split_heads((Mat){x, 3, 2, 2}, 2, copy);
  assert_memory_equal(x, wanted, sizeof x);
  for (int head = 0; head < 2; head++)
    for (int row = 0; row < 3; row++) {
      MistakenRow from = mistaken_row_from((MistakenRow){head, row}, 2, 3);
      MistakenRow back = mistaken_row_to(from, 2, 3);
      assert_true(back.head == head && back.row == row);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_sum_to_one_over_any_bands),
      cmocka_unit_test(a_column_that_is_hidden_whole_is_zero),
      cmocka_unit_test(without_a_maximum_large_scores_overflow),
      cmocka_unit_test(masks_that_come_late_or_are_zero),
      cmocka_unit_test(values_first_refuses_or_mixes_columns),
      cmocka_unit_test(heads_are_split_in_the_wrong_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
