/* core/linear.c -- products of matrices: small ones by core/product.c, large ones by BLAS.
**
** Forward products are split by size alone (product_is_small), so the same shapes always go the
** same way. What goes to BLAS is summed in float. A sum of n floats, one after the other, is off by
** about √n roundings of a growing sum; so the inner index is cut into blocks, each summed from 0 by
** itself, and only their sums meet. With 768 products and blocks of 64 half of the error is gone,
** for about 3 % of the time. */
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

/* Floats of a register of AVX-512; products in the longest block; rows that kernels for AVX2 take
** at once, and how large the pieces are that are copied. */
enum { SIXTEEN = 16, LONGEST_BLOCK = 64, TWELVE = 12, EDGE_ROWS = 60, PIECE_COLUMNS = 192 };

/* Columns of a y that stays in the first cache while blocks are added up in it, which lets them be
** short. */
enum { NARROW_COLUMNS = 64 };

/* Every row of y becomes the bias, or 0: what BLAS then adds to with beta = 1, one way for both. */
static void start_rows(const float *bias, Mat y) {
  size_t bytes = (size_t)y.cols * sizeof *y.at;
  for (int row = 0; row < y.rows; row++) {
    if (bias) memcpy(mat_row_of(y, row), bias, bytes);
    else memset(mat_row_of(y, row), 0, bytes);
  }
}

/* Shorter blocks would add up in y as much as they save within (√n of each is best), and cost
** more. */
int linear_block(int inner) { return inner > 64 ? LONGEST_BLOCK : 32; }

/* y += a b, or a bᵀ, for one block. BLAS copies b into an order of its own first. */
static void add_block(MatView a, MatView b, bool transposed, Mat y) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, a.rows, y.cols,
              a.cols, 1.0f, a.at, a.stride, b.at, b.stride, 1.0f, y.at, y.stride);
}

/* The same for a matrix of one row: a product with a vector, in which b is read where it lies. To
** BLAS a row times b is bᵀ times a column, hence CblasTrans for the b that is not transposed. gemv
** sums in another order than gemm, so one row alone has other last bits than among others. Where
** that matters a caller takes core/row_product.h. */
static void add_to_row(MatView a, MatView b, bool transposed, Mat y) {
  cblas_sgemv(CblasRowMajor, transposed ? CblasNoTrans : CblasTrans, b.rows, b.cols, 1.0f, b.at,
              b.stride, a.at, 1, 1.0f, y.at, 1);
}

/* OpenBLAS for AVX-512 has a kernel for up to 10⁶ multiplications that reads b where it lies, and
** sums a cell in one order wherever its row stands. */
static bool has_small_kernel(void) {
  const char *name = openblas_get_corename();
  return strcmp(name, "SkylakeX") == 0 || strcmp(name, "Cooperlake") == 0 ||
         strcmp(name, "SapphireRapids") == 0;
}

/* Rows of y that go to that kernel at once: 64 at a time are up to a quarter faster than all. */
static int rows_at_once(int rows, int block, int cols) {
  const long small_kernel_most = 1000000;
  return (long)BAND_ROWS * block * cols <= small_kernel_most ? BAND_ROWS : rows;
}

/* y += a b: a [n,i], b [i,o], block by block of the inner index. alone: a has one row, and is not
** the last of many. */
static void add_blocks(MatView a, MatView b, bool alone, Mat y) {
  int block = linear_block(a.cols);
  for (int first = 0; first < a.cols; first += block) {
    int count = a.cols - first < block ? a.cols - first : block;
    MatView some = mat_view_cols(a, first, count);
    if (alone) add_to_row(some, mat_view_rows(b, first, count), false, y);
    else add_block(some, mat_view_rows(b, first, count), false, y);
  }
}

static void copy_rows(MatView from, Mat to) {
  for (int row = 0; row < from.rows; row++)
    memcpy(mat_row_of(to, row), mat_row(from, row), (size_t)from.cols * sizeof *to.at);
}

/* The same for fewer than 16 columns, with zeros beside them: on columns that fill no register the
** kernel for small products has an order of its own, which depends on the number of rows. Rows are
** copied into a band that is always as high; what stands below them is not read again. */
static void add_edge(MatView a, MatView b, Mat y) {
  float of_a[EDGE_ROWS * LONGEST_BLOCK] = {0}, of_b[LONGEST_BLOCK * SIXTEEN] = {0};
  float of_y[EDGE_ROWS * SIXTEEN] = {0};
  int block = linear_block(a.cols);
  for (int from = 0; from < a.rows; from += EDGE_ROWS) {
    int rows = a.rows - from < EDGE_ROWS ? a.rows - from : EDGE_ROWS;
    Mat cells = {of_y, EDGE_ROWS, SIXTEEN, SIXTEEN}, band = mat_rows(y, from, rows);
    copy_rows(mat_view(band), mat_rows(mat_cols(cells, 0, y.cols), 0, rows));
    for (int first = 0; first < a.cols; first += block) {
      int count = a.cols - first < block ? a.cols - first : block;
      Mat high = {of_a, EDGE_ROWS, count, LONGEST_BLOCK}, wide = {of_b, count, SIXTEEN, SIXTEEN};
      MatView some = mat_view_cols(mat_view_rows(a, from, rows), first, count);
      copy_rows(some, mat_rows(high, 0, rows));
      copy_rows(mat_view_rows(b, first, count), mat_cols(wide, 0, b.cols));
      add_block(mat_view(high), mat_view(wide), false, cells);
    }
    copy_rows(mat_view_rows(mat_view_cols(mat_view(cells), 0, y.cols), 0, rows), band);
  }
}

/* The same for fewer than 12 rows, with zeros below them: kernels for AVX2 take twelve rows at
** once, and those that are left over in another order. */
static void add_last_rows(MatView a, MatView b, Mat y) {
  float of_a[TWELVE * LONGEST_BLOCK] = {0}, of_y[TWELVE * PIECE_COLUMNS] = {0};
  int block = linear_block(a.cols);
  for (int from = 0; from < y.cols; from += PIECE_COLUMNS) {
    int cols = y.cols - from < PIECE_COLUMNS ? y.cols - from : PIECE_COLUMNS;
    Mat cells = {of_y, TWELVE, cols, PIECE_COLUMNS}, piece = mat_cols(y, from, cols);
    copy_rows(mat_view(piece), mat_rows(cells, 0, y.rows));
    for (int first = 0; first < a.cols; first += block) {
      int count = a.cols - first < block ? a.cols - first : block;
      Mat wide = {of_a, TWELVE, count, LONGEST_BLOCK};
      copy_rows(mat_view_cols(a, first, count), mat_rows(wide, 0, a.rows));
      add_block(mat_view(wide), mat_view_cols(mat_view_rows(b, first, count), from, cols), false,
                cells);
    }
    copy_rows(mat_view_rows(mat_view(cells), 0, y.rows), piece);
  }
}

/* Many rows; whole sixteens of columns. */
static void add_rows(MatView a, MatView b, Mat y) {
  if (has_small_kernel()) {
    int band = rows_at_once(a.rows, linear_block(a.cols), y.cols);
    for (int from = 0; from < a.rows; from += band) {
      int rows = a.rows - from < band ? a.rows - from : band;
      add_blocks(mat_view_rows(a, from, rows), b, false, mat_rows(y, from, rows));
    }
    return;
  }
  int rest = a.rows % TWELVE, whole = a.rows - rest;
  if (whole > 0) add_blocks(mat_view_rows(a, 0, whole), b, false, mat_rows(y, 0, whole));
  if (rest > 0) add_last_rows(mat_view_rows(a, whole, rest), b, mat_rows(y, whole, rest));
}

/* y += a b, with the last columns apart. */
static void add_product(MatView a, MatView b, Mat y) {
  if (a.rows == 1) {
    add_blocks(a, b, true, y);
    return;
  }
  int rest = y.cols > SIXTEEN ? y.cols % SIXTEEN : 0, whole = y.cols - rest;
  if (rest > 0) add_edge(a, mat_view_cols(b, whole, rest), mat_cols(y, whole, rest));
  add_rows(a, mat_view_cols(b, 0, whole), mat_cols(y, 0, whole));
}

/* y += a bᵀ: a [n,i], b [o,i]. */
static void add_transposed(MatView a, MatView b, Mat y) {
  int block = y.cols > NARROW_COLUMNS ? 32 : 16;
  if (a.cols == 0) return; /* BLAS refuses the stride 0 of a matrix without columns */
  /* Whole: gemv sums a row in many lanes, each of them short. */
  if (a.rows == 1) add_to_row(a, b, true, y);
  for (int first = 0; a.rows > 1 && first < a.cols; first += block) {
    int count = a.cols - first < block ? a.cols - first : block;
    add_block(mat_view_cols(a, first, count), mat_view_cols(b, first, count), true, y);
  }
}

/* M-07 band by band of rows, since under a causal mask each band sees some keys more: half the
** work at many tokens. Keys behind the end of a band are not read, so NaN there does not spread. */
static void add_weighted(MatView weights, MatView b, Mat y) {
  for (int first = 0; first < y.rows; first += BAND_ROWS) {
    int rows = y.rows - first < BAND_ROWS ? y.rows - first : BAND_ROWS;
    MatView band = mat_view_rows(weights, first, rows);
    int keys = product_end_of_rows(band);
    add_product(mat_view_cols(band, 0, keys), mat_view_rows(b, 0, keys), mat_rows(y, first, rows));
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
  else if (kind == PRODUCT_TRANSPOSED) add_transposed(a, b, y);
  else add_product(a, b, y);
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
