/* model/parallel_gemm.c -- runs several products as one job of the pool, in pieces of columns. */
#include "model/parallel_gemm.h"

#include <assert.h>

#include "core/product_in_blocks.h"

/* Columns of a piece: 768 columns make four pieces, and it is a multiple of every vector width. */
enum { PIECE_COLUMNS = 192 };

static int pieces_of(const ParallelGemm *product) {
  return (product->y.cols + PIECE_COLUMNS - 1) / PIECE_COLUMNS;
}

static void run_piece(const ParallelGemm *product, int index) {
  assert(index >= 0 && index < pieces_of(product));
  int first = index * PIECE_COLUMNS, left = product->y.cols - first;
  int count = left < PIECE_COLUMNS ? left : PIECE_COLUMNS;
  Mat y = mat_cols(product->y, first, count);
  product_in_blocks(product->x, mat_view_cols(product->w, first, count), PRODUCT_PLAIN,
                    product->bias ? product->bias + first : NULL, y);
  activation_apply(product->activation, y);
}

typedef struct Job {
  const ParallelGemm *products;
} Job;

/* index counts the pieces of all products, so that threads do not wait between products. */
static void run_indexed_piece(void *self, int index) {
  const ParallelGemm *product = ((const Job *)self)->products;
  for (; index >= pieces_of(product); product++) index -= pieces_of(product);
  run_piece(product, index);
}

void parallel_gemm_run(Pool *pool, const ParallelGemm *products, int count) {
  for (int i = 0; i < count; i++) {
    const ParallelGemm *one = &products[i];
    assert(one->x.cols == one->w.rows && one->x.rows == one->y.rows && one->w.cols == one->y.cols);
    (void)one; /* without asserts */
  }
  Job job = {products};
  int pieces = 0;
  for (int i = 0; i < count; i++) pieces += pieces_of(&products[i]);
  pool_run(pool, pieces, run_indexed_piece, &job);
}
