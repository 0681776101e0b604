/* tests/model/test_parallel_gemm.c -- a product in pieces equals the product at once, with its bias
** and its activation, on one thread and on several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/rng.h"
#include "core/product_in_blocks.h"
#include "model/parallel_gemm.h"

/* Three pieces, the last of them narrower; and one of a single column. */
enum { ROWS = 5, INNER = 70, WIDE = 400, NARROW = 193 };

static Mat drawn(Arena *arena, Rng *rng, int rows, int cols) {
  Mat m = {arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
  for (int i = 0; i < rows * cols; i++) m.at[i] = (float)rng_normal(rng);
  return m;
}

static ParallelGemm product_of(Arena *arena, Rng *rng, int cols, Activation activation) {
  return (ParallelGemm){.x = mat_view(drawn(arena, rng, ROWS, INNER)),
                        .w = mat_view(drawn(arena, rng, INNER, cols)),
                        .bias = drawn(arena, rng, 1, cols).at,
                        .activation = activation,
                        .y = drawn(arena, rng, ROWS, cols)};
}

static void check_whole(Arena *arena, Rng *rng, const ParallelGemm *product) {
  Mat whole = drawn(arena, rng, ROWS, product->y.cols);
  product_in_blocks(product->x, product->w, PRODUCT_PLAIN, product->bias, whole);
  activation_apply(product->activation, whole);
  assert_memory_equal(product->y.at, whole.at, ROWS * (size_t)product->y.cols * sizeof(float));
}

static void pieces_are_the_whole(void **state) {
  (void)state;
  for (int threads = 1; threads < 4; threads++) {
    Arena *arena = arena_make(0);
    Rng rng = rng_make(7);
    Pool *pool = threads > 1 ? pool_make(threads) : NULL;
    const ParallelGemm products[] = {product_of(arena, &rng, WIDE, ACTIVATION_GELU_TANH),
                                     product_of(arena, &rng, NARROW, ACTIVATION_LINEAR)};
    parallel_gemm_run(pool, products, 2);
    for (int i = 0; i < 2; i++) check_whole(arena, &rng, &products[i]);
    pool_free(pool);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_are_the_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
