/* tests/core/test_levels.c -- results on other processor levels: the stages have the same bits at
** every level, large products at those with fused multiply-add. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/rng.h"
#include "core/activation.h"
#include "core/additive_score.h"
#include "core/attention.h"
#include "core/dot_product.h"
#include "core/features.h"
#include "core/linear.h"
#include "core/norm.h"
#include "core/position.h"
#include "core/processor.h"
#include "core/product_in_blocks.h"

/* 71 columns fill no register; 17 rows fill no tile. */
enum { ROWS = 17, INNER = 71, COLS = 67 };

typedef struct Inputs {
  Mat a, b, b_transposed, scores;
  float gain[INNER], bias[COLS];
} Inputs;

/* What one level makes of them. */
typedef struct Results {
  Mat at[32];
  int count;
} Results;

static Arena *arena;

static Mat empty(int rows, int cols) {
  return (Mat){arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
}

static Mat drawn(Rng *rng, int rows, int cols, double scale) {
  Mat m = empty(rows, cols);
  for (int i = 0; i < rows * cols; i++) m.at[i] = (float)(scale * rng_normal(rng));
  return m;
}

static void draw(Inputs *inputs) {
  Rng rng = rng_make(11);
  inputs->a = drawn(&rng, ROWS, INNER, 1);
  inputs->b = drawn(&rng, INNER, COLS, 1);
  inputs->b_transposed = drawn(&rng, COLS, INNER, 1);
  inputs->scores = drawn(&rng, ROWS, INNER, 8);
  for (int row = 0; row < ROWS; row++) /* as under a causal mask */
    for (int col = row + 40; col < INNER; col++) mat_row_of(inputs->scores, row)[col] = -INFINITY;
  for (int i = 0; i < INNER; i++) inputs->gain[i] = (float)rng_normal(&rng);
  for (int i = 0; i < COLS; i++) inputs->bias[i] = (float)rng_normal(&rng);
}

static Mat next(Results *results, int rows, int cols) {
  return results->at[results->count++] = empty(rows, cols);
}

static void small_products(const Inputs *inputs, Results *results) {
  MatView a = mat_view(inputs->a), b = mat_view(inputs->b), bt = mat_view(inputs->b_transposed);
  linear(a, b, inputs->bias, next(results, ROWS, COLS));
  linear_times_transposed(a, bt, next(results, ROWS, COLS));
  linear_weighted_sum(a, b, next(results, ROWS, COLS));
  dot_products(a, bt, inputs->bias, next(results, ROWS, COLS));
}

static void everything_else(const Inputs *inputs, Results *results) {
  MatView a = mat_view(inputs->a);
  attn_weights(mat_view(inputs->scores), next(results, ROWS, INNER), NULL);
  for (int cols = 1; cols < 12; cols++)
    attn_weights(mat_view_cols(a, 0, cols), next(results, ROWS, cols), NULL);
  attn_divide(a, sqrt(3.0), next(results, ROWS, INNER));
  norm_layer(a, inputs->gain, NULL, 1e-5f, next(results, ROWS, INNER));
  position_sinusoidal(next(results, ROWS, INNER));
  for (int bend = 0; bend < ACTIVATION_COUNT; bend++) {
    Mat y = next(results, ROWS, INNER);
    memcpy(y.at, inputs->a.at, ROWS * INNER * sizeof(float));
    activation_apply((Activation)bend, y);
  }
}

static void large_products(const Inputs *inputs, Results *results) {
  MatView a = mat_view(inputs->a), b = mat_view(inputs->b), bt = mat_view(inputs->b_transposed);
  product_in_blocks(a, b, PRODUCT_PLAIN, inputs->bias, next(results, ROWS, COLS));
  product_in_blocks(a, bt, PRODUCT_TRANSPOSED, NULL, next(results, ROWS, COLS));
  product_in_blocks(a, b, PRODUCT_WEIGHTED, NULL, next(results, ROWS, COLS));
}

static void other_kinds(const Inputs *inputs, Results *results) {
  enum { FEATURES = 29 };
  MatView q = mat_view(inputs->a), k = mat_view(inputs->b_transposed);
  Features features = {mat_view_rows(k, 0, FEATURES), sqrt((double)INNER), false};
  double *room = arena_take(arena, features_room(FEATURES, INNER), sizeof *room);
  FeatureInputs of = {q, k, k, {NULL, NULL}};
  additive_scores(q, k, inputs->gain, next(results, ROWS, COLS));
  features_output(&features, &of, 0, room, next(results, ROWS, INNER));
}

typedef void Make(const Inputs *, Results *);

static Results made_at(ProcessorLevel level, Make *make, const Inputs *inputs) {
  Results results = {.count = 0};
  processor_use(level);
  make(inputs, &results);
  return results;
}

/* The levels from `lowest` on agree, as far as this processor has them. */
static void check_levels(ProcessorLevel lowest, Make *make) {
  arena = arena_make(0);
  Inputs inputs;
  draw(&inputs);
  Results first = {.count = 0};
  for (int level = (int)lowest; level < PROCESSOR_LEVEL_COUNT; level++) {
    if (!processor_has((ProcessorLevel)level)) continue;
    Results now = made_at((ProcessorLevel)level, make, &inputs);
    if (first.count == 0) first = now;
    for (int i = 0; i < now.count; i++)
      if (memcmp(now.at[i].at, first.at[i].at,
                 (size_t)now.at[i].rows * (size_t)now.at[i].cols * sizeof(float)) != 0)
        fail_msg("result %d is another at %s", i, processor_level_name((ProcessorLevel)level));
  }
  arena_free(arena);
}

static void stages_are_the_same_at_every_level(void **state) {
  (void)state;
  check_levels(PROCESSOR_PLAIN, small_products);
  check_levels(PROCESSOR_PLAIN, everything_else);
  check_levels(PROCESSOR_PLAIN, other_kinds);
}

static void large_products_are_the_same_where_products_are_fused(void **state) {
  (void)state;
  check_levels(PROCESSOR_V3, large_products);
}

/* Checks that the levels really differ, or the two tests above would compare one computation with
** itself. */
static void a_level_changes_how_it_is_computed(void **state) {
  (void)state;
  if (!processor_has(PROCESSOR_V3)) return;
  arena = arena_make(0);
  Inputs inputs;
  draw(&inputs);
  Results plain = made_at(PROCESSOR_PLAIN, large_products, &inputs);
  assert_int_equal(processor_level(), PROCESSOR_PLAIN);
  Results fused = made_at(PROCESSOR_V3, large_products, &inputs);
  assert_int_equal(processor_level(), PROCESSOR_V3);
  assert_memory_not_equal(plain.at[0].at, fused.at[0].at, ROWS * COLS * sizeof(float));
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stages_are_the_same_at_every_level),
      cmocka_unit_test(large_products_are_the_same_where_products_are_fused),
      cmocka_unit_test(a_level_changes_how_it_is_computed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
