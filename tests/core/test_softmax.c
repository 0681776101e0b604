/* M-06: shares of 1, at every size of row and at the edges of float. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/softmax.h"
#include "support/reference.h"

static void check_rows(const json_t *rows, bool nested) {
  Arena *arena = arena_make(0);
  json_t *one;
  size_t i;
  json_array_foreach(rows, i, one) {
    json_t *x_row = json_object_get(one, "x"), *y_row = json_object_get(one, "y");
    json_t *x_rows = nested ? json_incref(x_row) : json_pack("[O]", x_row);
    json_t *y_rows = nested ? json_incref(y_row) : json_pack("[O]", y_row);
    Mat x = reference_floats(arena, x_rows), y = reference_empty(arena, 1, x.cols);
    (void)softmax_row(x.at, y.at, x.cols);
    assert_near("softmax", mat_view(y), reference_matrix(arena, y_rows), 1e-6);
    json_decref(x_rows);
    json_decref(y_rows);
  }
  arena_free(arena);
}

static void rows_equal_the_reference(void **state) {
  (void)state;
  json_t *root = reference_load("softmax.json");
  assert_int_equal(json_array_size(json_object_get(root, "softmax")), 8);
  check_rows(json_object_get(root, "softmax"), false);
  json_decref(root);
}

static void rows_equal_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json");
  check_rows(json_object_get(root, "softmax"), true);
  json_decref(root);
}

/* Visible up to end, except that a quarter of those after the first are hidden too. */
static void check_length(Rng *rng, int count, int end) {
  float x[70], y[70];
  double max = -INFINITY, sum = 0.0;
  for (int i = 0; i < count; i++) {
    bool hidden = i >= end || (i > 0 && rng_below(rng, 4) == 0);
    x[i] = hidden ? -INFINITY : (float)(4.0 * rng_normal(rng));
    max = fmax(max, (double)x[i]);
  }
  x[count] = y[count] = 77.0f; /* behind the row: neither read nor written */
  for (int i = 0; i < count; i++) sum += exp((double)x[i] - max);
  SoftmaxParts parts = softmax_row(x, y, count);
  assert_true(parts.max == (float)max && fabs((double)parts.sum / sum - 1.0) < 4e-7);
  for (int i = 0; i < count; i++)
    assert_true(fabs((double)y[i] - exp((double)x[i] - max) / sum) < 3e-7);
  assert_true(y[count] == 77.0f);
  softmax_row(x, x, count); /* in place the same */
  assert_memory_equal(x, y, (size_t)(count + 1) * sizeof *x);
}

/* Every length around the 16 lanes, hidden from every place on, in the middle and everywhere. */
static void every_length_is_right(void **state) {
  (void)state;
  Rng rng = rng_make(3);
  for (int count = 1; count <= 69; count++)
    for (int end = 1; end <= count; end++) check_length(&rng, count, end);
}

static void a_row_hidden_whole_gives_zeros(void **state) {
  (void)state;
  float x[40], y[40];
  for (int i = 0; i < 40; i++) x[i] = -INFINITY, y[i] = NAN;
  for (int count = 1; count <= 40; count++) {
    SoftmaxParts parts = softmax_row(x, y, count);
    assert_true(parts.max == -INFINITY && parts.sum == 0.0f);
    for (int i = 0; i < count; i++) assert_true(y[i] == 0.0f);
  }
  softmax_exponentials(x, -INFINITY, y, 40);
  for (int i = 0; i < 40; i++) assert_true(y[i] == 0.0f);
  assert_true(softmax_entropy_bits(y, 40) == 0.0f);
  (void)softmax_row(x, y, 0);
}

/* NaN in the scores is an error of the model, which is shown: the row is NaN. */
static void nan_stays_nan(void **state) {
  (void)state;
  float among_numbers[] = {1.0f, NAN, 2.0f}, among_hidden[] = {-INFINITY, NAN, -INFINITY}, y[3];
  (void)softmax_row(among_numbers, y, 3);
  for (int i = 0; i < 3; i++) assert_true(isnan(y[i]));
  (void)softmax_row(among_hidden, y, 3);
  for (int i = 0; i < 3; i++) assert_true(isnan(y[i]));
  float late[] = {0, 1, 2, 3, 4, 5, 6, 7, -INFINITY, NAN, -INFINITY, -INFINITY}, shares[12];
  (void)softmax_row(late, shares, 12);
  for (int i = 0; i < 12; i++) assert_true(isnan(shares[i]));
}

enum { BATCH = 4096 };

static int64_t ordered(float x) {
  int32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
}

static double ulps(float got, double exact) {
  float nearest = (float)exact;
  return fabs((double)(ordered(got) - ordered(nearest)));
}

/* Every 61st float of [−105, 88] against libm: at most 2 units in the last place, and 0 where the
** result would be no normal float. */
static void exponential_is_within_two_ulp(void **state) {
  (void)state;
  float x[BATCH], y[BATCH];
  double worst = 0.0;
  for (int sign = 0; sign < 2; sign++) {
    uint32_t last = sign ? 0x42D20000u : 0x42B00000u; /* 105 and 88 */
    for (uint32_t bits = 0; bits <= last;) {
      int count = 0;
      for (; count < BATCH && bits <= last; bits += 61) {
        uint32_t signed_bits = bits | (sign ? 0x80000000u : 0);
        memcpy(&x[count++], &signed_bits, sizeof(float));
      }
      softmax_exponentials(x, 0.0f, y, count);
      for (int i = 0; i < count; i++) {
        double exact = exp((double)x[i]);
        if (exact >= 0x1p-126) worst = fmax(worst, ulps(y[i], exact));
        else assert_true(y[i] == 0.0f);
      }
    }
  }
  if (worst > 2.0) fail_msg("%.0f ulp", worst);
}

static void entropy_is_in_bits(void **state) {
  (void)state;
  const float even[] = {0.25f, 0.25f, 0.25f, 0.25f}, sure[] = {0.0f, 1.0f};
  assert_true(fabsf(softmax_entropy_bits(even, 4) - 2.0f) < 1e-6f);
  assert_true(softmax_entropy_bits(sure, 2) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_equal_the_reference),
      cmocka_unit_test(rows_equal_pytorch),
      cmocka_unit_test(every_length_is_right),
      cmocka_unit_test(a_row_hidden_whole_gives_zeros),
      cmocka_unit_test(nan_stays_nan),
      cmocka_unit_test(exponential_is_within_two_ulp),
      cmocka_unit_test(entropy_is_in_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
