/* core/product.c -- up to six rows of a against sixteen columns of b, which stand side by side.
**
** The twelve sums of a step stay in the registers of AVX2; b fits into the first cache.
*/
#include "core/product.h"

#include "core/lanes.h"

enum { MOST_ROWS = 6, LANES_AT_ONCE = 2, LARGEST_INNER = 256, LARGEST_B = 4096, BLOCK = 16 };

/* Beyond this many multiplications a call of BLAS is faster (measured). */
static const long small_product = 12L * 12 * 64 * 4;

typedef struct Operands {
  _Alignas(64) float copy[LARGEST_B]; /* of b, where it is turned or its rows need filling */
  const float *b;                     /* [inner, cols], its rows stride apart */
  const float *bias;
  ProductKind kind;
  int inner, cols, stride; /* cols rounded up to LANES */
} Operands;

static int round_up(int cols) { return (cols + LANES - 1) / LANES * LANES; }

CORE_INLINE void fill_plain(Operands *with, MatView b) {
  if (b.cols == with->cols) {
    with->b = b.at;
    with->stride = b.stride;
    return;
  }
  for (int i = 0; i < with->inner; i++) {
    float *to = with->copy + (size_t)i * (size_t)with->cols;
    memcpy(to, mat_row(b, i), (size_t)b.cols * sizeof *to);
    for (int col = b.cols; col < with->cols; col++) to[col] = 0.0f;
  }
}

/* to[j · cols + l] = from[l · stride + j] for j and l of 0 to 3. */
CORE_INLINE void transpose_block(const float *from, int stride, float *to, int cols) {
  Narrow row[HALF], half[HALF], col[HALF];
  for (int l = 0; l < HALF; l++) memcpy(&row[l], from + l * stride, sizeof row[l]);
  half[0] = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
  half[1] = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
  half[2] = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
  half[3] = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
  col[0] = __builtin_shufflevector(half[0], half[1], 0, 1, 4, 5);
  col[1] = __builtin_shufflevector(half[0], half[1], 2, 3, 6, 7);
  col[2] = __builtin_shufflevector(half[2], half[3], 0, 1, 4, 5);
  col[3] = __builtin_shufflevector(half[2], half[3], 2, 3, 6, 7);
  for (int j = 0; j < HALF; j++) memcpy(to + j * cols, &col[j], sizeof col[j]);
}

CORE_INLINE void fill_transposed(Operands *with, MatView b) {
  for (int row = 0; row < with->cols; row += HALF) {
    int i = 0;
    if (row + HALF <= b.rows)
      for (; i + HALF <= b.cols; i += HALF)
        transpose_block(mat_row(b, row) + i, b.stride, with->copy + i * with->cols + row,
                        with->cols);
    for (; i < b.cols; i++)
      for (int l = row; l < row + HALF; l++)
        with->copy[i * with->cols + l] = l < b.rows ? mat_row(b, l)[i] : 0.0f;
  }
}

CORE_INLINE void store(const Lanes *sum, float *to, int cols) {
  if (cols >= LANES) lanes_store(to, sum);
  else lanes_store_part(to, sum, cols);
}

CORE_INLINE void start_sum(const float *bias, int cols, Lanes *start) {
  *start = (Lanes){0};
  for (int lane = 0; bias && lane < LANES && lane < cols; lane++) (*start)[lane] = bias[lane];
}

CORE_INLINE bool has_number(const float *from) {
  uint64_t bits[2];
  const uint64_t without_signs = UINT64_C(0x7FFFFFFF7FFFFFFF); /* −0 is 0 too */
  memcpy(bits, from, sizeof bits);
  return ((bits[0] | bits[1]) & without_signs) != 0;
}

/* A row without the zeros at its end, taken off in fours; or least when that is larger. */
CORE_INLINE int end_of_row(const float *row, int least, int count) {
  while (count - HALF >= least && !has_number(row + count - HALF)) count -= HALF;
  return count;
}

/* Adds inner steps first to last of a block; a block is summed apart so that errors stay small. */
CORE_INLINE void add_block(const Operands *with, MatView a, int col, int lanes, int first, int last,
                           Lanes sum[MOST_ROWS][LANES_AT_ONCE]) {
  Lanes block[MOST_ROWS][LANES_AT_ONCE], now[LANES_AT_ONCE];
  for (int r = 0; r < a.rows; r++)
    for (int w = 0; w < lanes; w++) block[r][w] = (Lanes){0};
  for (int i = first; i < last; i++) {
    const float *b = with->b + (size_t)i * (size_t)with->stride + col;
    for (int w = 0; w < lanes; w++) lanes_load(&now[w], b + w * LANES);
    for (int r = 0; r < a.rows; r++)
      for (int w = 0; w < lanes; w++) block[r][w] += a.at[r * a.stride + i] * now[w];
  }
  for (int r = 0; r < a.rows; r++)
    for (int w = 0; w < lanes; w++) sum[r][w] += block[r][w];
}

/* One step: the rows of a against `lanes` times 8 columns from col on. Both numbers are constants
** wherever it is called, so that the sums stay in registers. */
CORE_INLINE void step(const Operands *with, MatView a, Mat y, int col, int lanes, int end) {
  Lanes sum[MOST_ROWS][LANES_AT_ONCE];
  for (int w = 0; w < lanes; w++) {
    int at = col + w * LANES;
    start_sum(with->bias ? with->bias + at : NULL, y.cols - at, &sum[0][w]);
    for (int r = 1; r < a.rows; r++) sum[r][w] = sum[0][w];
  }
  for (int first = 0; first < end; first += BLOCK)
    add_block(with, a, col, lanes, first, end - first < BLOCK ? end : first + BLOCK, sum);
  for (int r = 0; r < a.rows; r++)
    for (int w = 0; w < lanes; w++)
      store(&sum[r][w], mat_row_of(y, r) + col + w * LANES, y.cols - col - w * LANES);
}

/* All columns of the rows of y, which are as many as those of a: `rows`, a constant. */
CORE_INLINE void some_rows(MatView a, const Operands *with, Mat y, int rows) {
  int end = with->kind == PRODUCT_WEIGHTED ? 0 : with->inner, col = 0;
  for (int r = 0; r < rows; r++) end = end_of_row(mat_row(a, r), end, with->inner);
  a.rows = rows;
  for (; with->cols - col >= LANES_AT_ONCE * LANES; col += LANES_AT_ONCE * LANES)
    step(with, a, y, col, LANES_AT_ONCE, end);
  if (col < with->cols) step(with, a, y, col, 1, end);
}

CORE_CLONES
static void product(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  Operands with;
  with.inner = a.cols;
  with.cols = with.stride = round_up(y.cols);
  with.kind = kind;
  with.bias = bias;
  with.b = with.copy;
  if (kind == PRODUCT_TRANSPOSED) fill_transposed(&with, b);
  else fill_plain(&with, b);
  int row = 0;
  if (kind != PRODUCT_WEIGHTED) /* there, fewer rows at once leave out more of what a mask hid */
    for (; row + 6 <= a.rows; row += 6)
      some_rows(mat_view_rows(a, row, 6), &with, mat_rows(y, row, 6), 6);
  for (; row + 4 <= a.rows; row += 4)
    some_rows(mat_view_rows(a, row, 4), &with, mat_rows(y, row, 4), 4);
  for (; row < a.rows; row++) some_rows(mat_view_rows(a, row, 1), &with, mat_rows(y, row, 1), 1);
}

CORE_CLONES
static int end_of_rows(MatView a) {
  int end = 0;
  for (int row = a.rows - 1; row >= 0 && end < a.cols; row--)
    end = end_of_row(mat_row(a, row), end, a.cols);
  return end;
}

int product_end_of_rows(MatView a) { return end_of_rows(a); }

bool product_is_small(int rows, int inner, int cols) {
  if (inner > LARGEST_INNER || (long)inner * round_up(cols) > LARGEST_B) return false;
  return (long)rows * inner * cols <= small_product;
}

void product_small(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  assert(product_is_small(a.rows, a.cols, y.cols));
  product(a, b, kind, bias, y);
}
