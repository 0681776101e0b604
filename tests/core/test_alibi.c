/* Linear biases (M-47): slopes as published, biases by distance alone, in place and without. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/alibi.h"

static void slopes_of_a_power_of_two_halve(void **state) {
  (void)state;
  /* The paper: 1/2, 1/4 … 1/256 of 8 heads; of 16 every second one of them is between two. */
  for (int head = 0; head < 8; head++)
    assert_true(alibi_slope(head, 8) == 1.0 / (double)(2 << head));
  for (int head = 0; head < 8; head++)
    assert_true(fabs(alibi_slope(2 * head + 1, 16) - alibi_slope(head, 8)) < 1e-15);
  assert_true(alibi_slope(0, 1) == 1.0 / 256);
  assert_true(alibi_slope(0, 2) == 1.0 / 16 && alibi_slope(1, 2) == 1.0 / 256);
}

/* What get_slopes(12) and get_slopes(6) of the published program give: those of 8 (4) heads, then
** the 1st, 3rd, 5th and 7th (1st and 3rd) of those of 16 (8). */
static void slopes_of_other_counts_take_every_other_one(void **state) {
  (void)state;
  static const double twelve[] = {0.5,        0.25,       0.125,       0.0625,
                                  0.03125,    0.015625,   0.0078125,   0.00390625,
                                  0.70710678, 0.35355339, 0.176776695, 0.088388348};
  static const double six[] = {0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125};
  for (int head = 0; head < 12; head++)
    assert_true(fabs(alibi_slope(head, 12) - twelve[head]) < 1e-8);
  for (int head = 0; head < 6; head++) assert_true(alibi_slope(head, 6) == six[head]);
}

static void a_bias_depends_on_the_distance_alone(void **state) {
  (void)state;
  float at[4 * 9];
  Mat bias = {at, 4, 7, 9};
  alibi_fill(0.25, 3, bias);
  for (int row = 0; row < 4; row++)
    for (int key = 0; key < 7; key++) {
      int away = abs(row + 3 - key);
      assert_true(mat_get(mat_view(bias), row, key) == -0.25f * (float)away);
    }
}

static void adding_in_place_is_the_same_as_adding_the_matrix(void **state) {
  (void)state;
  float scores[3 * 5], biases[3 * 5], apart[3 * 5];
  Mat scaled = {scores, 3, 5, 5}, bias = {biases, 3, 5, 5}, sum = {apart, 3, 5, 5};
  for (int i = 0; i < 15; i++) scores[i] = (float)(i * i) * 0.3f - 7;
  double slope = alibi_slope(8, 12);
  alibi_fill(slope, 2, bias);
  mat_add(mat_view(scaled), mat_view(bias), sum);
  alibi_add(mat_view(scaled), slope, 2, scaled);
  for (int i = 0; i < 15; i++) assert_true(scores[i] == apart[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_of_a_power_of_two_halve),
      cmocka_unit_test(slopes_of_other_counts_take_every_other_one),
      cmocka_unit_test(a_bias_depends_on_the_distance_alone),
      cmocka_unit_test(adding_in_place_is_the_same_as_adding_the_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
