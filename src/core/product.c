/* core/product.c -- small products, summed in double: up to four rows of a by twelve columns of b,
** or three rows of each for a bᵀ.
**
** The sums of a step stay in the registers of AVX2; b is read in place. Sums are in double because
** these products are shown cell by cell: the sum that a reader adds up (trace/workings/workings.c,
** also in double) equals the cell, on processors with and without fused operations.
*/
#include "core/product.h"

#include "core/lanes.h"

/* 4 × 3 sums of 4 doubles take 12 registers; with three of b and one of a these are all 16 of AVX2.
** The limits keep Operands at 40 KiB of stack. */
enum { MOST_ROWS = 4, MOST_WIDES = 3, LARGEST_INNER = 256, LARGEST_B = 64 * 128 };

/* Columns are summed in fours; b is padded with zeros to a multiple. */
static int round_up(int cols) { return (cols + HALF - 1) / HALF * HALF; }

/* ---- a bᵀ ---- */

/* M-03 for up to 3 rows of a and 3 of b, y [a.rows, b.rows]; both counts are constants wherever it
** is called. Four sums run side by side over the inner index: sum j has the products j, j + 4, j +
** 8 … They are added at the end, then the rest. This order depends on the inner length alone, so a
** cell does not depend on the other rows. */
CORE_INLINE void dots(MatView a, MatView b, Mat y) {
  Wide sum[MOST_ROWS][MOST_WIDES], of_a, of_b[MOST_WIDES];
  int i = 0;
  CORE_UNROLL for (int r = 0; r < a.rows; r++) CORE_UNROLL for (int c = 0; c < b.rows; c++)
      sum[r][c] = (Wide){0};
  for (; i + HALF <= a.cols; i += HALF) {
    CORE_UNROLL for (int c = 0; c < b.rows; c++) wide_load(&of_b[c], b.at + c * b.stride + i);
    CORE_UNROLL for (int r = 0; r < a.rows; r++) {
      wide_load(&of_a, a.at + r * a.stride + i);
      CORE_UNROLL for (int c = 0; c < b.rows; c++) sum[r][c] += of_a * of_b[c];
    }
  }
  CORE_UNROLL for (int r = 0; r < a.rows; r++) CORE_UNROLL for (int c = 0; c < b.rows; c++) {
    /* The only rounding to float. */
    double cell = wide_total(&sum[r][c]);
    for (int rest = i; rest < a.cols; rest++)
      cell += (double)a.at[r * a.stride + rest] * (double)b.at[c * b.stride + rest];
    y.at[r * y.stride + c] = (float)cell;
  }
}

/* `rows` rows of a against all of b, three columns of y at a time, then one by one. */
CORE_INLINE void dots_of_rows(MatView a, MatView b, Mat y, int rows) {
  int col = 0;
  /* As a constant, so that the loops in dots are unrolled. */
  a.rows = rows;
  for (; col + 3 <= b.rows; col += 3) dots(a, mat_view_rows(b, col, 3), mat_cols(y, col, 3));
  for (; col < b.rows; col++) dots(a, mat_view_rows(b, col, 1), mat_cols(y, col, 1));
}

/* Three rows at a time: 9 sums, 3 loads of b and one of a are 13 registers. */
CORE_INLINE void product_transposed_loop(MatView a, MatView b, Mat y) {
  int row = 0;
  for (; row + 3 <= a.rows; row += 3)
    dots_of_rows(mat_view_rows(a, row, 3), b, mat_rows(y, row, 3), 3);
  for (; row < a.rows; row++) dots_of_rows(mat_view_rows(a, row, 1), b, mat_rows(y, row, 1), 1);
}
CORE_LEVELS(product_transposed, (MatView a, MatView b, Mat y), (a, b, y))

/* ---- a b ---- */

typedef struct Operands {
  _Alignas(64) float copy[LARGEST_B];              /* of b, if its rows need padding */
  _Alignas(64) double a[MOST_ROWS][LARGEST_INNER]; /* the present rows of a */
  const float *b;                                  /* [inner, cols], its rows stride apart */
  const float *bias;
  ProductKind kind;
  int inner, cols, stride; /* cols rounded up to 4 */
} Operands;

/* b [inner, cols] is read in place if its width is a multiple of four, else copied with padding: a
** load of four would otherwise read beyond the last row. */
CORE_INLINE void take_b(Operands *with, MatView b) {
  with->b = b.at;
  with->stride = b.stride;
  if (b.cols == with->cols) return;
  with->b = with->copy;
  with->stride = with->cols;
  mat_copy_padded(b, (Mat){with->copy, b.rows, with->cols, with->cols});
}

/* A row of a is converted to double once for all columns; b is converted in every step. */
CORE_INLINE void widen(const float *restrict from, double *restrict to, int count) {
  for (int i = 0; i < count; i++) to[i] = (double)from[i];
}

/* Rounds and stores the columns that y has. */
CORE_INLINE void store(const Wide *sum, float *to, int cols) {
  Narrow narrow = __builtin_convertvector(*sum, Narrow);
  for (int lane = 0; lane < cols && lane < HALF; lane++) to[lane] = narrow[lane];
}

/* The sum begins with the bias (M-02), so that it takes part in the one rounding. */
CORE_INLINE void start_sum(const float *bias, int cols, Wide *start) {
  *start = (Wide){0};
  for (int lane = 0; bias && lane < HALF && lane < cols; lane++)
    (*start)[lane] = (double)bias[lane];
}

/* Is one of four floats not 0? NaN counts as not 0. */
CORE_INLINE bool has_number(const float *from) {
  uint64_t bits[2];
  const uint64_t without_signs = UINT64_C(0x7FFFFFFF7FFFFFFF); /* −0 is 0 too */
  memcpy(bits, from, sizeof bits);
  return ((bits[0] | bits[1]) & without_signs) != 0;
}

/* Where the zeros at the end of a row begin, in steps of four, and at least `least`. Zeros in the
** middle are not searched. */
CORE_INLINE int end_of_row(const float *row, int least, int count) {
  while (count - HALF >= least && !has_number(row + count - HALF)) count -= HALF;
  return count;
}

/* One step: `rows` rows against `wides` times 4 columns from col on. Both are constants wherever it
** is called, so that the sums stay in registers. Every sum adds the products in order of the inner
** index, as a person adds up a column. */
CORE_INLINE void step(const Operands *with, Mat y, int col, int rows, int wides, int end) {
  Wide sum[MOST_ROWS][MOST_WIDES], of_b[MOST_WIDES];
  CORE_UNROLL for (int w = 0; w < wides; w++) {
    int at = col + w * HALF;
    start_sum(with->bias ? with->bias + at : NULL, y.cols - at, &sum[0][w]);
    CORE_UNROLL for (int r = 1; r < rows; r++) sum[r][w] = sum[0][w];
  }
  for (int i = 0; i < end; i++) {
    const float *b = with->b + (size_t)i * (size_t)with->stride + col;
    CORE_UNROLL for (int w = 0; w < wides; w++) wide_load(&of_b[w], b + w * HALF);
    CORE_UNROLL for (int r = 0; r < rows; r++) CORE_UNROLL for (int w = 0; w < wides; w++)
        sum[r][w] += with->a[r][i] * of_b[w];
  }
  float *to = y.at + col;
  /* The sums of the padding are not stored. */
  bool whole = col + wides * HALF <= y.cols;
  CORE_UNROLL for (int r = 0; r < rows; r++) CORE_UNROLL for (int w = 0; w < wides; w++) {
    float *cells = to + r * y.stride + w * HALF;
    if (whole) store(&sum[r][w], cells, HALF);
    else store(&sum[r][w], cells, y.cols - col - w * HALF);
  }
}

/* All columns of `rows` rows. */
CORE_INLINE void some_rows(MatView a, Operands *with, Mat y, int rows) {
  /* A weighted sum stops where the longest of these rows ends. Leaving out 0 · v does not change
  ** the sum, and keeps NaN and inf in hidden values out of it (M-07). */
  int end = with->kind == PRODUCT_WEIGHTED ? 0 : with->inner, col = 0;
  for (int r = 0; r < rows; r++) {
    end = end_of_row(mat_row(a, r), end, with->inner);
    widen(mat_row(a, r), with->a[r], with->inner);
  }
  for (; with->cols - col >= 3 * HALF; col += 3 * HALF) step(with, y, col, rows, 3, end);
  if (with->cols - col == 2 * HALF) step(with, y, col, rows, 2, end);
  else if (with->cols - col == HALF) step(with, y, col, rows, 1, end);
}

/* y = a b + bias. Operands are 40 KiB that are not cleared: copy and a are written before they
** are read. */
CORE_INLINE void product_plain_loop(MatView a, MatView b, ProductKind kind, const float *bias,
                                    Mat y) {
  Operands with;
  with.inner = a.cols;
  with.cols = round_up(y.cols);
  with.kind = kind;
  with.bias = bias;
  take_b(&with, b);
  int row = 0;
  for (; row + 4 <= a.rows; row += 4)
    some_rows(mat_view_rows(a, row, 4), &with, mat_rows(y, row, 4), 4);
  for (; row < a.rows; row++) some_rows(mat_view_rows(a, row, 1), &with, mat_rows(y, row, 1), 1);
}
CORE_LEVELS(product_plain, (MatView a, MatView b, ProductKind kind, const float *bias, Mat y),
            (a, b, kind, bias, y))

/* From the last row up: under a causal mask the last row is the longest, and the search stops early
** in the others. */
CORE_INLINE int end_of_rows_loop(MatView a) {
  int end = 0;
  for (int row = a.rows - 1; row >= 0 && end < a.cols; row--)
    end = end_of_row(mat_row(a, row), end, a.cols);
  return end;
}
CORE_LEVELS_GIVING(int, end_of_rows, (MatView a), (a))

int product_end_of_rows(MatView a) { return end_of_rows(a); }

bool product_is_small(int inner, int cols) {
  return inner <= LARGEST_INNER && (long)inner * round_up(cols) <= LARGEST_B;
}

void product_small(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  assert(product_is_small(a.cols, y.cols));
  assert(kind != PRODUCT_TRANSPOSED || !bias);
  if (kind == PRODUCT_TRANSPOSED) product_transposed(a, b, y);
  else product_plain(a, b, kind, bias, y);
}
