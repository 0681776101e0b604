/* tests/base/test_number.c -- clamps and lerps at their ends, where another spelling would differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/number.h"

static void a_clamp_gives_the_value_or_the_limit_it_passes(void **state) {
  (void)state;
  assert_int_equal(int_clamp(-3, 0, 7), 0);
  assert_int_equal(int_clamp(3, 0, 7), 3);
  assert_int_equal(int_clamp(8, 0, 7), 7);
  assert_true(float_clamp(-0.5f, 0, 1) == 0);
  assert_true(float_clamp(0.25f, 0, 1) == 0.25f);
  assert_true(float_clamp(1.5f, 0, 1) == 1);
  assert_true(double_clamp(-2e9, -1e9, 1e9) == -1e9);
  assert_true(double_clamp(2e9, -1e9, 1e9) == 1e9);
}

static void the_upper_limit_wins_where_the_limits_cross(void **state) {
  (void)state;
  for (int value = -1; value <= 11; value++) {
    assert_int_equal(int_clamp(value, 10, 0), 0);
    assert_true(float_clamp((float)value, 10, 0) == 0);
    assert_true(double_clamp(value, 10, 0) == 0);
  }
}

static void infinities_are_clamped_and_nan_becomes_the_lower_limit(void **state) {
  (void)state;
  assert_true(float_clamp(INFINITY, 2, 3) == 3);
  assert_true(float_clamp(-INFINITY, 2, 3) == 2);
  assert_true(float_clamp(NAN, 2, 3) == 2);
  assert_true(double_clamp((double)NAN, 2, 3) == 2);
}

static void a_lerp_begins_at_its_start_and_goes_on_behind_its_end(void **state) {
  (void)state;
  assert_true(float_lerp(2, 6, 0) == 2);
  assert_true(float_lerp(2, 6, 0.25f) == 3);
  assert_true(float_lerp(2, 6, 1) == 6);
  assert_true(float_lerp(2, 6, 2) == 10);
  assert_true(float_lerp(6, 2, 0.25f) == 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_clamp_gives_the_value_or_the_limit_it_passes),
      cmocka_unit_test(the_upper_limit_wins_where_the_limits_cross),
      cmocka_unit_test(infinities_are_clamped_and_nan_becomes_the_lower_limit),
      cmocka_unit_test(a_lerp_begins_at_its_start_and_goes_on_behind_its_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
