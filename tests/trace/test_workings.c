/* tests/trace/test_workings.c -- the workings of a cell and its row agree with the trace. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/workings/workings.h"

static const char sentence[] = "the animal didn't cross the street because it was too tired";

/* running_(D−1) is the score, up to D · 2⁻²³ · Σ |products|. */
static void check_products(const Workings *w) {
  double running = 0, sizes = 0;
  for (int c = 0; c < w->d_head; c++) {
    double product = (double)w->q[c] * (double)w->k[c];
    running += product;
    sizes += fabs(product);
    assert_true(w->products[c] == (float)product);
    assert_true(fabs((double)w->running[c] - running) <= sizes * (double)FLT_EPSILON);
  }
  double end = (double)w->running[w->d_head - 1];
  assert_true(fabs(end - (double)w->score) <= w->d_head * (double)FLT_EPSILON * sizes);
}

static void check_cell(const Workings *w, const Run *run) {
  int l = w->layer, h = w->head, q = w->query, k = w->key;
  assert_true(w->score == run_get(run, TRACE_SCORES, l, h, q, k));
  assert_true(w->scaled == run_get(run, TRACE_SCALED, l, h, q, k));
  assert_true(w->masked == run_get(run, TRACE_MASKED, l, h, q, k));
  assert_true(w->weight == run_get(run, TRACE_WEIGHTS, l, h, q, k));
  assert_true(w->hidden == trace_hidden(run->trace, q, k));
  assert_true(w->exponential == w->row_exponentials[k]);
  assert_true(w->hidden == (w->masked == -INFINITY));
  if (!w->attends_to_nothing)
    assert_true(fabsf(w->exponential / w->exponential_sum - w->weight) < 1e-6f);
  check_products(w);
}

static void check_order(const Workings *w) {
  bool seen[64] = {false};
  for (int i = 0; i < w->key_count; i++) {
    int key = w->by_weight[i];
    assert_false(seen[key]);
    seen[key] = true;
    if (i == 0) continue;
    float before = w->row_weights[w->by_weight[i - 1]], now = w->row_weights[key];
    assert_true(before > now || (before == now && w->by_weight[i - 1] < key));
  }
}

static void check_row(const Workings *w, const Trace *trace) {
  double sum = 0, bits = 0;
  float max = -INFINITY;
  int visible = 0;
  for (int key = 0; key < w->key_count; key++) {
    max = fmaxf(max, w->row_masked[key]);
    visible += !trace_hidden(trace, w->query, key);
    sum += (double)w->row_exponentials[key];
    double share = (double)w->row_weights[key];
    if (share > 0) bits -= share * log2(share);
  }
  assert_true(w->row_max == max);
  assert_int_equal(w->visible_count, visible);
  assert_true(w->attends_to_nothing == trace_row_hidden(trace, w->query));
  assert_true(fabs((double)w->exponential_sum - sum) <= 1e-5 * sum);
  assert_true(fabs((double)w->entropy_bits - bits) < 1e-4);
  assert_true(w->entropy_bits <= w->entropy_most_bits + 1e-4f);
  assert_true(fabsf(w->entropy_most_bits - (visible ? log2f((float)visible) : 0)) < 1e-5f);
  check_order(w);
}

/* Without ÷ √d the same row is softmax of the scores. */
static void check_unscaled(const Workings *w, const Trace *trace) {
  double max = -INFINITY, sum = 0, largest = 0;
  for (int key = 0; key < w->key_count; key++)
    if (!trace_hidden(trace, w->query, key)) max = fmax(max, (double)w->row_scores[key]);
  for (int key = 0; key < w->key_count; key++)
    if (!trace_hidden(trace, w->query, key)) sum += exp((double)w->row_scores[key] - max);
  if (sum > 0) largest = 1 / sum;
  assert_true(fabs((double)w->unscaled_largest_weight - largest) < 1e-5);
  if (sum > 0) assert_true((double)w->row_scores[w->unscaled_largest_key] == max);
  if (w->key < 0 || sum == 0) return;
  double wanted = w->hidden ? 0 : exp((double)w->score - max) / sum;
  assert_true(fabs((double)w->unscaled_weight - wanted) < 1e-5);
}

static void check_every_cell(const Run *run, Arena *arena) {
  int count = trace_token_count(run->trace);
  for (int i = 0; i < 8 * count; i++)
    for (int key = -1; key < count; key++) {
      ArenaMark mark = arena_mark(arena);
      WorkingsPlace place = {i / count / 4, i / count % 4, i % count, key};
      const Workings *w = workings_make(arena, run->trace, place, NULL);
      assert_non_null(w);
      assert_true(w->d_head == 16 && w->divisor == 4 && w->d_value == 16 && w->key_count == count);
      if (key >= 0) check_cell(w, run);
      else assert_true(w->score == 0 && w->products == NULL && w->k == NULL);
      check_row(w, run->trace);
      check_unscaled(w, run->trace);
      arena_rewind(arena, mark);
    }
}

static void every_cell_is_worked_out_as_the_trace_has_it(void **state) {
  (void)state;
  static const char *const masks[] = {"none", "causal", "padding:2", "window:1", "padding:99"};
  static const char *const models[] = {"hand-made", "random"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 10; i++) {
    Run run = run_make(models[i / 5], masks[i % 5], str_from(sentence));
    check_every_cell(&run, arena);
    run_free(&run);
  }
  arena_free(arena);
}

/* Σ w_j v_jc is the output of the row. */
static void the_output_is_the_weighted_sum_of_values(void **state) {
  (void)state;
  Run run = run_make("random", "causal", str_from(sentence));
  const Workings *w = workings_make(run.arena, run.trace, (WorkingsPlace){1, 2, 7, -1}, NULL);
  for (int c = 0; c < w->d_value; c++) {
    double sum = 0;
    for (int key = 0; key < w->key_count; key++)
      sum += (double)w->row_weights[key] * (double)run_get(&run, TRACE_V, 1, 2, key, c);
    assert_true(fabs(sum - (double)w->output[c]) < 1e-6);
  }
  run_free(&run);
}

static void a_row_that_sees_nothing_says_so(void **state) {
  (void)state;
  Run run = run_make("hand-made", "padding:99", STR("a b c"));
  const Workings *w = workings_make(run.arena, run.trace, (WorkingsPlace){0, 0, 1, 2}, NULL);
  assert_true(w->attends_to_nothing && w->hidden && w->visible_count == 0);
  assert_true(w->row_max == -INFINITY && w->exponential_sum == 0 && w->entropy_bits == 0);
  assert_true(w->entropy_most_bits == 0 && w->weight == 0 && w->exponential == 0);
  assert_true(w->unscaled_weight == 0 && w->unscaled_largest_weight == 0);
  assert_true(w->by_weight[0] == 0 && w->by_weight[1] == 1 && w->by_weight[2] == 2);
  run_free(&run);
}

static void a_long_row_is_sorted_too(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Run run = run_make("random", "own", run_sentence(arena, SCRIPT_LATIN, 700, 90, 2));
  const Workings *w = workings_make(arena, run.trace, (WorkingsPlace){1, 1, 350, 3}, NULL);
  for (int i = 1; i < w->key_count; i++) {
    int a = w->by_weight[i - 1], b = w->by_weight[i];
    assert_true(w->row_weights[a] > w->row_weights[b] ||
                (w->row_weights[a] == w->row_weights[b] && a < b));
  }
  run_free(&run);
  arena_free(arena);
}

static void memory_may_run_out(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("a b c"));
  Arena *arena = arena_make(64);
  Status status = {0};
  arena_fail_at(1);
  assert_null(workings_make(arena, run.trace, (WorkingsPlace){0, 0, 1, 2}, &status));
  arena_fail_at(0);
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  assert_non_null(workings_make(arena, run.trace, (WorkingsPlace){0, 0, 1, 2}, &status));
  arena_free(arena);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cell_is_worked_out_as_the_trace_has_it),
      cmocka_unit_test(the_output_is_the_weighted_sum_of_values),
      cmocka_unit_test(a_row_that_sees_nothing_says_so),
      cmocka_unit_test(a_long_row_is_sorted_too),
      cmocka_unit_test(memory_may_run_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
