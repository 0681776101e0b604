/* core/product_in_blocks.c -- large products: an outer loop over blocks of the inner index, an
** inner loop over panels of columns.
**
** Not BLAS, which may sum a row in another order when it is alone, at the end of a matrix or in a
** matrix of another size (docs/decisions/0011). This file is compiled with fused multiply-add where
** the processor level has it (CMakeLists.txt).
*/
#include "core/product_in_blocks.h"

#include "core/lanes.h"

/* Products per block: with shorter blocks the rounding of the sums in y grows as much as that
** within a block shrinks (√n blocks are best), and they are slower. BAND_ROWS: the rows of a
** weighted sum that share one end of keys; fewer rows would skip more of a causal triangle but pack
** the same rows of b more often. */
enum { LONGEST_BLOCK = 64, SHORT_BLOCK = 32, TRANSPOSED_BLOCK = 16, BAND_ROWS = 64 };

/* The first four numbers of four rows, `step` apart, as four columns. */
CORE_INLINE void transpose_four(const float *from, size_t step, float *to, size_t stride) {
  Narrow x[4], y[4];
  for (int i = 0; i < 4; i++) memcpy(&x[i], from + (size_t)i * step, sizeof x[i]);
  y[0] = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
  y[1] = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
  y[2] = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
  y[3] = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  x[0] = __builtin_shufflevector(y[0], y[1], 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(y[0], y[1], 2, 3, 6, 7);
  x[2] = __builtin_shufflevector(y[2], y[3], 0, 1, 4, 5);
  x[3] = __builtin_shufflevector(y[2], y[3], 2, 3, 6, 7);
  for (int i = 0; i < 4; i++) memcpy(to + (size_t)i * stride, &x[i], sizeof x[i]);
}

/* Copies rows of b [o, count] to columns of the panel [count, o], padded with zeros; in 4 × 4
** tiles, since copying single numbers would take as long as the product. */
static void pack_transposed(MatView b, Mat panel) {
  size_t step = (size_t)b.stride, stride = (size_t)panel.stride;
  int whole_rows = b.rows / 4 * 4, whole_cols = b.cols / 4 * 4;
  for (int row = 0; row < whole_rows; row += 4)
    for (int k = 0; k < whole_cols; k += 4)
      transpose_four(mat_row(b, row) + k, step, mat_row_of(panel, k) + row, stride);
  for (int row = 0; row < panel.cols; row++)
    for (int k = row < whole_rows ? whole_cols : 0; k < b.cols; k++)
      mat_row_of(panel, k)[row] = row < b.rows ? mat_row(b, row)[k] : 0.0f;
}

/* Unrolls the loops over the registers of a tile. */
#ifdef __clang__
#define TILE_UNROLL CORE_UNROLL
#else
#define TILE_UNROLL _Pragma("GCC unroll 32")
#endif

#define TILE(name) name##_plain
#define VECTOR Narrow
#define WIDTH 4
#define SUMS 12
#define ROWS 4
#include "core/product_tile.h"

#ifdef CORE_HAS_LEVELS
#define TILE(name) name##_v3
#define VECTOR Lanes
#define WIDTH 8
#define SUMS 12
#define ROWS 4
#include "core/product_tile.h"

typedef float Lanes16 __attribute__((vector_size(64)));
#define TILE(name) name##_v4
#define VECTOR Lanes16
#define WIDTH 16
#define SUMS 24
#define ROWS 8
#include "core/product_tile.h"

__attribute__((target("arch=x86-64-v3"))) static void with_v3(MatView a, MatView b, bool transposed,
                                                              Mat y) {
  add_block_v3(a, b, transposed, y);
}

__attribute__((target("arch=x86-64-v4"))) static void with_v4(MatView a, MatView b, bool transposed,
                                                              Mat y) {
  add_block_v4(a, b, transposed, y);
}
#endif

static void with_plain(MatView a, MatView b, bool transposed, Mat y) {
  add_block_plain(a, b, transposed, y);
}

/* y += a b, or a bᵀ, for one block of the inner index. */
static void add_block(MatView a, MatView b, bool transposed, Mat y) {
#ifdef CORE_HAS_LEVELS
  if (processor_level() == PROCESSOR_V4) with_v4(a, b, transposed, y);
  else if (processor_level() == PROCESSOR_V3) with_v3(a, b, transposed, y);
  else with_plain(a, b, transposed, y);
#else
  with_plain(a, b, transposed, y);
#endif
}

static int block_of(ProductKind kind, int inner) {
  if (kind == PRODUCT_TRANSPOSED) return TRANSPOSED_BLOCK;
  /* The block of a weighted sum is fixed: a row must not change when the sentence grows. */
  return kind == PRODUCT_PLAIN && inner > LONGEST_BLOCK ? LONGEST_BLOCK : SHORT_BLOCK;
}

static void add_blocks(MatView a, MatView b, ProductKind kind, Mat y) {
  int block = block_of(kind, a.cols);
  bool transposed = kind == PRODUCT_TRANSPOSED;
  for (int first = 0; first < a.cols; first += block) {
    int count = a.cols - first < block ? a.cols - first : block;
    add_block(mat_view_cols(a, first, count),
              transposed ? mat_view_cols(b, first, count) : mat_view_rows(b, first, count),
              transposed, y);
  }
}

/* M-07 in bands of rows: under a causal mask each band sees more keys than the one before. */
static void add_bands(MatView weights, MatView b, Mat y) {
  for (int first = 0; first < y.rows; first += BAND_ROWS) {
    int rows = y.rows - first < BAND_ROWS ? y.rows - first : BAND_ROWS;
    MatView band = mat_view_rows(weights, first, rows);
    int keys = product_end_of_rows(band);
    add_blocks(mat_view_cols(band, 0, keys), mat_view_rows(b, 0, keys), PRODUCT_WEIGHTED,
               mat_rows(y, first, rows));
  }
}

void product_in_blocks(MatView a, MatView b, ProductKind kind, const float *bias, Mat y) {
  assert(a.rows == y.rows && a.cols == (kind == PRODUCT_TRANSPOSED ? b.cols : b.rows));
  assert(y.cols == (kind == PRODUCT_TRANSPOSED ? b.rows : b.cols));
  if (y.rows == 0 || y.cols == 0) return;
  size_t bytes = (size_t)y.cols * sizeof *y.at;
  for (int row = 0; row < y.rows; row++) {
    if (bias) memcpy(mat_row_of(y, row), bias, bytes);
    else memset(mat_row_of(y, row), 0, bytes);
  }
  if (kind == PRODUCT_WEIGHTED) add_bands(a, b, y);
  else add_blocks(a, b, kind, y);
}
