/* tests/trace/test_cache_step.c -- M-51: after n tokens the first n rows of K, V and the row of the
** query are those of the sentence of n tokens alone; what a step counts; what cannot be kept. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/workings/cache_step.h"

static const char text[] = "to be or not to be that is the question";
enum { TOKENS = 10 };

/* The first count words of the sentence. */
static Str beginning(int count) {
  size_t at = 0;
  for (; text[at]; at++)
    if (text[at] == ' ' && --count == 0) break;
  return (Str){text, at};
}

static void expect_near(MatView a, int row_a, MatView b, int row_b, int cols) {
  for (int col = 0; col < cols; col++)
    if (fabs((double)mat_get(a, row_a, col) - (double)mat_get(b, row_b, col)) > 1e-6)
      fail_msg("row %d, column %d: %.9g, %.9g", row_a, col, (double)mat_get(a, row_a, col),
               (double)mat_get(b, row_b, col));
}

/* Every layer and head of one step against a pass over the sentence so far. */
static void expect_step(const Trace *whole, const Trace *alone, const CacheStep *step) {
  for (int layer = 0; layer < trace_layer_count(whole); layer++)
    for (int head = 0; head < trace_head_count(whole, layer); head++) {
      static const TracePart kept[] = {TRACE_K, TRACE_V};
      for (int i = 0; i < 2; i++) {
        MatView a = trace_matrix(whole, kept[i], layer, head);
        MatView b = trace_matrix(alone, kept[i], layer, head);
        for (int row = 0; row < step->row_count; row++) expect_near(a, row, b, row, a.cols);
      }
      MatView a = trace_matrix(whole, TRACE_WEIGHTS, layer, head);
      MatView b = trace_matrix(alone, TRACE_WEIGHTS, layer, head);
      expect_near(a, step->query, b, step->row_count - 1, step->row_count);
      for (int key = step->row_count; key < TOKENS; key++)
        assert_true(mat_get(a, step->query, key) == 0);
      a = trace_matrix(whole, TRACE_OUTPUT, layer, head);
      b = trace_matrix(alone, TRACE_OUTPUT, layer, head);
      expect_near(a, step->query, b, step->row_count - 1, a.cols);
    }
}

static void kept_rows_are_those_of_the_shorter_sentence(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "writer"};
  static const char *const kinds[] = {"", "positions rope", "positions alibi", "kv_heads 2"};
  for (int i = 0; i < 12; i++) {
    Run whole = run_make_kind(models[i % 3], "causal", kinds[i / 3], str_from(text));
    assert_int_equal(cache_refusal(whole.trace, 1, 4, NULL, NULL), CACHE_CAN);
    for (int number = 1; number <= TOKENS - 4 + 1; number++) {
      CacheStep step = cache_step_of(whole.trace, 4, number);
      Run alone = run_make_kind(models[i % 3], "causal", kinds[i / 3], beginning(step.row_count));
      assert_int_equal(trace_token_count(alone.trace), step.row_count);
      expect_step(whole.trace, alone.trace, &step);
      run_free(&alone);
    }
    run_free(&whole);
  }
}

static void a_row_worked_out_from_kept_rows_alone_is_that_of_the_trace(void **state) {
  (void)state;
  Run run = run_make("writer", "own", str_from(text));
  Arena *arena = arena_make(0);
  for (int number = 1; number <= TOKENS; number++) {
    CacheStep step = cache_step_of(run.trace, 1, number);
    double difference = cache_difference(arena, run.trace, 1, 2, &step);
    assert_true(difference >= 0 && difference <= 1e-6);
  }
  run_free(&run);
  run = run_make_kind("writer", "causal", "positions shaw 2", str_from(text));
  CacheStep last = cache_step_of(run.trace, 1, 0); /* the output has relative values besides */
  assert_true(cache_difference(arena, run.trace, 1, 2, &last) < 0);
  arena_free(arena);
  run_free(&run);
}

static void steps_count_from_the_prompt(void **state) {
  (void)state;
  Run run = run_make("random", "causal", str_from(text));
  assert_int_equal(cache_prompt(run.trace, 0), 5);
  assert_int_equal(cache_prompt(run.trace, 99), TOKENS);
  CacheStep first = cache_step_of(run.trace, 4, 1), last = cache_step_of(run.trace, 4, 0);
  assert_int_equal(first.step_count, 7);
  assert_int_equal(first.row_count, 4);
  assert_int_equal(first.first_new, 0);
  assert_int_equal(first.query, 3);
  assert_int_equal(last.step, 6);
  assert_int_equal(last.row_count, TOKENS);
  assert_int_equal(last.first_new, TOKENS - 1);
  assert_int_equal(cache_step_of(run.trace, 4, 99).step, 6);
  run_free(&run);
}

/* Against products counted one by one: 64 columns of the input, 16 of a head, 2 layers of 4 heads.
** */
static void multiplications_are_those_of_the_loops(void **state) {
  (void)state;
  Run run = run_make("random", "causal", str_from(text));
  for (int number = 1; number <= 7; number++) {
    CacheStep step = cache_step_of(run.trace, 4, number);
    long kept = 0, anew = 0;
    for (int row = 0; row < step.row_count; row++) {
      long of_row = 3L * 64 * 16;                                       /* q, k and v */
      for (int key = 0; key < step.row_count; key++) of_row += 16 + 16; /* score, and its share */
      anew += of_row;
      if (row >= step.first_new) kept += of_row;
    }
    CacheWork head = cache_work(run.trace, 0, CACHE_OF_HEAD, &step);
    CacheWork model = cache_work(run.trace, 0, CACHE_OF_MODEL, &step);
    assert_true(head.kept == (double)kept && head.anew == (double)anew);
    assert_true(model.kept == 8.0 * (double)kept && model.anew == 8.0 * (double)anew);
    assert_true(head.bytes == 4.0 * step.row_count * 32 && model.bytes == 8 * head.bytes);
  }
  run_free(&run);
}

/* Pairs and rows against the mask of the trace, cell by cell: what is there is what this query or a
** later one sees. */
static void windows_let_rows_go(void **state) {
  (void)state;
  static const char *const masks[] = {"causal window:2",          "causal window:0",
                                      "causal blocks:3",          "causal window:1 blocks:4",
                                      "causal window:2 global:1", "causal window:1 global:2,8",
                                      "causal blocks:2 global:10"};
  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    Run run = run_make("random", masks[i], str_from(text));
    for (int number = 1; number <= 7; number++) {
      CacheStep step = cache_step_of(run.trace, 4, number);
      CacheRows rows = cache_rows(run.trace, 0, &step);
      int pairs = 0, there = 0;
      for (int row = step.first_new; row < step.row_count; row++)
        for (int key = 0; key < step.row_count; key++) pairs += !trace_hidden(run.trace, row, key);
      for (int key = 0; key < step.row_count; key++) {
        bool is_seen = false;
        for (int row = step.row_count - 1; row < TOKENS; row++)
          is_seen |= !trace_hidden(run.trace, row, key);
        there += is_seen;
        assert_int_equal(cache_row_is_gone(run.trace, 0, &step, key), !is_seen);
      }
      assert_true(rows.falls_out && rows.pairs == (double)pairs);
      assert_int_equal(rows.there, there);
      assert_int_equal(rows.gone, step.row_count - there);
      CacheWork work = cache_work(run.trace, 0, CACHE_OF_HEAD, &step);
      int made = step.row_count - step.first_new;
      assert_true(work.kept == 3.0 * made * 64 * 16 + 32.0 * pairs);
      assert_true(work.bytes == 4.0 * there * 32);
    }
    run_free(&run);
  }
}

/* Under these a later token may see any row. */
static void other_masks_let_no_row_go(void **state) {
  (void)state;
  static const char *const masks[] = {"causal",
                                      "prefix:4",
                                      "causal random:1",
                                      "causal dilated:2:2",
                                      "causal window:1 random:1",
                                      "causal window:1 padding:1",
                                      "causal global:1"};
  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    Run run = run_make("random", masks[i], str_from(text));
    CacheStep step = cache_step_of(run.trace, 4, 0);
    CacheRows rows = cache_rows(run.trace, 0, &step);
    assert_true(!rows.falls_out && rows.gone == 0 && rows.there == TOKENS && rows.pairs == TOKENS);
    run_free(&run);
  }
}

/* What each kind multiplies besides the maps and D + Dv of a pair, for r rows that meet n keys: 16
** columns of a head. */
static void each_kind_is_counted_as_it_computes(void **state) {
  (void)state;
  enum { D = 16 };
  static const struct {
    const char *kind;
    long of_row, of_key, of_pair;
  } cases[] = {{"", 0, 0, 0},
               {"positions rope", 4 * D, 0, 0}, /* two for each of D numbers of q and of k */
               {"positions alibi", 0, 0, 1},    /* a slope times a distance */
               {"positions t5", 0, 0, 0},       /* a number from a table */
               {"positions shaw 2", 0, 0, 2 * D},
               {"score general", D * D, 0, 0},
               {"score cosine", D, D, 0},
               {"score additive", D * D, D * D, 0},
               {"schedule flash 4 4", 0, 0, 0},
               {"score additive; positions rope; kv_heads 2", D * D + 4 * D, D * D, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Run run = run_make_kind("random", "causal", cases[i].kind, str_from(text));
    for (int number = 1; number <= 7; number++) {
      CacheStep step = cache_step_of(run.trace, 4, number);
      long n = step.row_count, r = n - step.first_new;
      long kept = r * (3L * 64 * D + cases[i].of_row) + n * cases[i].of_key +
                  r * n * (2L * D + cases[i].of_pair);
      long anew = n * (3L * 64 * D + cases[i].of_row) + n * cases[i].of_key +
                  n * n * (2L * D + cases[i].of_pair);
      CacheWork work = cache_work(run.trace, 1, CACHE_OF_HEAD, &step);
      double sum = 0;
      for (int product = 0; product < CACHE_PRODUCT_COUNT; product++) sum += work.of[product];
      if (work.kept != (double)kept || work.anew != (double)anew || sum != work.kept)
        fail_msg("%s, step %d: %.0f and %.0f, not %ld and %ld", cases[i].kind, number, work.kept,
                 work.anew, kept, anew);
    }
    run_free(&run);
  }
}

static void fewer_numbers_keep_no_rows(void **state) {
  (void)state;
  static const struct {
    const char *kind, *mask;
    CacheRefusal why;
  } cases[] = {{"approximate performer 8", "causal", CACHE_SUMMED},
               {"approximate linformer 3", "none", CACHE_MIXED}};
  for (int i = 0; i < 2; i++) {
    Run run = run_make_kind("random", cases[i].mask, cases[i].kind, str_from(text));
    assert_int_equal(cache_refusal(run.trace, 0, 4, NULL, NULL), cases[i].why);
    run_free(&run);
  }
}

static void shared_heads_keep_fewer_bytes(void **state) {
  (void)state;
  Run run = run_make_kind("random", "causal", "kv_heads 1", str_from(text));
  CacheStep step = cache_step_of(run.trace, 4, 0);
  assert_true(cache_work(run.trace, 0, CACHE_OF_MODEL, &step).bytes == 2.0 * 4 * TOKENS * 32);
  run_free(&run);
}

static void what_looks_ahead_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *mask;
    int prompt;
    CacheRefusal why;
  } cases[] = {{"none", 4, CACHE_LOOKS_AHEAD},     {"none", TOKENS, CACHE_CAN},
               {"window:1", 4, CACHE_LOOKS_AHEAD}, {"causal window:1", 4, CACHE_CAN},
               {"prefix:3", 4, CACHE_CAN},         {"prefix:3", 3, CACHE_CAN},
               {"prefix:3", 2, CACHE_LOOKS_AHEAD}, {"padding:2", 4, CACHE_LOOKS_AHEAD},
               {"causal padding:2", 4, CACHE_CAN}, {"causal global:2", 4, CACHE_CAN}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int query = -1, key = -1;
    Run run = run_make("random", cases[i].mask, str_from(text));
    assert_int_equal(cache_refusal(run.trace, 1, cases[i].prompt, &query, &key), cases[i].why);
    if (cases[i].why == CACHE_LOOKS_AHEAD)
      assert_true(key > query && key >= cases[i].prompt && !trace_hidden(run.trace, query, key));
    run_free(&run);
  }
  Run empty = run_make("random", "causal", STR(""));
  assert_int_equal(cache_refusal(empty.trace, 0, 0, NULL, NULL), CACHE_NO_TOKENS);
  run_free(&empty);
}

/* Right of the diagonal: with what stands left of it a row of weights sums to 1. */
static void shares_of_later_tokens(void **state) {
  (void)state;
  Run causal = run_make("random", "causal", STR("a b c d e"));
  Run open = run_make("random", "none", STR("a b c d e"));
  MatView weights = trace_matrix(open.trace, TRACE_WEIGHTS, 1, 1);
  for (int row = 0; row < weights.rows; row++) {
    double before = 0;
    for (int col = 0; col <= row; col++) before += (double)mat_get(weights, row, col);
    assert_float_equal(cache_share_ahead(open.trace, 1, 1, row), (float)(1 - before), 1e-5);
    assert_float_equal(cache_share_ahead(causal.trace, 1, 1, row), 0, 0);
  }
  run_free(&causal);
  run_free(&open);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kept_rows_are_those_of_the_shorter_sentence),
      cmocka_unit_test(a_row_worked_out_from_kept_rows_alone_is_that_of_the_trace),
      cmocka_unit_test(steps_count_from_the_prompt),
      cmocka_unit_test(multiplications_are_those_of_the_loops),
      cmocka_unit_test(windows_let_rows_go),
      cmocka_unit_test(other_masks_let_no_row_go),
      cmocka_unit_test(each_kind_is_counted_as_it_computes),
      cmocka_unit_test(fewer_numbers_keep_no_rows),
      cmocka_unit_test(shared_heads_keep_fewer_bytes),
      cmocka_unit_test(what_looks_ahead_is_refused),
      cmocka_unit_test(shares_of_later_tokens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
