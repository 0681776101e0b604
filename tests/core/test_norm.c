/* Norms by the root mean square (M-71) and gates (M-72). M-10 is tested in test_activation.c. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/activation.h"
#include "core/norm.h"

enum { WIDTH_MOST = 1030 };

/* The example of docs/maths.md. */
static void the_example_is_right(void **state) {
  (void)state;
  const float x[] = {1, 2, 3, 6}, expected[] = {0.2828f, 0.5657f, 0.8485f, 1.6971f};
  float y[4];
  const Norm norm = {.method = NORM_RMS};
  norm_rows(&norm, (MatView){x, 1, 4, 4}, (Mat){y, 1, 4, 4});
  for (int i = 0; i < 4; i++) assert_true(fabsf(y[i] - expected[i]) < 5e-5f);
  NormSpread spread = norm_spread(NORM_RMS, x, 4, 0);
  assert_true(spread.mean == 0 && fabsf(spread.deviation - 3.5355f) < 5e-5f);
}

/* Against the formula in double, for every width up to past a register, in place too. */
static void rows_are_divided_by_their_root_mean_square(void **state) {
  (void)state;
  static float x[WIDTH_MOST], y[WIDTH_MOST], gain[WIDTH_MOST];
  Rng rng = rng_make(71);
  for (int width = 1; width <= WIDTH_MOST; width += width < 40 ? 1 : 330) {
    double square = 0, epsilon = 1e-5;
    for (int i = 0; i < width; i++) {
      x[i] = (float)(3 + 2 * rng_normal(&rng));
      gain[i] = (float)rng_normal(&rng);
      square += (double)x[i] * (double)x[i];
    }
    double inverse = 1 / sqrt(square / width + (double)(float)epsilon);
    for (int with_gain = 0; with_gain < 2; with_gain++) {
      const Norm norm = {NORM_RMS, with_gain ? gain : NULL, NULL, (float)epsilon};
      norm_rows(&norm, (MatView){x, 1, width, width}, (Mat){y, 1, width, width});
      for (int i = 0; i < width; i++) {
        double expected = (double)x[i] * inverse * (with_gain ? (double)gain[i] : 1);
        assert_true(fabs((double)y[i] - expected) <= 1e-7 * fabs(expected) + 1e-12);
      }
    }
    const Norm norm = {NORM_RMS, gain, NULL, (float)epsilon};
    norm_rows(&norm, (MatView){x, 1, width, width}, (Mat){x, 1, width, width});
    assert_memory_equal(x, y, (size_t)width * sizeof *x);
  }
}

/* A row of zeros stays one; the other method is norm_layer. */
static void both_methods_are_told_apart(void **state) {
  (void)state;
  float zeros[3] = {0}, x[3] = {1, 2, 6}, a[3], b[3];
  const float gain[3] = {1, 2, 3}, bias[3] = {3, 2, 1};
  Norm norm = {.method = NORM_RMS, .epsilon = 1e-5f};
  norm_rows(&norm, (MatView){zeros, 1, 3, 3}, (Mat){a, 1, 3, 3});
  for (int i = 0; i < 3; i++) assert_true(a[i] == 0);
  norm = (Norm){NORM_LAYER, gain, bias, 1e-5f};
  norm_rows(&norm, (MatView){x, 1, 3, 3}, (Mat){a, 1, 3, 3});
  norm_layer((MatView){x, 1, 3, 3}, gain, bias, 1e-5f, (Mat){b, 1, 3, 3});
  assert_memory_equal(a, b, sizeof a);
}

static void a_gate_lets_through(void **state) {
  (void)state;
  float gate[2] = {1, -1};
  const float up[2] = {2, 3};
  Mat units = {gate, 1, 2, 2};
  activation_apply(ACTIVATION_SILU, units);
  mat_multiply(mat_view(units), (MatView){up, 1, 2, 2}, units);
  assert_true(fabsf(gate[0] - 1.46212f) < 1e-5f && fabsf(gate[1] + 0.80682f) < 1e-5f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_is_right),
      cmocka_unit_test(rows_are_divided_by_their_root_mean_square),
      cmocka_unit_test(both_methods_are_told_apart),
      cmocka_unit_test(a_gate_lets_through),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
