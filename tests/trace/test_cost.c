/* tests/trace/test_cost.c -- M-52: the formulas of cost against products counted one by one, and
** the sizes that a trace gives them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/mask_name.h"
#include "trace/workings/cost.h"

enum { D = 5, DV = 3 };

/* Pairs that a window lets through, its edges included: the formula counts a whole window. */
static long window_pairs(int tokens, int window, bool is_causal) {
  long pairs = 0;
  for (int query = 0; query < tokens; query++)
    for (int key = query - window; key <= (is_causal ? query : query + window); key++)
      pairs += key >= 0 && key < tokens;
  return pairs;
}

static void exact_and_flash_multiply_every_pair(void **state) {
  (void)state;
  CostSizes sizes = {.d_query = D, .d_value = DV, .tile_rows = 4, .tile_cols = 4};
  for (int tokens = 1; tokens < 20; tokens++) {
    long products = 0;
    for (int query = 0; query < tokens; query++)
      for (int key = 0; key < tokens; key++) products += D + DV;
    assert_true(cost_of(COST_EXACT, COST_MULTIPLICATIONS, &sizes, tokens) == (double)products);
    assert_true(cost_of(COST_FLASH, COST_MULTIPLICATIONS, &sizes, tokens) == (double)products);
    assert_true(cost_of(COST_EXACT, COST_BYTES, &sizes, tokens) == 4.0 * tokens * tokens);
  }
  assert_true(cost_of(COST_FLASH, COST_BYTES, &sizes, 100) == 4.0 * (4 * 4 + 2 * 100));
  assert_true(cost_of(COST_FLASH, COST_BYTES, &sizes, 2) == 4.0 * (2 * 2 + 2 * 2));
}

/* Only the rows at both ends see fewer keys than w. */
static void a_window_costs_its_width(void **state) {
  (void)state;
  for (int window = 0; window < 4; window++)
    for (int causal = 0; causal < 2; causal++) {
      MaskParts parts = mask_only(MASK_WINDOW, window);
      if (causal) parts.named |= 1u << MASK_CAUSAL;
      CostSizes sizes = {.d_query = D, .d_value = DV, .local = cost_local_keys(&parts)};
      double formula = cost_of(COST_WINDOW, COST_MULTIPLICATIONS, &sizes, 40);
      double counted = (double)window_pairs(40, window, causal == 1) * (D + DV);
      double edges = (double)window * (window + 1) / 2 * (causal ? 1 : 2) * (D + DV);
      assert_true(formula == counted + edges);
      assert_true(cost_of(COST_WINDOW, COST_BYTES, &sizes, 1) == 4);
    }
}

/* n w is never less than the pairs that a mask lets through, of whatever parts, and no more than a
** few rows of them at long texts. */
static void n_w_holds_the_pairs_of_any_local_mask(void **state) {
  (void)state;
  enum { TOKENS = 96 };
  static unsigned char hidden[TOKENS * TOKENS];
  static const char *const names[] = {"window:2",
                                      "causal window:3",
                                      "dilated:2:3",
                                      "blocks:4",
                                      "random:3:seed:5",
                                      "window:1 global:1,40",
                                      "causal window:2 global:1 random:2:seed:1"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    MaskParts parts;
    long seen = 0;
    assert_true(mask_name_read(str_from(names[i]), TOKENS, &parts, NULL));
    mask_fill(&parts, 0, hidden, TOKENS, TOKENS);
    for (int cell = 0; cell < TOKENS * TOKENS; cell++) seen += !hidden[cell];
    long bound = (long)TOKENS * cost_local_keys(&parts);
    if (seen > bound || bound > 2 * seen) fail_msg("%s: %ld pairs, n w %ld", names[i], seen, bound);
  }
  MaskParts whole = mask_only(MASK_CAUSAL, 0);
  assert_int_equal(cost_local_keys(&whole), 0);
}

/* E K and F V of k rows, scores and weighted sum over k mixtures. */
static void mixtures_and_features_are_counted(void **state) {
  (void)state;
  CostSizes sizes = {.d_query = D, .d_value = DV, .keys = 7, .features = 6};
  double n = 11, k = 7, m = 6;
  double linformer = k * n * D + k * n * DV + n * k * D + n * k * DV;
  double performer = 2 * n * m * D + 2 * n * m * DV + 2 * n * m;
  assert_true(cost_of(COST_LINFORMER, COST_MULTIPLICATIONS, &sizes, n) == linformer);
  assert_true(cost_of(COST_PERFORMER, COST_MULTIPLICATIONS, &sizes, n) == performer);
  assert_true(cost_of(COST_LINFORMER, COST_BYTES, &sizes, n) == 4 * (n * k + k * (D + DV)));
  assert_true(cost_of(COST_PERFORMER, COST_BYTES, &sizes, n) == 4 * (2 * n * m + m * (DV + 1)));
}

static void a_trace_gives_its_sizes_and_its_window(void **state) {
  (void)state;
  Run run = run_make("random", "causal window:3", STR("a b c d e"));
  CostSizes sizes = cost_sizes_of(run.trace);
  assert_int_equal(sizes.token_count, 5);
  assert_int_equal(sizes.d_query, 16);
  assert_int_equal(sizes.window, 3);
  assert_int_equal(sizes.local, 4);
  assert_true(sizes.is_causal && sizes.now == COST_WINDOW && !sizes.has_parts);
  run_free(&run);
  run = run_make("random", "window:1 global:1", STR("a b c d e"));
  sizes = cost_sizes_of(run.trace);
  assert_true(sizes.local == 5 && sizes.now == COST_WINDOW && sizes.has_parts);
  run_free(&run);
  run = run_make("random", "none", STR("a b c d e"));
  sizes = cost_sizes_of(run.trace);
  assert_true(sizes.now == COST_EXACT && !sizes.is_causal);
  run_free(&run);
  run = run_make("random", "none", STR(""));
  sizes = cost_sizes_of(run.trace);
  assert_true(sizes.token_count == 0 && sizes.d_query == 64);
  run_free(&run);
}

/* Scores, biases, turns and maps of one head, by the formulas of M-47 to M-64. */
static void what_is_laid_over_is_counted(void **state) {
  (void)state;
  static const char *const kinds[] = {"",
                                      "positions alibi",
                                      "positions rope",
                                      "positions shaw 2",
                                      "score general",
                                      "score cosine",
                                      "score additive",
                                      "positions rope; score general",
                                      "positions alibi; dropout 0.2"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    Run run = run_make_kind("random", "none", kinds[i], STR("a b c d e f g"));
    CostSizes sizes = cost_sizes_of(run.trace);
    double n = sizes.token_count, d = sizes.d_query, dv = sizes.d_value;
    const double a_pair[] = {0, 1, 0, d + dv, 0, 0, 0, 0, 2};
    const double a_token[] = {0, 0, 4 * d, 0, d * d, 2 * d, 2 * d * d, 4 * d + d * d, 0};
    double counted = n * n * (d + dv) + n * n * a_pair[i] + n * a_token[i];
    assert_true(cost_of_own(COST_MULTIPLICATIONS, &sizes, n) == counted);
    assert_true(cost_has_more(&sizes) == (kinds[i][0] != 0));
    assert_true(cost_of_own(COST_BYTES, &sizes, n) == 4 * n * n);
    run_free(&run);
  }
}

static void shared_heads_keep_their_share(void **state) {
  (void)state;
  Run run = run_make_kind("random", "none", "kv_heads 2", STR("a b c d e"));
  CostSizes sizes = cost_sizes_of(run.trace);
  assert_true(cost_shares_keys(&sizes) && sizes.heads == 4 && sizes.key_heads == 2);
  double whole = 4.0 * 5 * (sizes.d_query + sizes.d_value);
  assert_true(cost_of_kept(&sizes, false, 5) == whole &&
              cost_of_kept(&sizes, true, 5) == whole / 2);
  run_free(&run);
  run = run_make("random", "none", STR("a b c d e"));
  sizes = cost_sizes_of(run.trace);
  assert_true(!cost_shares_keys(&sizes) && !cost_has_more(&sizes));
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_and_flash_multiply_every_pair),
      cmocka_unit_test(a_window_costs_its_width),
      cmocka_unit_test(n_w_holds_the_pairs_of_any_local_mask),
      cmocka_unit_test(mixtures_and_features_are_counted),
      cmocka_unit_test(what_is_laid_over_is_counted),
      cmocka_unit_test(shared_heads_keep_their_share),
      cmocka_unit_test(a_trace_gives_its_sizes_and_its_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
