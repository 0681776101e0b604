/* core/linear.c -- products of matrices: small ones by core/product.c, large ones by BLAS. */
#include "core/linear.h"

#include <cblas.h>
#include <string.h>

#include "core/product.h"

/* Every row of y becomes the bias, or 0: what BLAS then adds to. */
static void start_rows(const float *bias, Mat y) {
  size_t bytes = (size_t)y.cols * sizeof *y.at;
  for (int row = 0; row < y.rows; row++) {
    if (bias) memcpy(mat_row_of(y, row), bias, bytes);
    else memset(mat_row_of(y, row), 0, bytes);
  }
}

/* y += a b, or a bᵀ when transposed says so. One row needs only a product with a vector. */
static void add_product(MatView a, MatView b, CBLAS_TRANSPOSE transposed, Mat y) {
  if (a.rows == 1)
    cblas_sgemv(CblasRowMajor, transposed == CblasTrans ? CblasNoTrans : CblasTrans, b.rows, b.cols,
                1.0f, b.at, b.stride, a.at, 1, 1.0f, y.at, 1);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed, a.rows, y.cols, a.cols, 1.0f, a.at,
                a.stride, b.at, b.stride, 1.0f, y.at, y.stride);
}

static void multiply(MatView a, MatView b, CBLAS_TRANSPOSE transposed, const float *bias, Mat y) {
  if (y.rows == 0 || y.cols == 0) return;
  if (product_is_small(a.rows, a.cols, y.cols)) {
    product_small(a, b, transposed == CblasTrans, bias, y);
    return;
  }
  start_rows(bias, y);
  if (a.cols > 0) add_product(a, b, transposed, y);
}

void linear(MatView x, MatView w, const float *bias, Mat y) {
  assert(x.cols == w.rows && x.rows == y.rows && w.cols == y.cols);
  multiply(x, w, CblasNoTrans, bias, y);
}

void linear_times_transposed(MatView a, MatView b, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  multiply(a, b, CblasTrans, NULL, c);
}

void linear_times(MatView a, MatView b, Mat c) {
  assert(a.cols == b.rows && a.rows == c.rows && b.cols == c.cols);
  multiply(a, b, CblasNoTrans, NULL, c);
}

void linear_use_one_thread(void) { openblas_set_num_threads(1); }
