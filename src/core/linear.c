/* core/linear.c -- chooses the function for each product: forward by size, gradients mostly by
** BLAS. */
#include "core/linear.h"

#include <cblas.h>

#include "core/backward.h"
#include "core/lanes.h"
#include "core/product.h"
#include "core/product_in_blocks.h"
#include "core/product_quick.h"

/* Writes all of y [n,o]. Small products are summed in double and rounded once, since their cells
** are shown one by one; large ones are summed in float, which is faster. */
static void multiply(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  if (y.rows == 0 || y.cols == 0) return;
  if (product_is_small(a.cols, y.cols)) product_small(a, b, kind, bias, y);
  else product_in_blocks(a, b, kind, bias, y);
}

/* M-02. */
void linear(MatView x, MatView w, const float *bias, Mat y) {
  assert(x.cols == w.rows && x.rows == y.rows && w.cols == y.cols);
  multiply(x, w, PRODUCT_PLAIN, bias, y);
}

/* M-03. */
void linear_times_transposed(MatView a, MatView b, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  multiply(a, b, PRODUCT_TRANSPOSED, NULL, c);
}

/* M-07. */
void linear_weighted_sum(MatView weights, MatView b, Mat c) {
  assert(weights.cols == b.rows && weights.rows == c.rows && b.cols == c.cols);
  multiply(weights, b, PRODUCT_WEIGHTED, NULL, c);
}

/* ---- gradients ---- */

/* c [n,o] = beta c + a b, with a or b transposed by `kind`. beta is 1 to add to gradients, else
** 0. */
static void blas_product(MatView a, MatView b, QuickKind kind, float beta, Mat c) {
  CBLAS_TRANSPOSE of_a = kind == QUICK_LEFT ? CblasTrans : CblasNoTrans;
  CBLAS_TRANSPOSE of_b = kind == QUICK_RIGHT ? CblasTrans : CblasNoTrans;
  int inner = kind == QUICK_LEFT ? a.rows : a.cols;
  cblas_sgemm(CblasRowMajor, of_a, of_b, c.rows, c.cols, inner, 1.0f, a.at, a.stride, b.at,
              b.stride, beta, c.at, c.stride);
}

/* Writes all of c. The choice of the function depends on the shape alone. */
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
CORE_INLINE void add_row_loop(const float *row, float *sum, int count) {
  for (int i = 0; i < count; i++) sum[i] += row[i];
}
CORE_LEVELS(add_row, (const float *row, float *sum, int count), (row, sum, count))

/* M-20: dx = dy Wᵀ, dW += xᵀ dy, db += the rows of dy. */
void linear_backward(MatView x, MatView w, MatView dy, Mat dx, Mat dw, float *d_bias) {
  assert(x.rows == dy.rows && x.cols == w.rows && w.cols == dy.cols);
  assert(dw.rows == w.rows && dw.cols == w.cols);
  assert(!dx.at || (dx.rows == x.rows && dx.cols == x.cols));
  if (x.rows == 0 || x.cols == 0 || dy.cols == 0) return;
  /* dx is not computed for the output table, where x and dy are exchanged (M-28). */
  if (dx.at) multiply_quick(dy, w, QUICK_RIGHT, dx);
  /* Always BLAS, because product_quick cannot add to dw. */
  blas_product(x, dy, QUICK_LEFT, 1.0f, dw);
  /* Row by row, each sum in the order of the tokens. */
  for (int row = 0; d_bias && row < dy.rows; row++) add_row(mat_row(dy, row), d_bias, dy.cols);
}

/* ---- BLAS itself ---- */

/* Threads share heads and pieces of columns instead (model/parallel_gemm.h), so that the result
** does not depend on their number, as with BLAS's own threads it might. */
void linear_use_one_thread(void) { openblas_set_num_threads(1); }

/* Solving x · 1 = 0: the smallest call that uses the work memory. */
void linear_take_work_memory(void) {
  float one = 1.0f, x = 0.0f;
  cblas_strsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, 1, 1, 1.0f, &one, 1,
              &x, 1);
}
