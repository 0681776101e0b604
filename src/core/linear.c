/* core/linear.c -- products of matrices: small ones by core/product.c, large ones by BLAS. */
#include "core/linear.h"

#include <cblas.h>
#include <string.h>

#include "core/product.h"

enum { BAND_ROWS = 64 };

/* Every row of y becomes the bias, or 0: what BLAS then adds to. */
static void start_rows(const float *bias, Mat y) {
  size_t bytes = (size_t)y.cols * sizeof *y.at;
  for (int row = 0; row < y.rows; row++) {
    if (bias) memcpy(mat_row_of(y, row), bias, bytes);
    else memset(mat_row_of(y, row), 0, bytes);
  }
}

/* y += a b, or a bᵀ. One row needs only a product with a vector. */
static void add_product(MatView a, MatView b, bool transposed, Mat y) {
  if (a.cols == 0) return;
  if (a.rows == 1)
    cblas_sgemv(CblasRowMajor, transposed ? CblasNoTrans : CblasTrans, b.rows, b.cols, 1.0f, b.at,
                b.stride, a.at, 1, 1.0f, y.at, 1);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, a.rows, y.cols,
                a.cols, 1.0f, a.at, a.stride, b.at, b.stride, 1.0f, y.at, y.stride);
}

/* Band by band of rows, since under a causal mask each band sees some keys more. */
static void add_weighted(MatView weights, MatView b, Mat y) {
  for (int first = 0; first < y.rows; first += BAND_ROWS) {
    int rows = y.rows - first < BAND_ROWS ? y.rows - first : BAND_ROWS;
    MatView band = mat_view_rows(weights, first, rows);
    int keys = product_end_of_rows(band);
    add_product(mat_view_cols(band, 0, keys), mat_view_rows(b, 0, keys), false,
                mat_rows(y, first, rows));
  }
}

static void multiply(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  if (y.rows == 0 || y.cols == 0) return;
  if (product_is_small(a.rows, a.cols, y.cols)) {
    product_small(a, b, kind, bias, y);
    return;
  }
  start_rows(bias, y);
  if (kind == PRODUCT_WEIGHTED) add_weighted(a, b, y);
  else add_product(a, b, kind == PRODUCT_TRANSPOSED, y);
}

void linear(MatView x, MatView w, const float *bias, Mat y) {
  assert(x.cols == w.rows && x.rows == y.rows && w.cols == y.cols);
  multiply(x, w, PRODUCT_PLAIN, bias, y);
}

void linear_times_transposed(MatView a, MatView b, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  multiply(a, b, PRODUCT_TRANSPOSED, NULL, c);
}

void linear_times(MatView a, MatView b, Mat c) {
  assert(a.cols == b.rows && a.rows == c.rows && b.cols == c.cols);
  multiply(a, b, PRODUCT_PLAIN, NULL, c);
}

void linear_weighted_sum(MatView weights, MatView b, Mat c) {
  assert(weights.cols == b.rows && weights.rows == c.rows && b.cols == c.cols);
  multiply(weights, b, PRODUCT_WEIGHTED, NULL, c);
}

void linear_use_one_thread(void) { openblas_set_num_threads(1); }

/* Solving x · 1 = 0: the smallest call that uses the work memory. */
void linear_take_work_memory(void) {
  float one = 1.0f, x = 0.0f;
  cblas_strsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, 1, 1, 1.0f, &one, 1,
              &x, 1);
}
