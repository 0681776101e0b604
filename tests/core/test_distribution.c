/* M-90 and M-92: deviations and counts as NumPy has them, the norm of the derivative of softmax as
** PyTorch's automatic derivative has it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/distribution.h"
#include "core/softmax.h"
#include "support/reference.h"

enum { NUMBERS_MOST = 512, BINS = 9 };

static double number_of(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

static int read_floats(const json_t *array, float *numbers) {
  int count = (int)json_array_size(array);
  assert_true(count <= NUMBERS_MOST);
  for (int i = 0; i < count; i++)
    numbers[i] = (float)json_number_value(json_array_get(array, (size_t)i));
  return count;
}

static void deviations_and_counts_are_those_of_numpy(void **state) {
  (void)state;
  json_t *fixture = reference_load("experiment_fixture.json"), *one;
  size_t i;
  json_array_foreach(json_object_get(fixture, "spreads"), i, one) {
    float x[NUMBERS_MOST];
    int counts[BINS], count = read_floats(json_object_get(one, "x"), x);
    Distribution spread = distribution_of(x, count);
    double high = number_of(one, "high");
    assert_true(fabs(spread.mean - number_of(one, "mean")) < 1e-9 * high);
    assert_true(fabs(spread.deviation - number_of(one, "deviation")) < 1e-9 * high);
    distribution_count(x, count, -high, high, counts, BINS);
    for (int b = 0; b < BINS; b++)
      assert_int_equal(
          counts[b], json_integer_value(json_array_get(json_object_get(one, "counts"), (size_t)b)));
  }
  json_decref(fixture);
}

static void the_norm_of_the_derivative_is_that_of_pytorch(void **state) {
  (void)state;
  json_t *fixture = reference_load("experiment_fixture.json"), *one;
  size_t i;
  json_array_foreach(json_object_get(fixture, "jacobians"), i, one) {
    float shares[NUMBERS_MOST];
    int count = read_floats(json_object_get(one, "shares"), shares);
    double error = (double)softmax_jacobian_norm(shares, count) - number_of(one, "norm");
    assert_true(fabs(error) < 1e-6);
  }
  const float all[] = {0, 1, 0}, none[] = {0, 0};
  assert_true(!(softmax_jacobian_norm(all, 3) > 0) && !(softmax_jacobian_norm(none, 2) > 0));
  json_decref(fixture);
}

/* The curve has area 1, and its height at 0 is 1 / (σ √(2π)). */
static void the_bell_has_area_1(void **state) {
  (void)state;
  double sum = 0;
  for (int i = -800; i <= 800; i++) sum += distribution_normal(i * 0.05, 5) * 0.05;
  assert_true(fabs(sum - 1) < 1e-9);
  assert_true(fabs(distribution_normal(0, 2) - 0.19947114020071635) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(deviations_and_counts_are_those_of_numpy),
      cmocka_unit_test(the_norm_of_the_derivative_is_that_of_pytorch),
      cmocka_unit_test(the_bell_has_area_1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
