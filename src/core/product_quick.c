/* core/product_quick.c -- four rows of the result at a time, two registers of eight columns wide.
**
** a is read number by number, so a transposed a only needs other steps. b is read eight columns at
** a time, so a transposed b is copied first.
**
** The gradient of a batch is an estimate, so sums are in float, which fits twice as many numbers
** into a register as in product.c. For the small products of a training step a call of BLAS costs
** more than the arithmetic.
*/
#include "core/product_quick.h"

#include "core/lanes.h"

/* 4 × 2 sums, two of b and one of a take 11 of 16 registers; narrow heads waste few columns. */
enum { MOST_ROWS = 4, MOST_WIDES = 2, LARGEST_B = 4096 };

/* Beyond this many multiplications a call of BLAS is faster (measured). */
static const long small_product = 64L * 64 * 16;

typedef struct Operands {
  const float *a; /* number (row, i) is a[row * row_step + i * inner_step] */
  const float *b; /* [inner, cols], its rows b_stride apart, cols a multiple of 8 */
  size_t row_step, inner_step, b_stride;
  int inner, cols;
} Operands;

/* b is read in eights and padded with zeros. */
static int round_up(int cols) { return (cols + LANES - 1) / LANES * LANES; }

/* y[0 .. rows−1][col …] = Σ_i a[r][i] b[i][…]: `rows` rows against `wides` times 8 columns from
** col on. rows and wides are constants wherever it is called, so that the sums stay in
** registers. */
CORE_INLINE void step(const Operands *with, Mat y, int col, int rows, int wides) {
  Lanes sum[MOST_ROWS][MOST_WIDES], of_b[MOST_WIDES];
  CORE_UNROLL for (int r = 0; r < rows; r++) CORE_UNROLL for (int w = 0; w < wides; w++) sum[r][w] =
      (Lanes){0};
  for (int i = 0; i < with->inner; i++) {
    const float *a = with->a + (size_t)i * with->inner_step;
    const float *b = with->b + (size_t)i * with->b_stride + col;
    CORE_UNROLL for (int w = 0; w < wides; w++) lanes_load(&of_b[w], b + w * LANES);
    CORE_UNROLL for (int r = 0; r < rows; r++) CORE_UNROLL for (int w = 0; w < wides; w++)
        sum[r][w] += a[(size_t)r * with->row_step] * of_b[w];
  }
  CORE_UNROLL for (int r = 0; r < rows; r++) CORE_UNROLL for (int w = 0; w < wides; w++) {
    float *to = y.at + (size_t)r * (size_t)y.stride + col + w * LANES;
    /* Columns of the padding are not stored. */
    int left = y.cols - col - w * LANES;
    if (left >= LANES) lanes_store(to, &sum[r][w]);
    else lanes_store_part(to, &sum[r][w], left);
  }
}

/* All columns of some rows: 16 at a time, then 8. cols is a multiple of 8, so nothing is left. */
CORE_INLINE void some_rows(const Operands *with, Mat y, int rows) {
  int col = 0;
  for (; col + 2 * LANES <= with->cols; col += 2 * LANES) step(with, y, col, rows, 2);
  if (col < with->cols) step(with, y, col, rows, 1);
}

/* By value, because with.a moves down the rows. */
CORE_INLINE void product_loop(Operands with, Mat y) {
  int row = 0;
  for (; row + MOST_ROWS <= y.rows; row += MOST_ROWS) {
    some_rows(&with, mat_rows(y, row, MOST_ROWS), MOST_ROWS);
    with.a += MOST_ROWS * with.row_step;
  }
  for (; row < y.rows; row++) {
    some_rows(&with, mat_rows(y, row, 1), 1);
    with.a += with.row_step;
  }
}
CORE_LEVELS(product, (Operands with, Mat y), (with, y))

/* Copies b [cols, inner] to [inner, cols], padded with 0; at most 4,096 numbers. */
static void copy_transposed(MatView b, float *to, int cols) {
  for (int i = 0; i < b.cols; i++, to += cols) {
    for (int col = 0; col < b.rows; col++) to[col] = mat_row(b, col)[i];
    for (int col = b.rows; col < cols; col++) to[col] = 0.0f;
  }
}

bool product_quick_fits(int rows, int inner, int cols) {
  /* long: the product of three sizes may overflow an int. */
  return (long)inner * round_up(cols) <= LARGEST_B && (long)rows * inner * cols <= small_product;
}

void product_quick(MatView a, MatView b, QuickKind kind, Mat y) {
  float copy[LARGEST_B];
  size_t stride = (size_t)a.stride;
  /* For aᵀ the two steps are exchanged below. */
  Operands with = {.a = a.at, .b = copy, .row_step = stride, .inner_step = 1};
  with.inner = kind == QUICK_LEFT ? a.rows : a.cols;
  with.cols = round_up(y.cols);
  with.b_stride = (size_t)with.cols;
  assert(product_quick_fits(y.rows, with.inner, y.cols));
  if (kind == QUICK_LEFT) {
    with.row_step = 1;
    with.inner_step = stride;
  }
  if (kind == QUICK_RIGHT) copy_transposed(b, copy, with.cols);
  else if (b.cols < with.cols) mat_copy_padded(b, (Mat){copy, b.rows, with.cols, with.cols});
  else {
    with.b = b.at;
    with.b_stride = (size_t)b.stride;
  }
  product(with, y);
}
