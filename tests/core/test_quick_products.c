/* Products summed in float, for gradients, against plain sums in double; on both sides of the size
** where BLAS takes over. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/linear.h"

typedef struct Shape {
  int n, m, d; /* the result is [n,d], m the side that is shared */
} Shape;

static MatView view(const float *at, int rows, int cols) { return (MatView){at, rows, cols, cols}; }

static void fill(float *to, int count, uint64_t seed) {
  Rng rng = rng_make(seed);
  for (int k = 0; k < count; k++) to[k] = (float)rng_normal(&rng);
}

typedef void (*Product)(MatView a, MatView b, Mat c);

/* The largest error of a cell, as a share of what its products add up to without their signs. */
static double product_error(const float *a, const float *b, const float *c, Shape s, int kind) {
  double worst = 0.0;
  for (int r = 0; r < s.n; r++)
    for (int col = 0; col < s.d; col++) {
      double sum = 0.0, size = 0.0;
      for (int i = 0; i < s.m; i++) {
        double product = (double)(kind == 1 ? a[i * s.n + r] : a[r * s.m + i]) *
                         (double)(kind == 2 ? b[col * s.m + i] : b[i * s.d + col]);
        sum += product;
        size += fabs(product);
      }
      double error = fabs(sum - (double)c[r * s.d + col]) / size;
      if (!(error <= worst)) worst = error;
    }
  return worst;
}

static void quick_products_equal_plain_sums(void **state) {
  (void)state;
  const Product products[] = {linear_quick, linear_quick_left, linear_quick_right};
  const Shape sizes[] = {{1, 1, 1},    {5, 3, 7},     {14, 16, 14}, {40, 16, 40},
                         {33, 70, 65}, {112, 64, 64}, {64, 5, 130}, {200, 3, 9}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (int kind = 0; kind < 3; kind++) {
      Shape s = sizes[i];
      float a[8192], b[8192], c[8400];
      fill(a, s.n * s.m, 1);
      fill(b, s.m * s.d, 2);
      c[s.n * s.d] = 12.0f;
      products[kind](kind == 1 ? view(a, s.m, s.n) : view(a, s.n, s.m),
                     kind == 2 ? view(b, s.d, s.m) : view(b, s.m, s.d), (Mat){c, s.n, s.d, s.d});
      double error = product_error(a, b, c, s, kind);
      if (!(error < 1e-6)) fail_msg("product %d of %d %d %d: %g", kind, s.n, s.m, s.d, error);
      assert_true(c[s.n * s.d] == 12.0f); /* nothing is written behind the last number */
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quick_products_equal_plain_sums),
  };
  linear_use_one_thread();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
