/* Approximate attention laid over a model, worked out again in double from Q, K and V of the trace:
** mixed keys (M-58), random features (M-59) and the curve of errors (M-75). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/trace_build.h"

enum { MOST = 128 };
static const char sentence[] = "the animal was too tired on street";
static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};

static double at(const Run *run, TracePart part, int layer, int head, int row, int col) {
  return (double)run_get(run, part, layer, head, row, col);
}

/* |got − wanted| is small beside the largest number of the part. */
static void near(const Run *run, TracePart part, int layer, int head, int row, int col,
                 double wanted) {
  double got = at(run, part, layer, head, row, col);
  double largest = (double)trace_largest(run->trace, part, layer, head);
  if (!(fabs(got - wanted) <= 1e-5 * largest))
    fail_msg("%s %d %d %d %d: %g, not %g", trace_part_info(part)->name, layer, head, row, col, got,
             wanted);
}

static double dot(const Run *run, TracePart a, int row, TracePart b, int other, int layer, int head,
                  int width) {
  double sum = 0;
  for (int c = 0; c < width; c++)
    sum += at(run, a, layer, head, row, c) * at(run, b, layer, head, other, c);
  return sum;
}

/* ---- mixed keys ---- */

static void check_mixed_row(const Run *run, int layer, int head, int row) {
  const Trace *trace = run->trace;
  int mixtures = trace_key_count(trace), width = trace_d_head(trace);
  double shares[MOST], largest = -INFINITY, sum = 0;
  for (int r = 0; r < mixtures; r++) {
    double score =
        dot(run, trace_score_queries(trace), row, TRACE_K_PROJECTED, r, layer, head, width);
    near(run, TRACE_SCORES, layer, head, row, r, score);
    shares[r] = score / (double)trace_score_divisor(trace, layer);
    largest = fmax(largest, shares[r]);
  }
  for (int r = 0; r < mixtures; r++) sum += shares[r] = exp(shares[r] - largest);
  for (int r = 0; r < mixtures; r++) {
    double weight = shares[r] / sum;
    if (fabs(weight - at(run, TRACE_WEIGHTS, layer, head, row, r)) > 1e-4) fail_msg("%g", weight);
  }
  for (int c = 0; c < width; c++) {
    double output = 0;
    for (int r = 0; r < mixtures; r++)
      output += at(run, TRACE_WEIGHTS, layer, head, row, r) *
                at(run, TRACE_V_PROJECTED, layer, head, r, c);
    near(run, TRACE_OUTPUT, layer, head, row, c, output);
  }
}

static void check_mixed(const Run *run, int layer, int head) {
  const Trace *trace = run->trace;
  int mixtures = trace_key_count(trace), keys = trace_source_count(trace);
  for (int r = 0; r < mixtures; r++)
    for (int c = 0; c < trace_d_head(trace); c++) {
      double key = 0, value = 0;
      for (int j = 0; j < keys; j++) {
        key +=
            at(run, TRACE_E, layer, 0, r, j) * at(run, trace_placed_keys(trace), layer, head, j, c);
        value += at(run, TRACE_F, layer, 0, r, j) * at(run, TRACE_V, layer, head, j, c);
      }
      near(run, TRACE_K_PROJECTED, layer, head, r, c, key);
      near(run, TRACE_V_PROJECTED, layer, head, r, c, value);
    }
  for (int row = 0; row < trace_token_count(trace); row++) check_mixed_row(run, layer, head, row);
}

static void queries_meet_mixtures_of_the_keys(void **state) {
  (void)state;
  static const char *const kinds[] = {"approximate linformer 3", "approximate linformer 16",
                                      "positions rope; kv_heads 1; approximate linformer 2"};
  static const char *const masks[] = {"none", "padding:2"};
  for (int i = 0; i < 4 * 3 * 2; i++) {
    Run run = run_make_kind(models[i % 4], masks[i / 12], kinds[i / 4 % 3], str_from(sentence));
    assert_true(trace_keys_are_mixtures(run.trace) && trace_is_cross(run.trace));
    assert_false(trace_has_key_words(run.trace));
    assert_int_equal(trace_source_count(run.trace), trace_token_count(run.trace));
    assert_true(str_is(trace_key(run.trace, 1)->label, "mix 2"));
    assert_int_equal(trace_head_hidden_count(run.trace, 0, 0), 0);
    for (int layer = 0; layer < trace_layer_count(run.trace); layer++)
      for (int head = 0; head < trace_head_count(run.trace, layer); head++)
        check_mixed(&run, layer, head);
    for (int j = 0; j < trace_source_count(run.trace); j++)
      assert_true((at(&run, TRACE_E, 0, 0, 0, j) == 0) ==
                  (i / 12 == 1 && j >= trace_source_count(run.trace) - 2));
    run_free(&run);
  }
}

/* ---- random features ---- */

static double exponent(const Run *run, TracePart part, int layer, int head, int row, int m) {
  double divisor = (double)trace_score_divisor(run->trace, layer);
  int width = trace_d_head(run->trace);
  double along = dot(run, part, row, TRACE_OMEGA, m, layer, head, width);
  return along / sqrt(divisor) - dot(run, part, row, part, row, layer, head, width) / divisor / 2;
}

static void check_featured_row(const Run *run, int layer, int head, int row) {
  const Trace *trace = run->trace;
  int keys = trace_key_count(trace), count = kind_fewer(trace_kind(trace));
  double weights[MOST], largest = -INFINITY, sum = 0, all[MOST][MOST];
  assert_true(keys <= MOST && count <= MOST);
  for (int j = 0; j < keys; j++)
    for (int m = 0; m < count; m++) {
      all[j][m] = exponent(run, trace_score_queries(trace), layer, head, row, m) +
                  exponent(run, trace_score_keys(trace), layer, head, j, m);
      if (!trace_hidden(trace, row, j)) largest = fmax(largest, all[j][m]);
    }
  for (int j = 0; j < keys; j++) {
    weights[j] = 0;
    for (int m = 0; m < count && !trace_hidden(trace, row, j); m++)
      weights[j] += exp(all[j][m] - largest);
    sum += weights[j];
  }
  for (int j = 0; j < keys; j++)
    near(run, TRACE_WEIGHTS, layer, head, row, j, sum > 0 ? weights[j] / sum : 0);
  for (int c = 0; c < trace_d_head(trace); c++) {
    double output = 0;
    for (int j = 0; j < keys; j++)
      output += (sum > 0 ? weights[j] / sum : 0) * at(run, TRACE_V, layer, head, j, c);
    near(run, TRACE_OUTPUT, layer, head, row, c, output);
  }
  for (int m = 0; m < count; m++)
    near(run, TRACE_FEATURES_Q, layer, head, row, m,
         exp(fmin(exponent(run, trace_score_queries(trace), layer, head, row, m), 88)) /
             sqrt(count));
}

static void features_stand_for_the_weights(void **state) {
  (void)state;
  static const char *const kinds[] = {"approximate performer 1", "approximate performer 40",
                                      "positions rope; kv_heads 1; approximate performer 8"};
  static const char *const masks[] = {"none",     "causal",           "padding:2",
                                      "prefix:3", "causal padding:1", "padding:99"};
  for (int i = 0; i < 4 * 3 * 6; i++) {
    Run run = run_make_kind(models[i % 4], masks[i / 12], kinds[i / 4 % 3], str_from(sentence));
    for (int layer = 0; layer < trace_layer_count(run.trace); layer++)
      for (int head = 0; head < trace_head_count(run.trace, layer); head++)
        for (int row = 0; row < trace_token_count(run.trace); row++)
          check_featured_row(&run, layer, head, row);
    run_free(&run);
  }
}

/* ---- made later ---- */

static void check_made_later(const char *model, const char *mask_name, const char *kind_words) {
  static const TracePart parts[] = {TRACE_SCALED,      TRACE_MASKED,      TRACE_WEIGHTS,
                                    TRACE_FEATURES_Q,  TRACE_FEATURES_K,  TRACE_K_PROJECTED,
                                    TRACE_V_PROJECTED, TRACE_ERROR_CURVE, TRACE_OUTPUT,
                                    TRACE_DROPPED,     TRACE_SCORES};
  Run kept = run_make_kind(model, mask_name, kind_words, str_from(sentence));
  AttentionKind kind = *trace_kind(kept.trace);
  Arena *arena = arena_make(0);
  const Trace *later;
  MaskSpec mask;
  assert_true(mask_spec_parse(str_from(mask_name), &mask, NULL));
  const RunOrder little = {
      .sentence = str_from(sentence), .mask = &mask, .kind = &kind, .keep = KEEP_LITTLE};
  assert_true(model_run(kept.model, &little, arena, &later, NULL));
  assert_false(trace_keeps(later, TRACE_SCORES, 0) || trace_keeps(later, TRACE_FEATURES_Q, 0));
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    for (int head = 0; trace_has_part(later, parts[i]) && head < trace_head_count(later, 0);
         head++) {
      MatView a = trace_matrix(kept.trace, parts[i], 0, head);
      MatView b = trace_matrix(later, parts[i], 0, head);
      assert_true(a.rows == b.rows && a.cols == b.cols && a.rows > 0);
      for (int row = 0; row < a.rows; row++)
        assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof(float));
    }
  arena_free(arena);
  run_free(&kept);
}

static void what_is_made_later_has_the_same_bits(void **state) {
  (void)state;
  check_made_later("made-writer", "causal", "approximate performer 24");
  check_made_later("made-reader", "none", "approximate performer 5; kv_heads 1");
  check_made_later("made-reader", "padding:1", "positions rope; approximate linformer 4");
  check_made_later("made-writer", "none", "approximate linformer 12");
  check_made_later("made-writer", "none", "score general; approximate linformer 12; dropout 0.3");
  check_made_later("made-writer", "none", "score additive; approximate linformer 70");
}

/* ---- what cannot be had ---- */

static void check_refused(const char *mask_name, const char *kind_words, const char *words) {
  Model *model;
  Arena *arena = arena_make(0);
  const Trace *trace;
  MaskSpec mask;
  AttentionKind kind;
  Status status = {0};
  assert_true(model_open("random", &model, NULL));
  assert_true(mask_spec_parse(str_from(mask_name), &mask, NULL));
  assert_true(kind_read(str_from(kind_words), &kind));
  const RunOrder order = {.sentence = STR("the cat sat on it"), .mask = &mask, .kind = &kind};
  assert_false(model_run(model, &order, arena, &trace, &status));
  if (!strstr(status.sentence, words)) fail_msg("%s", status.sentence);
  arena_free(arena);
  model_free(model);
}

static void what_cannot_be_approximated_is_said(void **state) {
  (void)state;
  check_refused("causal", "approximate linformer 3", "cannot hide a key from some queries");
  check_refused("window:1", "approximate linformer 3", "cannot hide a key from some queries");
  check_refused("window:1", "approximate performer 3", "sums up the keys once");
  check_refused("none", "positions alibi; approximate performer 3", "positions alibi");
  check_refused("none", "positions t5; approximate linformer 3", "positions t5");
  check_refused("none", "positions shaw 2; approximate linformer 3", "positions shaw");
  check_refused("none", "positions shaw 2; approximate performer 3", "positions shaw");
  check_refused("none", "score general; approximate performer 3",
                "there are none of score general");
  check_refused("none", "score additive; approximate performer 3", "score additive");
  check_refused("none", "schedule flash 2 2; approximate performer 3", "approximate performer");
  check_refused("none", "schedule flash 2 2; approximate linformer 3", "approximate linformer");
  check_refused("none", "dropout 0.5; approximate performer 3", "makes no weights");
}

/* ---- the curve ---- */

static double error_of(const Run *exact, const Run *near_it, int layer, int head) {
  double away = 0, size = 0;
  for (int row = 0; row < trace_token_count(exact->trace); row++)
    for (int c = 0; c < trace_d_head(exact->trace); c++) {
      double x = at(exact, TRACE_OUTPUT, layer, head, row, c);
      away += fabs(x - at(near_it, TRACE_OUTPUT, layer, head, row, c));
      size += fabs(x);
    }
  return away / size;
}

/* In the first layer both runs have the same Q, K and V. A point of the curve is the error that a
** run with so many has, and features come nearer. */
static void check_curve(const char *kind_form, const char *mask, int most) {
  Run exact = run_make("random", mask, str_from(sentence));
  char kind[64];
  snprintf(kind, sizeof kind, kind_form, 6);
  Run curved = run_make_kind("random", mask, kind, str_from(sentence));
  int rows = 2;
  for (int count = 1; count < most; count *= 2) rows++;
  for (int head = 0; head < trace_head_count(exact.trace, 0); head++) {
    MatView curve = trace_matrix(curved.trace, TRACE_ERROR_CURVE, 0, head);
    assert_true(curve.cols == 2 && curve.rows == rows); /* 1, 2, 4, 6, 8 … most */
    for (int i = 0; i < curve.rows; i += i < 5 ? 1 : 4) {
      int count = (int)mat_get(curve, i, 0);
      assert_int_equal(count, i < 3 ? 1 << i : i == 3 ? 6 : 1 << (i - 1));
      snprintf(kind, sizeof kind, kind_form, count);
      Run one = run_make_kind("random", mask, kind, str_from(sentence));
      double wanted = error_of(&exact, &one, 0, head), told = (double)mat_get(curve, i, 1);
      if (!(fabs(wanted - told) < 1e-4 * fmax(wanted, 1))) fail_msg("%d: %g, %g", i, wanted, told);
      run_free(&one);
    }
    if (strstr(kind_form, "performer"))
      assert_true(mat_get(curve, rows - 1, 1) < 0.8f * mat_get(curve, 0, 1));
  }
  run_free(&curved);
  run_free(&exact);
}

static void the_curve_tells_the_error_of_every_number(void **state) {
  (void)state;
  check_curve("approximate performer %d", "none", 256); /* 16 columns, 16 a column */
  check_curve("approximate performer %d", "causal", 256);
  check_curve("approximate linformer %d", "none", 8);
  check_curve("approximate linformer %d", "padding:2", 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queries_meet_mixtures_of_the_keys),
      cmocka_unit_test(features_stand_for_the_weights),
      cmocka_unit_test(what_is_made_later_has_the_same_bits),
      cmocka_unit_test(what_cannot_be_approximated_is_said),
      cmocka_unit_test(the_curve_tells_the_error_of_every_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
