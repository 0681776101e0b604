/* core/product.c -- eight columns of b as doubles in a panel, four rows of a against it.
**
** The panel is what fits into the first cache, the 4 × 8 sums are what fits into the registers.
*/
#include "core/product.h"

#include "core/lanes.h"

enum { ROWS_AT_ONCE = 4, PANEL_COLS = WIDE, BLOCK = 4 };
enum { PRODUCT_LARGEST_INNER = 256, PRODUCT_LARGEST_PANELS = 4096 };

/* Beyond this many multiplications a call of BLAS is faster (measured). */
static const long small_product = 12L * 12 * 64 * 4;

typedef float Block __attribute__((vector_size(16)));
typedef double WideBlock __attribute__((vector_size(32)));

/* b as doubles, eight columns after eight columns; and the rows of a that meet it just now. */
typedef struct Operands {
  _Alignas(64) double b[PRODUCT_LARGEST_PANELS];
  _Alignas(64) double a[ROWS_AT_ONCE][PRODUCT_LARGEST_INNER];
  const float *bias;
  ProductKind kind;
  int inner;
} Operands;

/* The columns col .. col+7 of b, of which `cols` exist; the other lanes hold 0. */
CORE_INLINE void fill_panel(double *panel, MatView b, int col, int cols) {
  for (int i = 0; i < b.rows; i++) {
    const float *row = b.at + (size_t)i * (size_t)b.stride + col;
    Narrow now = {0};
    if (cols >= PANEL_COLS) memcpy(&now, row, sizeof now);
    else
      for (int lane = 0; lane < cols; lane++) now[lane] = row[lane];
    Wide wide = __builtin_convertvector(now, Wide);
    memcpy(panel + i * PANEL_COLS, &wide, sizeof wide);
  }
}

/* to[j · 8 + l] = from[l · stride + j] for j and l of 0 to 3. */
CORE_INLINE void transpose_block(const float *from, int stride, double *to) {
  Block row[BLOCK], half[BLOCK], col[BLOCK];
  for (int l = 0; l < BLOCK; l++) memcpy(&row[l], from + l * stride, sizeof row[l]);
  half[0] = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
  half[1] = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
  half[2] = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
  half[3] = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
  col[0] = __builtin_shufflevector(half[0], half[1], 0, 1, 4, 5);
  col[1] = __builtin_shufflevector(half[0], half[1], 2, 3, 6, 7);
  col[2] = __builtin_shufflevector(half[2], half[3], 0, 1, 4, 5);
  col[3] = __builtin_shufflevector(half[2], half[3], 2, 3, 6, 7);
  for (int j = 0; j < BLOCK; j++) {
    WideBlock wide = __builtin_convertvector(col[j], WideBlock);
    memcpy(to + j * PANEL_COLS, &wide, sizeof wide);
  }
}

/* The rows row .. row+7 of b as columns; those behind the last are 0. */
CORE_INLINE void fill_panel_transposed(double *panel, MatView b, int row, int rows) {
  for (int lane = 0; lane < PANEL_COLS; lane += BLOCK) {
    int i = 0;
    if (lane + BLOCK <= rows)
      for (; i + BLOCK <= b.cols; i += BLOCK)
        transpose_block(mat_row(b, row + lane) + i, b.stride, panel + i * PANEL_COLS + lane);
    else if (lane >= rows)
      for (; i < b.cols; i++) memset(panel + i * PANEL_COLS + lane, 0, BLOCK * sizeof *panel);
    for (; i < b.cols; i++)
      for (int l = lane; l < lane + BLOCK; l++)
        panel[i * PANEL_COLS + l] = l < rows ? (double)mat_row(b, row + l)[i] : 0.0;
  }
}

CORE_INLINE void widen_row(const float *from, double *to, int count) {
  Narrow now;
  int i = 0;
  for (; i + PANEL_COLS <= count; i += PANEL_COLS) {
    memcpy(&now, from + i, sizeof now);
    Wide wide = __builtin_convertvector(now, Wide);
    memcpy(to + i, &wide, sizeof wide);
  }
  for (; i < count; i++) to[i] = (double)from[i];
}

CORE_INLINE void store(const Wide *sum, float *to, int cols) {
  Narrow narrow = __builtin_convertvector(*sum, Narrow);
  if (cols >= PANEL_COLS) {
    memcpy(to, &narrow, sizeof narrow);
    return;
  }
  int lane = cols >= BLOCK ? BLOCK : 0;
  if (lane) memcpy(to, &narrow, BLOCK * sizeof *to);
  for (; lane < cols; lane++) to[lane] = narrow[lane];
}

CORE_INLINE void start_sum(const float *bias, int cols, Wide *start) {
  *start = (Wide){0};
  for (int lane = 0; bias && lane < PANEL_COLS && lane < cols; lane++)
    (*start)[lane] = (double)bias[lane];
}

CORE_INLINE bool has_number(const float *from) {
  uint32_t bits[LANES], any = 0;
  memcpy(bits, from, sizeof bits);
  for (int i = 0; i < LANES; i++) any |= bits[i] << 1; /* without the sign: −0 is 0 */
  return any != 0;
}

/* The end of a row without its zeros, or least when that is larger. */
CORE_INLINE int end_of_row(const float *row, int least, int count) {
  while (count - LANES >= least && !has_number(row + count - LANES)) count -= LANES;
  while (count > least && row[count - 1] == 0.0f) count--;
  return count;
}

/* Rows first_row .. first_row+rows-1. `rows` is a constant wherever this is called, so that the
*sums
** stay in registers. */
CORE_INLINE void some_rows(MatView a, Operands *with, Mat y, int first_row, int rows) {
  int end = with->kind == PRODUCT_WEIGHTED ? 0 : with->inner;
  for (int r = 0; r < rows; r++) {
    const float *row = mat_row(a, first_row + r);
    end = end_of_row(row, end, with->inner);
    widen_row(row, with->a[r], with->inner);
  }
  const float *bias = with->bias;
  for (int col = 0; col < y.cols; col += PANEL_COLS) {
    const double *panel = with->b + (size_t)col * (size_t)with->inner;
    Wide sum[ROWS_AT_ONCE], start, now;
    start_sum(bias ? bias + col : NULL, y.cols - col, &start);
    for (int r = 0; r < rows; r++) sum[r] = start;
    for (int i = 0; i < end; i++) {
      memcpy(&now, panel + i * PANEL_COLS, sizeof now);
      for (int r = 0; r < rows; r++) sum[r] += with->a[r][i] * now;
    }
    for (int r = 0; r < rows; r++) store(&sum[r], mat_row_of(y, first_row + r) + col, y.cols - col);
  }
}

CORE_CLONES
static void product(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  Operands with;
  with.inner = a.cols;
  with.kind = kind;
  with.bias = bias;
  for (int col = 0; col < y.cols; col += PANEL_COLS) {
    double *panel = with.b + (size_t)col * (size_t)a.cols;
    if (kind == PRODUCT_TRANSPOSED) fill_panel_transposed(panel, b, col, y.cols - col);
    else fill_panel(panel, b, col, y.cols - col);
  }
  int row = 0;
  for (; row + ROWS_AT_ONCE <= a.rows; row += ROWS_AT_ONCE)
    some_rows(a, &with, y, row, ROWS_AT_ONCE);
  if (a.rows - row == 3) some_rows(a, &with, y, row, 3);
  if (a.rows - row == 2) some_rows(a, &with, y, row, 2);
  if (a.rows - row == 1) some_rows(a, &with, y, row, 1);
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
  long panels = (cols + PANEL_COLS - 1) / PANEL_COLS;
  if (inner > PRODUCT_LARGEST_INNER || panels * PANEL_COLS * inner > PRODUCT_LARGEST_PANELS)
    return false;
  return (long)rows * inner * cols <= small_product;
}

void product_small(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  assert(product_is_small(a.rows, a.cols, y.cols));
  product(a, b, kind, bias, y);
}
