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
    assert_true(attention_time_output(COST_WINDOW, &sizes, qkv, timed));
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
  assert_true(attention_time_output(COST_EXACT, &sizes, qkv, timed));
  masked_attention(arena, qkv, &none, expected);
  expect_same(mat_view(timed), mat_view(expected));
  arena_free(arena);
}

static void stopping_ends_the_measuring(void **state) {
  (void)state;
  CostSizes sizes = {.d_query = 64, .d_value = 64, .window = 16};
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
  CostSizes sizes = {.d_query = 16, .d_value = 16, .window = 2};
  assert_true(attention_time(COST_EXACT, &sizes, 16) > 0);
  assert_true(attention_time(COST_WINDOW, &sizes, 16) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_window_is_exact_attention_under_its_mask),
      cmocka_unit_test(exact_attention_sees_every_key),
      cmocka_unit_test(stopping_ends_the_measuring),
      cmocka_unit_test(a_time_is_above_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
