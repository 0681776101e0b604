/* core/product.c -- b as doubles in one place, then up to six rows of a against eight columns of
*it.
**
** The doubles of b fit into the caches, the twelve sums of a step into the registers of AVX2.
*/
#include "core/product.h"

#include "core/lanes.h"

enum { MOST_ROWS = 6, WIDES_AT_ONCE = 2, LARGEST_INNER = 256, LARGEST_B = 4096 };

/* Beyond this many multiplications a call of BLAS is faster (measured). */
static const long small_product = 12L * 12 * 64 * 4;

typedef struct Operands {
  _Alignas(64) double b[LARGEST_B]; /* [inner, cols], cols rounded up to 4 and the rest 0 */
  _Alignas(64) double a[MOST_ROWS][LARGEST_INNER]; /* the rows that meet b just now */
  const float *bias;
  ProductKind kind;
  int inner, cols;
} Operands;

static int round_up(int cols) { return (cols + HALF - 1) / HALF * HALF; }

CORE_INLINE void widen(const float *from, double *to, int count) {
  Narrow now;
  int i = 0;
  for (; i + HALF <= count; i += HALF) {
    memcpy(&now, from + i, sizeof now);
    Wide wide = __builtin_convertvector(now, Wide);
    memcpy(to + i, &wide, sizeof wide);
  }
  for (; i < count; i++) to[i] = (double)from[i];
}

CORE_INLINE void fill_plain(Operands *with, MatView b) {
  for (int i = 0; i < with->inner; i++) {
    double *to = with->b + (size_t)i * (size_t)with->cols;
    widen(mat_row(b, i), to, b.cols);
    for (int col = b.cols; col < with->cols; col++) to[col] = 0.0;
  }
}

/* to[j · cols + l] = from[l · stride + j] for j and l of 0 to 3. */
CORE_INLINE void transpose_block(const float *from, int stride, double *to, int cols) {
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
  for (int j = 0; j < HALF; j++) {
    Wide wide = __builtin_convertvector(col[j], Wide);
    memcpy(to + j * cols, &wide, sizeof wide);
  }
}

CORE_INLINE void fill_transposed(Operands *with, MatView b) {
  for (int row = 0; row < with->cols; row += HALF) {
    int i = 0;
    if (row + HALF <= b.rows)
      for (; i + HALF <= b.cols; i += HALF)
        transpose_block(mat_row(b, row) + i, b.stride, with->b + i * with->cols + row, with->cols);
    for (; i < b.cols; i++)
      for (int l = row; l < row + HALF; l++)
        with->b[i * with->cols + l] = l < b.rows ? (double)mat_row(b, l)[i] : 0.0;
  }
}

CORE_INLINE void store(const Wide *sum, float *to, int cols) {
  Narrow narrow = __builtin_convertvector(*sum, Narrow);
  if (cols >= HALF) memcpy(to, &narrow, sizeof narrow);
  else
    for (int lane = 0; lane < cols; lane++) to[lane] = narrow[lane];
}

CORE_INLINE void start_sum(const float *bias, int cols, Wide *start) {
  *start = (Wide){0};
  for (int lane = 0; bias && lane < HALF && lane < cols; lane++)
    (*start)[lane] = (double)bias[lane];
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

/* One step: `rows` rows against `wides` times 4 columns from col on. Both are constants wherever it
** is called, so that the sums stay in registers. */
CORE_INLINE void step(const Operands *with, Mat y, int col, int rows, int wides, int end) {
  Wide sum[MOST_ROWS][WIDES_AT_ONCE], now[WIDES_AT_ONCE];
  for (int w = 0; w < wides; w++) {
    int at = col + w * HALF;
    start_sum(with->bias ? with->bias + at : NULL, y.cols - at, &now[w]);
    for (int r = 0; r < rows; r++) sum[r][w] = now[w];
  }
  for (int i = 0; i < end; i++) {
    const double *b = with->b + (size_t)i * (size_t)with->cols + col;
    for (int w = 0; w < wides; w++) memcpy(&now[w], b + w * HALF, sizeof now[w]);
    for (int r = 0; r < rows; r++)
      for (int w = 0; w < wides; w++) sum[r][w] += with->a[r][i] * now[w];
  }
  for (int r = 0; r < rows; r++)
    for (int w = 0; w < wides; w++)
      store(&sum[r][w], mat_row_of(y, r) + col + w * HALF, y.cols - col - w * HALF);
}

/* All columns of the rows of y, which are as many as those of a. */
CORE_INLINE void some_rows(MatView a, Operands *with, Mat y, int rows) {
  int end = with->kind == PRODUCT_WEIGHTED ? 0 : with->inner, col = 0;
  for (int r = 0; r < rows; r++) {
    end = end_of_row(mat_row(a, r), end, with->inner);
    widen(mat_row(a, r), with->a[r], with->inner);
  }
  for (; with->cols - col >= WIDES_AT_ONCE * HALF; col += WIDES_AT_ONCE * HALF)
    step(with, y, col, rows, WIDES_AT_ONCE, end);
  if (col < with->cols) step(with, y, col, rows, 1, end);
}

CORE_CLONES
static void product(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  Operands with;
  with.inner = a.cols;
  with.cols = round_up(y.cols);
  with.kind = kind;
  with.bias = bias;
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
