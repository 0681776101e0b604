/* M-01, M-02, M-10 to M-12: products of every size, positions, normalisation, activations. All of it
** holds at every level of the processor: main runs the tests once for each. */
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
#include "core/product_in_blocks.h"
#include "support/every_level.h"
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
  Reference plain = product_in_double(arena, a, b, false);
  Reference transposed = product_in_double(arena, a, bt, true);
  Mat y = random_mat(arena, &rng, rows, cols);
  /* What stands behind a row is not touched, not even by adding 0: that would make −0 a 0. */
  const float behind[] = {-0.0f, -0.0f, -0.0f};
  for (int r = 0; r < rows; r++) memcpy(mat_row_of(y, r) + cols, behind, sizeof behind);
  linear(a, b, NULL, y);
  assert_near("x W", mat_view(y), plain, 1e-6);
  linear_times_transposed(a, bt, y);
  assert_near("a bᵀ", mat_view(y), transposed, 1e-6);
  linear_weighted_sum(a, b, y);
  assert_near("weighted", mat_view(y), plain, 1e-6);
  product_in_blocks(a, b, PRODUCT_PLAIN, NULL, y);
  assert_near("a b in blocks", mat_view(y), plain, 1e-6);
  product_in_blocks(a, bt, PRODUCT_TRANSPOSED, NULL, y);
  assert_near("a bᵀ in blocks", mat_view(y), transposed, 1e-6);
  product_in_blocks(a, b, PRODUCT_WEIGHTED, NULL, y);
  assert_near("weighted in blocks", mat_view(y), plain, 1e-6);
  for (int r = 0; r < rows; r++)
    assert_memory_equal(mat_row_of(y, r) + cols, behind, sizeof behind);
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
      if (way) linear(mat_view(a), mat_view(turned), NULL, y);
      else linear_times_transposed(mat_view(a), mat_view(b), y);
      for (int i = 0; i < 5 * 7; i++)
        assert_true(fabs((double)y.at[i] - exact.at[i]) <=
                    0x1.0001p-24 * fabs(exact.at[i]) + 1e-13);
    }
  }
  arena_free(arena);
}

/* Around the rows and columns of every tile, and the size from which sums are of floats. */
static void products_equal_sums_in_double(void **state) {
  (void)state;
  const int sizes[] = {1, 2, 3, 4, 5, 12, 15, 16, 17, 33, 64};
  const int count = (int)(sizeof sizes / sizeof *sizes);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) check_product(sizes[i], sizes[(i * 7 + j) % count], sizes[j]);
  check_product(1, 768, 300);
  check_product(12, 256, 64);
  check_product(12, 257, 64);
  check_product(3, 64, 128);
  check_product(3, 64, 129);
  check_product(7, 65, 47);
  check_product(9, 129, 49);
  check_product(2, 128, 385);
  check_product(21, 100, 100);
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

/* b of a kind of product: [inner, cols], or [cols, inner]. */
static Mat random_b(Arena *arena, Rng *rng, ProductKind kind, int inner, int cols) {
  bool transposed = kind == PRODUCT_TRANSPOSED;
  return random_mat(arena, rng, transposed ? cols : inner, transposed ? inner : cols);
}

/* Large products are summed in blocks: they are off by clearly less than sums of floats in order,
** for the lengths of a head, a layer and an MLP, and with one row too. */
static void large_products_are_summed_in_blocks(void **state) {
  (void)state;
  static const int sizes[][3] = {{64, 64, 256}, {70, 768, 96}, {65, 3072, 64}, {1, 3072, 2048}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int kind = PRODUCT_PLAIN; kind <= PRODUCT_WEIGHTED; kind++) {
      Arena *arena = arena_make(0);
      Rng rng = rng_make(40 + i);
      int rows = sizes[i][0], inner = sizes[i][1], cols = sizes[i][2];
      bool transposed = kind == PRODUCT_TRANSPOSED;
      Mat a = random_mat(arena, &rng, rows, inner), y = reference_empty(arena, rows, cols);
      Mat b = random_b(arena, &rng, (ProductKind)kind, inner, cols);
      Reference exact = product_in_double(arena, mat_view(a), mat_view(b), transposed);
      sum_in_order(mat_view(a), mat_view(b), transposed, y);
      double in_order = error_of(mat_view(y), &exact);
      product_in_blocks(mat_view(a), mat_view(b), (ProductKind)kind, NULL, y);
      if (!(error_of(mat_view(y), &exact) < 0.8 * in_order))
        fail_msg("%d products, kind %d: off by %g, in order by %g", inner, kind,
                 error_of(mat_view(y), &exact), in_order);
      arena_free(arena);
    }
}

/* A row has the same bits alone as among any number of others, in small products and in large. */
static void a_row_does_not_depend_on_its_neighbours(void **state) {
  (void)state;
  static const int sizes[][2] = {{32, 24}, {64, 128}, {64, 129}, {300, 97}, {300, 150}, {70, 192}};
  enum { ROWS = 140 };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int kind = PRODUCT_PLAIN; kind <= PRODUCT_WEIGHTED; kind++) {
      Arena *arena = arena_make(0);
      Rng rng = rng_make(i);
      int inner = sizes[i][0], cols = sizes[i][1];
      MatView a = mat_view(random_mat(arena, &rng, ROWS, inner));
      MatView b = mat_view(random_b(arena, &rng, (ProductKind)kind, inner, cols));
      for (int way = 0; way < 2; way++) {
        Mat all = reference_empty(arena, ROWS, cols), some = reference_empty(arena, ROWS, cols);
        for (int rows = ROWS; rows > 0; rows--) {
          Mat y = rows == ROWS ? all : mat_rows(some, 0, rows);
          /* The last rows, so that a row stands at another place each time. */
          MatView x = mat_view_rows(a, ROWS - rows, rows);
          if (way == 1) product_in_blocks(x, b, (ProductKind)kind, NULL, y);
          else if (kind == PRODUCT_PLAIN) linear(x, b, NULL, y);
          else if (kind == PRODUCT_TRANSPOSED) linear_times_transposed(x, b, y);
          else linear_weighted_sum(x, b, y);
          assert_memory_equal(y.at, mat_row_of(all, ROWS - rows),
                              (size_t)rows * (size_t)cols * sizeof(float));
        }
      }
      arena_free(arena);
    }
}

/* A column of a large product has the same bits in any piece of the columns. */
static void a_column_does_not_depend_on_its_neighbours(void **state) {
  (void)state;
  enum { INNER = 200, COLS = 400 };
  static const int rows[] = {1, 2, 5, 8, 20};
  for (int i = 0; i < 5; i++)
    for (int kind = PRODUCT_PLAIN; kind <= PRODUCT_WEIGHTED; kind++) {
      Arena *arena = arena_make(0);
      Rng rng = rng_make((uint64_t)i);
      bool transposed = kind == PRODUCT_TRANSPOSED;
      MatView a = mat_view(random_mat(arena, &rng, rows[i], INNER));
      MatView b = mat_view(random_b(arena, &rng, (ProductKind)kind, INNER, COLS));
      Mat all = reference_empty(arena, rows[i], COLS), some = reference_empty(arena, rows[i], COLS);
      product_in_blocks(a, b, (ProductKind)kind, NULL, all);
      for (int piece = 1; piece < COLS; piece += piece < 60 ? 1 : 37) {
        for (int first = 0, count; first < COLS; first += count) {
          count = COLS - first < piece ? COLS - first : piece;
          product_in_blocks(
              a, transposed ? mat_view_rows(b, first, count) : mat_view_cols(b, first, count),
              (ProductKind)kind, NULL, mat_cols(some, first, count));
        }
        assert_memory_equal(some.at, all.at, (size_t)rows[i] * COLS * sizeof(float));
      }
      arena_free(arena);
    }
}

/* Keys that no row of a band of 64 has a share in are not read: NaN there does not spread. */
static void what_no_row_has_a_share_in_is_not_read(void **state) {
  (void)state;
  enum { ROWS = 128, WIDTH = 70 };
  Arena *arena = arena_make(0);
  Rng rng = rng_make(3);
  Mat a = random_mat(arena, &rng, ROWS, ROWS), b = random_mat(arena, &rng, ROWS, WIDTH);
  Mat y = reference_empty(arena, ROWS, WIDTH), wanted = reference_empty(arena, ROWS, WIDTH);
  for (int r = 0; r < ROWS; r++)
    for (int key = r + 1; key < ROWS; key++) mat_row_of(a, r)[key] = 0;
  product_in_blocks(mat_view(a), mat_view(b), PRODUCT_WEIGHTED, NULL, wanted);
  for (int col = 0; col < WIDTH; col++) mat_row_of(b, 64)[col] = NAN;
  product_in_blocks(mat_view(a), mat_view(b), PRODUCT_WEIGHTED, NULL, y);
  assert_memory_equal(y.at, wanted.at, 64 * (size_t)WIDTH * sizeof(float));
  assert_true(isnan(mat_get(mat_view(y), 64, 0)) && isnan(mat_get(mat_view(y), 127, 69)));
  arena_free(arena);
}

/* Of a matrix without rows, or without columns, nothing is read or written. */
static void no_rows_or_columns_write_nothing(void **state) {
  (void)state;
  float w[8 * 400], y[2 * 400], before[2 * 400];
  for (int i = 0; i < 8 * 400; i++) w[i] = 1;
  for (int i = 0; i < 2 * 400; i++) y[i] = -1;
  memcpy(before, y, sizeof y);
  for (int kind = PRODUCT_PLAIN; kind <= PRODUCT_WEIGHTED; kind++) {
    MatView all = {w, 8, 400, 400}, turned = {w, 400, 8, 8};
    MatView b = kind == PRODUCT_TRANSPOSED ? turned : all;
    MatView no_columns =
        kind == PRODUCT_TRANSPOSED ? mat_view_rows(b, 0, 0) : mat_view_cols(b, 0, 0);
    product_in_blocks((MatView){w, 0, 8, 8}, b, (ProductKind)kind, NULL, (Mat){y, 0, 400, 400});
    product_in_blocks((MatView){w, 2, 8, 8}, no_columns, (ProductKind)kind, NULL,
                      (Mat){y, 2, 0, 400});
  }
  linear((MatView){w, 0, 8, 8}, (MatView){w, 8, 400, 400}, w, (Mat){y, 0, 400, 400});
  linear((MatView){NULL, 0, 8, 8}, (MatView){w, 8, 4, 400}, w, (Mat){NULL, 0, 4, 4});
  assert_memory_equal(y, before, sizeof y);
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

/* Wherever in a row it stands, with either sign; hidden cells (−inf) are left out where asked for,
** +inf never is. */
static void the_largest_is_found_anywhere(void **state) {
  (void)state;
  for (int count = 1; count < 40; count++)
    for (int place = 0; place < count; place++) {
      float x[40];
      uint32_t bits;
      for (int i = 0; i < count; i++) x[i] = (float)(i % 7) - 3;
      x[place] = place % 2 ? -9.5f : 9.5f;
      assert_true(mat_largest((MatView){x, 1, count, count}) == 9.5f);
      for (int i = 0; i < count; i++)
        if (i != place && i % 3 == 0) x[i] = i % 2 ? -INFINITY : NAN;
      int broken = 0;
      for (int i = 0; i < count; i++) broken += !isfinite(x[i]);
      assert_int_equal(mat_count_not_finite((MatView){x, 1, count, count}), broken);
      for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) x[i] = -INFINITY;
      bits = mat_largest_bits((MatView){x, 1, count, count}, true);
      assert_memory_equal(&bits, &(float){9.5f}, sizeof bits);
      x[count - 1] = INFINITY;
      bits = mat_largest_bits((MatView){x, 1, count, count}, true);
      assert_memory_equal(&bits, &(float){INFINITY}, sizeof bits);
    }
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
      cmocka_unit_test(a_row_does_not_depend_on_its_neighbours),
      cmocka_unit_test(a_column_does_not_depend_on_its_neighbours),
      cmocka_unit_test(what_no_row_has_a_share_in_is_not_read),
      cmocka_unit_test(no_rows_or_columns_write_nothing),
      cmocka_unit_test(no_columns_inside_gives_the_bias),
      cmocka_unit_test(linear_equals_pytorch),
      cmocka_unit_test(positions_equal_the_reference),
      cmocka_unit_test(norm_equals_pytorch),
      cmocka_unit_test(activations_equal_pytorch),
      cmocka_unit_test(the_largest_is_found_anywhere),
      cmocka_unit_test(largest_and_first_not_finite),
  };
  int failed = 0;
  RUN_AT_EVERY_LEVEL(tests, failed)
  return failed;
}
