/* tests/core/test_activation.c -- every activation against its formula in double, from −30 to 30,
** in every lane of a register; and the largest |x| as bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/activation.h"

enum { COUNT = 6007 };

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static double relu(double x) { return x > 0 ? x : 0; }
static double gelu(double x) { return 0.5 * x * erfc(-x / sqrt(2)); }
static double gelu_tanh(double x) {
  return 0.5 * x * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
}
static double quick_gelu(double x) { return x * sigmoid(1.702 * x); }
static double gelu_10(double x) { return fmin(10, fmax(-10, gelu(x))); }
static double silu(double x) { return x * sigmoid(x); }
static double linear(double x) { return x; }

static const struct {
  Activation activation;
  double (*formula)(double x);
} bends[] = {{ACTIVATION_RELU, relu},           {ACTIVATION_GELU, gelu},
             {ACTIVATION_GELU_TANH, gelu_tanh}, {ACTIVATION_QUICK_GELU, quick_gelu},
             {ACTIVATION_GELU_10, gelu_10},     {ACTIVATION_SILU, silu},
             {ACTIVATION_TANH, tanh},           {ACTIVATION_SIGMOID, sigmoid},
             {ACTIVATION_LINEAR, linear}};

static float numbers[COUNT], bent[COUNT], part[COUNT];

static int fill_with_numbers(void **state) {
  (void)state;
  for (int i = 0; i < COUNT; i++) numbers[i] = (float)(i - COUNT / 2) / 100;
  return 0;
}

static void every_bend_is_its_formula(void **state) {
  (void)state;
  assert_int_equal(sizeof bends / sizeof bends[0], ACTIVATION_COUNT);
  for (int i = 0; i < ACTIVATION_COUNT; i++) {
    memcpy(bent, numbers, sizeof bent);
    activation_apply(bends[i].activation, (Mat){bent, 1, COUNT, COUNT});
    for (int n = 0; n < COUNT; n++) {
      double x = (double)numbers[n], wanted = bends[i].formula(x);
      if (!(fabs((double)bent[n] - wanted) <= 2e-7 * fmax(fabs(x), 0.25)))
        fail_msg("%s of %g is %.9g, not %.9g", activation_symbol(bends[i].activation), x,
                 (double)bent[n], wanted);
    }
  }
}

/* Of small numbers little is lost: gelu(x) is near x / 2. */
static void gelu_of_little_keeps_its_digits(void **state) {
  (void)state;
  float x[] = {1e-3f, -1e-3f, 1e-6f, -1e-20f, 0};
  activation_apply(ACTIVATION_GELU, (Mat){x, 1, 5, 5});
  assert_true(fabs((double)x[0] / gelu((double)1e-3f) - 1) < 2e-7);
  assert_true(fabs((double)x[1] / gelu((double)-1e-3f) - 1) < 2e-7);
  assert_true(fabs((double)x[2] / gelu((double)1e-6f) - 1) < 2e-7);
  assert_true(fabs((double)x[3] / gelu((double)-1e-20f) - 1) < 2e-7);
  assert_true(x[4] == 0);
}

/* The distance between the result and the right float, counted in floats. */
static double units_off(float got, double exact) {
  int32_t a, b;
  float nearest = (float)exact;
  memcpy(&a, &got, sizeof a);
  memcpy(&b, &nearest, sizeof b);
  int64_t from = a < 0 ? -(int64_t)(a & INT32_MAX) : a, to = b < 0 ? -(int64_t)(b & INT32_MAX) : b;
  return fabs((double)(from - to));
}

/* Activations whose argument is not rounded are right but for the last two bits: for floats of
** every size and both signs, as long as the result is a normal float. */
static void bends_are_right_to_the_last_digits(void **state) {
  (void)state;
  static const struct {
    Activation activation;
    double (*formula)(double x);
    double most;
  } exact[] = {
      {ACTIVATION_SILU, silu, 4}, {ACTIVATION_TANH, tanh, 3}, {ACTIVATION_SIGMOID, sigmoid, 3}};
  for (int i = 0; i < 3; i++)
    for (uint32_t bits = 0x00800000u; bits < 0x42AE0000u; bits += 997 * COUNT) /* 87 */
      for (uint32_t sign = 0; sign < 2; sign++) {
        for (uint32_t n = 0; n < COUNT; n++) {
          uint32_t one = (bits + n * 997u) | sign << 31;
          memcpy(&part[n], &one, sizeof one);
          if (!(fabsf(part[n]) < 87)) part[n] = 1;
        }
        memcpy(bent, part, sizeof bent);
        activation_apply(exact[i].activation, (Mat){bent, 1, COUNT, COUNT});
        for (int n = 0; n < COUNT; n++) {
          double wanted = exact[i].formula((double)part[n]);
          if (fabs(wanted) >= 0x1p-126 && units_off(bent[n], wanted) > exact[i].most)
            fail_msg("%s of %.9g is %.9g, not %.9g", activation_symbol(exact[i].activation),
                     (double)part[n], (double)bent[n], wanted);
        }
      }
}

static void a_bend_does_not_depend_on_the_place(void **state) {
  (void)state;
  for (int i = 0; i < ACTIVATION_COUNT; i++) {
    memcpy(bent, numbers, sizeof bent);
    activation_apply(bends[i].activation, (Mat){bent, 1, COUNT, COUNT});
    for (int count = 1; count < 20; count++) {
      memcpy(part, numbers + 2990, sizeof part - 2990 * sizeof *part);
      activation_apply(bends[i].activation, (Mat){part, 1, count, count});
      assert_memory_equal(part, bent + 2990, (size_t)count * sizeof *part);
    }
  }
}

static void nan_stays_nan(void **state) {
  (void)state;
  for (int i = 0; i < ACTIVATION_COUNT; i++) {
    float x[9] = {0, 1, NAN, 2, 3, 4, 5, 6, NAN};
    activation_apply(bends[i].activation, (Mat){x, 1, 9, 9});
    for (int n = 0; n < 9; n++) assert_true((isnan(x[n]) != 0) == (n == 2 || n == 8));
  }
}

static float number_of(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static void the_largest_is_told_as_bits(void **state) {
  (void)state;
  float x[3 * 10] = {0};
  MatView m = {x, 3, 9, 10};
  x[9] = 99; /* beside the matrix */
  assert_int_equal(mat_largest_bits(m, false), 0);
  x[13] = -2.5f;
  x[28] = 2;
  assert_true(number_of(mat_largest_bits(m, false)) == 2.5f);
  x[20] = -INFINITY;
  assert_true(mat_largest_bits(m, false) == 0x7f800000u);
  assert_true(number_of(mat_largest_bits(m, true)) == 2.5f);
  x[21] = INFINITY;
  assert_true(mat_largest_bits(m, true) == 0x7f800000u);
  x[22] = NAN;
  assert_true(mat_largest_bits(m, true) > 0x7f800000u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bend_is_its_formula),
      cmocka_unit_test(gelu_of_little_keeps_its_digits),
      cmocka_unit_test(bends_are_right_to_the_last_digits),
      cmocka_unit_test(a_bend_does_not_depend_on_the_place),
      cmocka_unit_test(nan_stays_nan),
      cmocka_unit_test(the_largest_is_told_as_bits),
  };
  return cmocka_run_group_tests(tests, fill_with_numbers, NULL);
}
