/* model/parallel_gemm.c -- one job of the pool for all pieces of the products. */
#include "model/parallel_gemm.h"

#include <assert.h>

#include "core/product_in_blocks.h"

/* Columns of a piece: few enough that a map of 768 columns feeds four threads, and whole registers
** of any processor. */
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

/* Pieces are numbered through all products, so that threads need not wait between them. */
static void work(void *self, int index) {
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
  pool_run(pool, pieces, work, &job);
}
