/* M-01, M-02, M-10 to M-12: products of every size, positions, normalisation, activations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/activation.h"
#include "core/linear.h"
#include "core/norm.h"
#include "core/position.h"
#include "core/row_product.h"
#include "support/reference.h"

static Mat random_mat(Arena *arena, Rng *rng, int rows, int cols) {
  Mat m = reference_empty(arena, rows, cols + 3); /* the rows do not touch */
  m.cols = cols;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) mat_row_of(m, r)[c] = (float)rng_normal(rng);
  return m;
}

static Reference product_in_double(Arena *arena, MatView a, MatView b, bool transposed) {
  Reference y = {.rows = a.rows, .cols = transposed ? b.rows : b.cols};
  y.at = arena_take(arena, (size_t)y.rows * (size_t)y.cols, sizeof *y.at);
  for (int r = 0; r < y.rows; r++)
    for (int c = 0; c < y.cols; c++) {
      double sum = 0.0;
      for (int i = 0; i < a.cols; i++)
        sum +=
            (double)mat_get(a, r, i) * (double)(transposed ? mat_get(b, c, i) : mat_get(b, i, c));
      y.at[(size_t)r * (size_t)y.cols + (size_t)c] = sum;
    }
  return y;
}

static void check_product(int rows, int inner, int cols) {
  Arena *arena = arena_make(0);
  Rng rng = rng_make((uint64_t)(rows * 1000003 + inner * 1009 + cols));
  MatView a = mat_view(random_mat(arena, &rng, rows, inner));
  MatView b = mat_view(random_mat(arena, &rng, inner, cols));
  MatView bt = mat_view(random_mat(arena, &rng, cols, inner));
  Mat y = random_mat(arena, &rng, rows, cols);
  linear_times(a, b, y);
  assert_near("a b", mat_view(y), product_in_double(arena, a, b, false), 1e-6);
  linear_times_transposed(a, bt, y);
  assert_near("a bᵀ", mat_view(y), product_in_double(arena, a, bt, true), 1e-6);
  for (int r = 0; r + 1 < rows; r++) assert_true(isnan(y.at[r * y.stride + cols]));
  arena_free(arena);
}

/* Small products are rounded once, at the end: terms that cancel cost no digits. */
static void small_products_are_rounded_once(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Rng rng = rng_make(5);
  for (int inner = 1; inner <= 64; inner++) {
    Mat a = random_mat(arena, &rng, 5, inner), b = random_mat(arena, &rng, 7, inner);
    Mat turned = random_mat(arena, &rng, inner, 7), y = reference_empty(arena, 5, 7);
    for (int r = 0; r < 7; r++)
      for (int i = 0; i < inner; i++) mat_row_of(turned, i)[r] = mat_row_of(b, r)[i];
    Reference exact = product_in_double(arena, mat_view(a), mat_view(b), true);
    for (int way = 0; way < 2; way++) {
      if (way) linear_times(mat_view(a), mat_view(turned), y);
      else linear_times_transposed(mat_view(a), mat_view(b), y);
      for (int i = 0; i < 5 * 7; i++)
        assert_true(fabs((double)y.at[i] - exact.at[i]) <=
                    0x1.0001p-24 * fabs(exact.at[i]) + 1e-13);
    }
  }
  arena_free(arena);
}

/* Around the 3 and 4 rows, the 12 columns and the size from which BLAS takes over. */
static void products_equal_sums_in_double(void **state) {
  (void)state;
  const int sizes[] = {1, 2, 3, 4, 5, 12, 15, 16, 17, 33, 64};
  const int count = (int)(sizeof sizes / sizeof *sizes);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) check_product(sizes[i], sizes[(i * 7 + j) % count], sizes[j]);
  check_product(1, 768, 300);
  check_product(12, 256, 64);
  check_product(12, 257, 64);
  check_product(256, 64, 256);
  check_product(64, 1024, 64);
  check_product(40, 2, 500);
}

/* Root of the mean square of what y is off by. */
static double error_of(MatView y, const Reference *exact) {
  double sum = 0;
  for (int i = 0; i < y.rows * y.cols; i++) {
    double off = (double)mat_get(y, i / y.cols, i % y.cols) - exact->at[i];
    sum += off * off;
  }
  return sqrt(sum / (y.rows * y.cols));
}

/* What one sum of floats, one fused product after the other, would give. */
static void sum_in_order(MatView a, MatView b, bool transposed, Mat y) {
  for (int r = 0; r < y.rows; r++)
    for (int c = 0; c < y.cols; c++) {
      float sum = 0;
      for (int i = 0; i < a.cols; i++)
        sum = fmaf(mat_get(a, r, i), transposed ? mat_get(b, c, i) : mat_get(b, i, c), sum);
      mat_row_of(y, r)[c] = sum;
    }
}

/* Large products are summed in blocks: they are off by clearly less than sums of floats in order,
** for the lengths of a head, a layer and an MLP, and with one row too. */
static void large_products_are_summed_in_blocks(void **state) {
  (void)state;
  static const int sizes[][3] = {{64, 64, 256}, {70, 768, 96}, {65, 3072, 64}, {1, 3072, 2048}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int transposed = 0; transposed < 2; transposed++) {
      Arena *arena = arena_make(0);
      Rng rng = rng_make(40 + i);
      int rows = sizes[i][0], inner = sizes[i][1], cols = sizes[i][2];
      Mat a = random_mat(arena, &rng, rows, inner), y = reference_empty(arena, rows, cols);
      Mat b = random_mat(arena, &rng, transposed ? cols : inner, transposed ? inner : cols);
      Reference exact = product_in_double(arena, mat_view(a), mat_view(b), transposed);
      sum_in_order(mat_view(a), mat_view(b), transposed, y);
      double in_order = error_of(mat_view(y), &exact);
      if (transposed) linear_times_transposed(mat_view(a), mat_view(b), y);
      else linear_times(mat_view(a), mat_view(b), y);
      if (!(error_of(mat_view(y), &exact) < 0.8 * in_order))
        fail_msg("%d products, %s: off by %g, in order by %g", inner, transposed ? "a bT" : "a b",
                 error_of(mat_view(y), &exact), in_order);
      arena_free(arena);
    }
}

/* The first row of many is the same number as that row alone, while products are small. */
static void a_row_does_not_depend_on_its_neighbours(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Rng rng = rng_make(9);
  MatView a = mat_view(random_mat(arena, &rng, 11, 32)),
          b = mat_view(random_mat(arena, &rng, 32, 24));
  Mat all = reference_empty(arena, 11, 24), one = reference_empty(arena, 1, 24);
  linear_times(a, b, all);
  linear_times(mat_view_rows(a, 10, 1), b, one);
  assert_memory_equal(one.at, mat_row_of(all, 10), 24 * sizeof(float));
  arena_free(arena);
}

/* Where the order of BLAS is known, a row of a large product has the same bits alone as among any
** number of others, in columns that fill no register too. */
static void rows_have_one_order(void **state) {
  (void)state;
  static const int widths[] = {97, 150, 192};
  for (int i = 0; i < 3; i++) {
    Arena *arena = arena_make(0);
    Rng rng = rng_make((uint64_t)i);
    int inner = 300, cols = widths[i];
    MatView a = mat_view(random_mat(arena, &rng, 140, inner));
    MatView b = mat_view(random_mat(arena, &rng, inner, cols));
    Mat all = reference_empty(arena, 140, cols), some = reference_empty(arena, 140, cols);
    int order = row_order(b, arena_take(arena, row_order_room(inner), sizeof(float)));
    linear(a, b, NULL, all);
    for (int rows = 40; order > 0 && rows < 140; rows++) {
      linear(mat_view_rows(a, 0, rows), b, NULL, mat_rows(some, 0, rows));
      assert_memory_equal(some.at, all.at, (size_t)rows * (size_t)cols * sizeof(float));
    }
    if (order > 0) row_product(a, b, NULL, order, some);
    if (order > 0) assert_memory_equal(some.at, all.at, 140 * (size_t)cols * sizeof(float));
    arena_free(arena);
  }
}

static void no_columns_inside_gives_the_bias(void **state) {
  (void)state;
  const float bias[] = {1.5f, -2.0f};
  float y[4] = {NAN, NAN, NAN, NAN};
  linear((MatView){y, 2, 0, 0}, (MatView){y, 0, 2, 2}, bias, (Mat){y, 2, 2, 2});
  for (int i = 0; i < 4; i++) assert_true(y[i] == bias[i % 2]);
}

static void linear_equals_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json"), *one;
  Arena *arena = arena_make(0);
  size_t i;
  json_array_foreach(json_object_get(root, "linear"), i, one) {
    Mat x = reference_floats(arena, json_object_get(one, "x"));
    Mat w = reference_floats(arena, json_object_get(one, "w"));
    Mat b = reference_floats(arena, json_object_get(one, "b"));
    Reference expected = reference_matrix(arena, json_object_get(one, "y"));
    Mat y = reference_empty(arena, x.rows, w.cols);
    linear(mat_view(x), mat_view(w), b.at, y);
    assert_near("linear", mat_view(y), expected, 1e-6);
    linear(mat_view_rows(mat_view(x), 0, 1), mat_view(w), b.at, mat_rows(y, 0, 1));
    assert_near("one row", mat_view(y), expected, 1e-6);
  }
  arena_free(arena);
  json_decref(root);
}

static void positions_equal_the_reference(void **state) {
  (void)state;
  json_t *root = reference_load("positional_encoding.json");
  Arena *arena = arena_make(0);
  Reference expected = reference_matrix(arena, json_object_get(root, "pe"));
  Mat pe = reference_empty(arena, expected.rows, expected.cols);
  position_sinusoidal(pe);
  assert_near("PE", mat_view(pe), expected, 1e-6);
  Mat odd = reference_empty(arena, 3, 5); /* an odd d ends on a sine */
  position_sinusoidal(odd);
  assert_true(fabs((double)odd.at[2 * 5 + 4] - sin(2.0 / pow(10000.0, 4.0 / 5.0))) < 1e-9);
  arena_free(arena);
  json_decref(root);
}

static void norm_equals_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json"), *one;
  Arena *arena = arena_make(0);
  size_t i;
  json_array_foreach(json_object_get(root, "norm"), i, one) {
    Mat x = reference_floats(arena, json_object_get(one, "x"));
    Mat gain = reference_floats(arena, json_object_get(one, "gain"));
    Mat bias = reference_floats(arena, json_object_get(one, "bias"));
    float epsilon = (float)json_number_value(json_object_get(one, "epsilon"));
    Mat y = reference_empty(arena, x.rows, x.cols);
    norm_layer(mat_view(x), gain.at, bias.at, epsilon, y);
    assert_near("norm", mat_view(y), reference_matrix(arena, json_object_get(one, "y")), 1e-6);
    norm_layer(mat_view(x), NULL, NULL, epsilon, x); /* in place */
    assert_near("plain", mat_view(x), reference_matrix(arena, json_object_get(one, "plain")), 1e-6);
  }
  arena_free(arena);
  json_decref(root);
}

static void activations_equal_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json");
  const json_t *table = json_object_get(root, "activation");
  Arena *arena = arena_make(0);
  const char *names[] = {"relu", "gelu", "gelu_tanh"};
  const Activation activations[] = {ACTIVATION_RELU, ACTIVATION_GELU, ACTIVATION_GELU_TANH};
  for (int i = 0; i < 3; i++) {
    Mat x = reference_floats(arena, json_object_get(table, "x"));
    Reference expected = reference_matrix(arena, json_object_get(table, names[i]));
    activation_apply(activations[i], x);
    assert_near(names[i], mat_view(x), expected, 1e-7);
    for (int c = 0; c < x.cols; c++) { /* small results are right too, not only small errors */
      double wanted = expected.at[c];
      if (fabs(wanted) > 1e-4 && fabs(wanted) < 1.0)
        assert_true(fabs((double)x.at[c] - wanted) < 2e-7 + 1e-6 * fabs(wanted));
    }
  }
  arena_free(arena);
  json_decref(root);
}

static void largest_and_first_not_finite(void **state) {
  (void)state;
  const float x[] = {1, -3, 99, 2, INFINITY, 99, NAN, 1, 99};
  int row = -1, col = -1;
  MatView m = {x, 3, 2, 3};
  assert_true(mat_largest(m) == 3.0f);
  assert_true(mat_first_not_finite(m, &row, &col) && row == 1 && col == 1);
  assert_false(mat_first_not_finite(mat_view_rows(m, 0, 1), &row, &col));
  assert_true(mat_largest((MatView){x, 0, 0, 0}) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_equal_sums_in_double),
      cmocka_unit_test(small_products_are_rounded_once),
      cmocka_unit_test(large_products_are_summed_in_blocks),
      cmocka_unit_test(rows_have_one_order),
      cmocka_unit_test(a_row_does_not_depend_on_its_neighbours),
      cmocka_unit_test(no_columns_inside_gives_the_bias),
      cmocka_unit_test(linear_equals_pytorch),
      cmocka_unit_test(positions_equal_the_reference),
      cmocka_unit_test(norm_equals_pytorch),
      cmocka_unit_test(activations_equal_pytorch),
      cmocka_unit_test(largest_and_first_not_finite),
  };
  linear_use_one_thread();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
