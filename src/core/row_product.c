/* core/row_product.c -- W row by row, four at a time; the sums of a piece stay in the cache.
**
** For one row (the token a sentence has just gained) BLAS has a kernel of its own, with sums in
** another order than its kernel for many rows. Then the new row would differ from the same row
** computed among all, and every number the sentence has kept would have to be made anew. This
** file is compiled with products fused into their sums where the processor can (CMakeLists.txt):
** so is BLAS's kernel.
*/
#include "core/row_product.h"

#include <string.h>

#include "core/lanes.h"
#include "core/linear.h"

/* PIECE sums are the 4 KiB of stack. TRIED rows by TRIED columns are large enough for BLAS to
** take its kernel for large products; of the 64 rows four are compared, 256 sums. */
enum { PIECE = 1024, TRIED = 64, COMPARED = 4 };

/* sum += x[0] w_0 + … + x[3] w_3, one after the other, or without += where the block begins: four
** rows of W for one load and store of sum. The additions must stay in this order; nothing here may
** be reassociated. */
CORE_INLINE void add_four(const float *x, MatView w, float *sum, bool begins) {
  const float *w_0 = mat_row(w, 0), *w_1 = mat_row(w, 1), *w_2 = mat_row(w, 2);
  const float *w_3 = mat_row(w, 3);
  for (int i = 0; i < w.cols; i++) {
    float s = begins ? 0.0f : sum[i];
    s += x[0] * w_0[i];
    s += x[1] * w_1[i];
    s += x[2] * w_2[i];
    s += x[3] * w_3[i];
    sum[i] = s;
  }
}

/* What is left of a block of no multiple of four. */
CORE_INLINE void add_one(float x, const float *w, float *sum, int count) {
  for (int i = 0; i < count; i++) sum[i] += x * w[i];
}

/* sum [cols] = x [k] times the k rows of w: one block of the inner index. */
CORE_CLONES
static void sum_block(const float *x, MatView w, float *sum) {
  int k = 0;
  if (w.rows < 4) memset(sum, 0, (size_t)w.cols * sizeof *sum);
  else {
    add_four(x, mat_view_rows(w, 0, 4), sum, true);
    k = 4;
  }
  for (; k + 4 <= w.rows; k += 4) add_four(x + k, mat_view_rows(w, k, 4), sum, false);
  for (; k < w.rows; k++) add_one(x[k], mat_row(w, k), sum, w.cols);
}

/* y = x W + bias for one row and at most PIECE columns: the bias first, then block after block,
** each summed from 0 by itself. That is what BLAS does when it adds to a y that was filled with
** the bias (start_rows in linear.c). */
static void one_row(const float *x, MatView w, const float *bias, int order, float *y) {
  float sum[PIECE];
  size_t bytes = (size_t)w.cols * sizeof *y;
  if (bias) memcpy(y, bias, bytes);
  else memset(y, 0, bytes);
  for (int first = 0, count; first < w.rows; first += count) {
    count = w.rows - first < order ? w.rows - first : order;
    sum_block(x + first, mat_view_rows(w, first, count), sum);
    for (int i = 0; i < w.cols; i++) y[i] += sum[i];
  }
}

void row_product(MatView x, MatView w, const float *bias, int order, Mat y) {
  assert(x.cols == w.rows && x.rows == y.rows && w.cols == y.cols && order > 0);
  /* Columns do not meet in a sum, so cutting them into pieces changes no bit. */
  for (int first = 0; first < w.cols; first += PIECE) {
    int count = w.cols - first < PIECE ? w.cols - first : PIECE;
    for (int row = 0; row < x.rows; row++)
      one_row(mat_row(x, row), mat_view_cols(w, first, count), bias ? bias + first : NULL, order,
              mat_row_of(y, row) + first);
  }
}

/* ---- the order of BLAS ---- */

size_t row_order_room(int inner) {
  return (size_t)TRIED * ((size_t)inner + TRIED) + (size_t)COMPARED * TRIED;
}

/* Numbers of both signs in [−2, 2) that differ, the same at every call. With round numbers, or
** zeros, sums in another order could agree by chance. */
static void make_up(Mat x) {
  unsigned now = 1;
  for (int i = 0; i < x.rows * x.cols; i++) {
    now = now * 1664525u + 1013904223u;
    x.at[i] = (float)((int)(now >> 8) - (1 << 23)) * 0x1p-22f;
  }
}

/* Are the 256 sums in this order the bits BLAS gave? */
static bool is_order(MatView x, MatView w, int order, MatView wanted, float *room) {
  Mat y = {room, COMPARED, w.cols, w.cols};
  row_product(mat_view_rows(x, 0, COMPARED), w, NULL, order, y);
  bool same = true;
  for (int i = 0; i < COMPARED * w.cols; i++) same = same && y.at[i] == wanted.at[i];
  return same;
}

int row_order(MatView w, float *room) {
  /* Fewer columns might go to a kernel for small products: no evidence for wide ones. */
  if (w.cols < TRIED) return 0;
  MatView some = mat_view_cols(w, 0, TRIED);
  Mat x = {room, TRIED, w.rows, w.rows};
  Mat y = {room + (size_t)TRIED * (size_t)w.rows, TRIED, TRIED, TRIED};
  make_up(x);
  /* 64 rows of BLAS: the truth that the order is held against. */
  linear(mat_view(x), some, NULL, y);
  int order = linear_block(w.rows);
  bool same = is_order(mat_view(x), some, order, mat_view(y), y.at + TRIED * TRIED);
  return same ? order : 0;
}
