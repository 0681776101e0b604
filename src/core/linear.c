/* core/linear.c -- products of matrices: small ones by core/product.c, large ones by BLAS.
**
** Forward products are split by size alone (product_is_small), so the same shapes always go the
** same way. What goes to BLAS is summed in float, in its own order for this shape and processor;
** the tests ask for 10⁻⁶ of the largest cell. */
#include "core/linear.h"

#include <cblas.h>
#include <string.h>

#include "core/backward.h"
#include "core/lanes.h"
#include "core/product.h"
#include "core/product_quick.h"

/* Rows that share one end of keys in a weighted sum. Fewer would leave out more of a causal
** triangle, but BLAS is slow with few rows. */
enum { BAND_ROWS = 64 };

/* Every row of y becomes the bias, or 0: what BLAS then adds to with beta = 1, one way for both. */
static void start_rows(const float *bias, Mat y) {
  size_t bytes = (size_t)y.cols * sizeof *y.at;
  for (int row = 0; row < y.rows; row++) {
    if (bias) memcpy(mat_row_of(y, row), bias, bytes);
    else memset(mat_row_of(y, row), 0, bytes);
  }
}

/* y += a b, or a bᵀ: a [n,i], b [i,o] or [o,i], y [n,o]. One row needs only a product with a
** vector, in which b is read where it lies; for many rows BLAS copies it into an order of its
** own first. To BLAS a row times b is bᵀ times a column, hence CblasTrans for the b that is not
** transposed. */
static void add_product(MatView a, MatView b, bool transposed, Mat y) {
  /* An empty sum is 0. BLAS would refuse the stride 0 of a matrix without columns. */
  if (a.cols == 0) return;
  /* gemv sums in another order than gemm, so one row alone has other last bits than among
  ** others. Where that matters a caller takes core/row_product.h. */
  if (a.rows == 1)
    cblas_sgemv(CblasRowMajor, transposed ? CblasNoTrans : CblasTrans, b.rows, b.cols, 1.0f, b.at,
                b.stride, a.at, 1, 1.0f, y.at, 1);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, a.rows, y.cols,
                a.cols, 1.0f, a.at, a.stride, b.at, b.stride, 1.0f, y.at, y.stride);
}

/* M-07 band by band of rows, since under a causal mask each band sees some keys more: half the
** work at many tokens. Keys behind the end of a band are not read, so NaN there does not spread. */
static void add_weighted(MatView weights, MatView b, Mat y) {
  for (int first = 0; first < y.rows; first += BAND_ROWS) {
    int rows = y.rows - first < BAND_ROWS ? y.rows - first : BAND_ROWS;
    MatView band = mat_view_rows(weights, first, rows);
    int keys = product_end_of_rows(band);
    add_product(mat_view_cols(band, 0, keys), mat_view_rows(b, 0, keys), false,
                mat_rows(y, first, rows));
  }
}

/* The one fork between the two ways; all of y [n,o] is written in both. Below product_is_small a
** cell is rounded once; above, BLAS is faster, and the cells are too many to be read one by one. */
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

/* M-02. */
void linear(MatView x, MatView w, const float *bias, Mat y) {
  assert(x.cols == w.rows && x.rows == y.rows && w.cols == y.cols);
  multiply(x, w, PRODUCT_PLAIN, bias, y);
}

/* M-03 is one of these. */
void linear_times_transposed(MatView a, MatView b, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  multiply(a, b, PRODUCT_TRANSPOSED, NULL, c);
}

void linear_times(MatView a, MatView b, Mat c) {
  assert(a.cols == b.rows && a.rows == c.rows && b.cols == c.cols);
  multiply(a, b, PRODUCT_PLAIN, NULL, c);
}

/* M-07. */
void linear_weighted_sum(MatView weights, MatView b, Mat c) {
  assert(weights.cols == b.rows && weights.rows == c.rows && b.cols == c.cols);
  multiply(weights, b, PRODUCT_WEIGHTED, NULL, c);
}

/* ---- gradients ---- */

/* c [n,o] = beta c + a b, either of them transposed; inner is the side they share. beta is 0, or
** 1 where gradients add up. */
static void blas_product(MatView a, MatView b, QuickKind kind, float beta, Mat c) {
  CBLAS_TRANSPOSE of_a = kind == QUICK_LEFT ? CblasTrans : CblasNoTrans;
  CBLAS_TRANSPOSE of_b = kind == QUICK_RIGHT ? CblasTrans : CblasNoTrans;
  int inner = kind == QUICK_LEFT ? a.rows : a.cols;
  cblas_sgemm(CblasRowMajor, of_a, of_b, c.rows, c.cols, inner, 1.0f, a.at, a.stride, b.at,
              b.stride, beta, c.at, c.stride);
}

/* c is written whole. Which way is taken depends on the shape alone, as forward. */
static void multiply_quick(MatView a, MatView b, QuickKind kind, Mat c) {
  int inner = kind == QUICK_LEFT ? a.rows : a.cols;
  if (c.rows == 0 || c.cols == 0) return;
  if (product_quick_fits(c.rows, inner, c.cols)) product_quick(a, b, kind, c);
  else blas_product(a, b, kind, 0.0f, c);
}

void linear_quick(MatView a, MatView b, Mat c) {
  assert(a.cols == b.rows && a.rows == c.rows && b.cols == c.cols);
  multiply_quick(a, b, QUICK_PLAIN, c);
}

void linear_quick_left(MatView a, MatView b, Mat c) {
  assert(a.rows == b.rows && a.cols == c.rows && b.cols == c.cols);
  multiply_quick(a, b, QUICK_LEFT, c);
}

void linear_quick_right(MatView a, MatView b, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  multiply_quick(a, b, QUICK_RIGHT, c);
}

/* sum [count] += row. */
CORE_CLONES
static void add_row(const float *row, float *sum, int count) {
  for (int i = 0; i < count; i++) sum[i] += row[i];
}

/* M-20: dx = dy Wᵀ, dW += xᵀ dy, db += the rows of dy. */
void linear_backward(MatView x, MatView w, MatView dy, Mat dx, Mat dw, float *d_bias) {
  assert(x.rows == dy.rows && x.cols == w.rows && w.cols == dy.cols);
  assert(dw.rows == w.rows && dw.cols == w.cols);
  assert(!dx.at || (dx.rows == x.rows && dx.cols == x.cols));
  if (x.rows == 0 || x.cols == 0 || dy.cols == 0) return;
  /* Not wanted for the table behind the logits, whose two sides change places (M-28). */
  if (dx.at) multiply_quick(dy, w, QUICK_RIGHT, dx);
  /* Always BLAS, which can add to what stands in dw; product_quick can only write. */
  blas_product(x, dy, QUICK_LEFT, 1.0f, dw);
  /* Row by row, each sum in the order of the tokens. */
  for (int row = 0; d_bias && row < dy.rows; row++) add_row(mat_row(dy, row), d_bias, dy.cols);
}

/* ---- BLAS itself ---- */

/* Threads are spent on whole heads and pieces of columns (model/spread.h): the result then does
** not depend on their number, as that of BLAS's own threads might. */
void linear_use_one_thread(void) { openblas_set_num_threads(1); }

/* Solving x · 1 = 0: the smallest call that uses the work memory. */
void linear_take_work_memory(void) {
  float one = 1.0f, x = 0.0f;
  cblas_strsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, 1, 1, 1.0f, &one, 1,
              &x, 1);
}
