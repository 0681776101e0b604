/* tests/model/test_attention_times.c -- what is timed is attention: a window done band by band
** gives what exact attention gives under a window mask; and points come as they are measured. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/attention.h"
#include "core/linear.h"
#include "model/directions.h"
#include "model/mixtures.h"
#include "model/timing/attention_head.h"
#include "model/timing/attention_times.h"

enum { TOKENS = 150, WIDTH = 8 };

static MatView random_rows(Arena *arena, Rng *rng) {
  float *at = arena_take(arena, (size_t)TOKENS * WIDTH, sizeof *at);
  for (int i = 0; i < TOKENS * WIDTH; i++) at[i] = (float)rng_normal(rng);
  return (MatView){at, TOKENS, WIDTH, WIDTH};
}

static Mat empty(Arena *arena, int cols) {
  return (Mat){arena_take(arena, (size_t)TOKENS * (size_t)cols, sizeof(float)), TOKENS, cols, cols};
}

static void expect_same(MatView a, MatView b) {
  for (int row = 0; row < a.rows; row++)
    for (int col = 0; col < a.cols; col++)
      assert_true(fabs((double)mat_get(a, row, col) - (double)mat_get(b, row, col)) < 1e-6);
}

static void run_head(Arena *arena, CostMethod method, const CostSizes *sizes, const MatView qkv[3],
                     Mat output) {
  AttentionHead head = {method, sizes, qkv[0], qkv[1], qkv[2], .output = output};
  assert_true(attention_head_take(arena, &head));
  attention_head_run(&head);
}

static void masked_attention(Arena *arena, const MatView qkv[3], const MaskParts *parts,
                             Mat output) {
  unsigned char *hidden = arena_take(arena, TOKENS, TOKENS);
  Mat scores = empty(arena, TOKENS);
  mask_fill(parts, 0, hidden, TOKENS, TOKENS);
  attn_scores(qkv[0], qkv[1], scores);
  attn_scale(mat_view(scores), WIDTH, scores);
  attn_mask(mat_view(scores), (MaskView){hidden, TOKENS, TOKENS, TOKENS}, scores);
  attn_weights(mat_view(scores), scores, NULL);
  attn_output(mat_view(scores), qkv[2], output);
}

/* Sizes around the band of 64 rows, one larger than the sentence, both directions and one. */
static void a_window_is_exact_attention_under_its_mask(void **state) {
  (void)state;
  static const int windows[] = {0, 1, 7, 63, 64, 90, 200};
  Arena *arena = arena_make(0);
  Rng rng = rng_make(5);
  const MatView qkv[3] = {random_rows(arena, &rng), random_rows(arena, &rng),
                          random_rows(arena, &rng)};
  for (int i = 0; i < 14; i++) {
    CostSizes sizes = {
        .d_query = WIDTH, .d_value = WIDTH, .window = windows[i / 2], .is_causal = i % 2 == 1};
    MaskParts parts = mask_only(MASK_WINDOW, sizes.window);
    if (sizes.is_causal) parts.named |= 1u << MASK_CAUSAL;
    Mat timed = empty(arena, WIDTH), expected = empty(arena, WIDTH);
    run_head(arena, COST_WINDOW, &sizes, qkv, timed);
    masked_attention(arena, qkv, &parts, expected);
    expect_same(mat_view(timed), mat_view(expected));
  }
  arena_free(arena);
}

static void exact_attention_sees_every_key(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Rng rng = rng_make(6);
  const MatView qkv[3] = {random_rows(arena, &rng), random_rows(arena, &rng),
                          random_rows(arena, &rng)};
  CostSizes sizes = {.d_query = WIDTH, .d_value = WIDTH};
  const MaskParts none = {0};
  Mat timed = empty(arena, WIDTH), expected = empty(arena, WIDTH);
  run_head(arena, COST_EXACT, &sizes, qkv, timed);
  masked_attention(arena, qkv, &none, expected);
  expect_same(mat_view(timed), mat_view(expected));
  arena_free(arena);
}

/* One tile, tiles that end with the band and tiles that do not, and tiles of one pair. */
static void tiles_give_what_exact_attention_gives(void **state) {
  (void)state;
  static const int tiles[][2] = {{1, 1}, {64, 64}, {7, 33}, {200, 200}, {1000000, 1000000}};
  Arena *arena = arena_make(0);
  Rng rng = rng_make(7);
  const MatView qkv[3] = {random_rows(arena, &rng), random_rows(arena, &rng),
                          random_rows(arena, &rng)};
  Mat timed = empty(arena, WIDTH), expected = empty(arena, WIDTH);
  const MaskParts none = {0};
  masked_attention(arena, qkv, &none, expected);
  for (int i = 0; i < 5; i++) {
    CostSizes sizes = {
        .d_query = WIDTH, .d_value = WIDTH, .tile_rows = tiles[i][0], .tile_cols = tiles[i][1]};
    run_head(arena, COST_FLASH, &sizes, qkv, timed);
    expect_same(mat_view(timed), mat_view(expected));
  }
  arena_free(arena);
}

static void mixtures_are_met_by_exact_attention(void **state) {
  (void)state;
  enum { MIXTURES = 12 };
  Arena *arena = arena_make(0);
  Rng rng = rng_make(8);
  const MatView qkv[3] = {random_rows(arena, &rng), random_rows(arena, &rng),
                          random_rows(arena, &rng)};
  CostSizes sizes = {.d_query = WIDTH, .d_value = WIDTH, .keys = MIXTURES};
  Mat e = mat_rows(empty(arena, TOKENS), 0, MIXTURES), keys = empty(arena, WIDTH);
  Mat f = mat_rows(empty(arena, TOKENS), 0, MIXTURES), values = empty(arena, WIDTH);
  Mat timed = empty(arena, WIDTH), expected = empty(arena, WIDTH), cells = empty(arena, MIXTURES);
  mixtures_draw(ATTENTION_HEAD_E, e);
  mixtures_draw(ATTENTION_HEAD_F, f);
  linear(mat_view(e), qkv[1], NULL, mat_rows(keys, 0, MIXTURES));
  linear(mat_view(f), qkv[2], NULL, mat_rows(values, 0, MIXTURES));
  attn_scores(qkv[0], mat_view(mat_rows(keys, 0, MIXTURES)), cells);
  attn_scale(mat_view(cells), WIDTH, cells);
  attn_weights(mat_view(cells), cells, NULL);
  attn_output(mat_view(cells), mat_view(mat_rows(values, 0, MIXTURES)), expected);
  run_head(arena, COST_LINFORMER, &sizes, qkv, timed);
  expect_same(mat_view(timed), mat_view(expected));
  arena_free(arena);
}

/* The weighted sums of features, without their sums over keys (M-59). */
static void features_are_those_of_the_formula(void **state) {
  (void)state;
  enum { FEATURES = 24 };
  Arena *arena = arena_make(0);
  Rng rng = rng_make(9);
  const MatView qkv[3] = {random_rows(arena, &rng), random_rows(arena, &rng),
                          random_rows(arena, &rng)};
  CostSizes sizes = {.d_query = WIDTH, .d_value = WIDTH, .features = FEATURES};
  double room[WIDTH * WIDTH];
  Mat omega = mat_rows(empty(arena, WIDTH), 0, FEATURES), timed = empty(arena, WIDTH);
  Mat of_q = empty(arena, FEATURES), of_k = empty(arena, FEATURES);
  directions_draw(ATTENTION_HEAD_OMEGA, omega, room);
  Features features = {mat_view(omega), sqrt((double)WIDTH), false};
  features_fill(&features, qkv[0], of_q);
  features_fill(&features, qkv[1], of_k);
  run_head(arena, COST_PERFORMER, &sizes, qkv, timed);
  for (int row = 0; row < TOKENS; row++)
    for (int col = 0; col < WIDTH; col++) {
      double above = 0, below = 0;
      for (int key = 0; key < TOKENS; key++) {
        double product = 0;
        for (int m = 0; m < FEATURES; m++)
          product += (double)mat_row_of(of_q, row)[m] * (double)mat_row_of(of_k, key)[m];
        above += product * (double)mat_get(qkv[2], key, col);
        below += product;
      }
      assert_true(fabs((double)mat_row_of(timed, row)[col] - above / below) < 1e-5);
    }
  arena_free(arena);
}

static void stopping_ends_the_measuring(void **state) {
  (void)state;
  CostSizes sizes = {.d_query = 64,
                     .d_value = 64,
                     .window = 16,
                     .keys = 4,
                     .features = 4,
                     .tile_rows = 64,
                     .tile_cols = 64};
  CostTimes times;
  AttentionTimes *running = attention_times_make(&sizes);
  assert_non_null(running);
  attention_times_copy(running, &times);
  assert_true(times.count <= COST_TIMES_MOST);
  attention_times_free(running);
  attention_times_free(NULL);
}

static void a_time_is_above_zero(void **state) {
  (void)state;
  CostSizes sizes = {.d_query = 16,
                     .d_value = 16,
                     .window = 2,
                     .keys = 4,
                     .features = 4,
                     .tile_rows = 8,
                     .tile_cols = 8};
  for (int method = 0; method < COST_METHOD_COUNT; method++)
    assert_true(attention_time((CostMethod)method, &sizes, 16) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_window_is_exact_attention_under_its_mask),
      cmocka_unit_test(exact_attention_sees_every_key),
      cmocka_unit_test(tiles_give_what_exact_attention_gives),
      cmocka_unit_test(mixtures_are_met_by_exact_attention),
      cmocka_unit_test(features_are_those_of_the_formula),
      cmocka_unit_test(stopping_ends_the_measuring),
      cmocka_unit_test(a_time_is_above_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
