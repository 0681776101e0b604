/* tests/trace/test_exact.c -- exact attention beside what is laid over (M-74), against sums in double
** that follow the formula cell by cell. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/os.h"
#include "model/run.h"
#include "trace/workings/exact.h"

static const char sentence[] = "the animal didn't cross the street because it was too tired";

enum { MOST = 16 };
typedef struct Reference {
  double scores[MOST][MOST], scaled[MOST][MOST], masked[MOST][MOST], weights[MOST][MOST];
  double output[MOST][64];
} Reference;

/* By the formula, from Q, K and V of the trace and the model's own mask. */
static void work_out(const Run *run, int layer, int head, Reference *to) {
  MatView q = trace_matrix(run->trace, TRACE_Q, layer, head);
  MatView k = trace_matrix(run->trace, TRACE_K, layer, head);
  MatView v = trace_matrix(run->trace, TRACE_V, layer, head);
  MaskParts own = model_own_mask(run->model);
  assert_true(q.rows <= MOST && k.rows <= MOST && v.cols <= 64);
  for (int i = 0; i < q.rows; i++) {
    double sum = 0;
    for (int j = 0; j < k.rows; j++) {
      double score = 0;
      for (int c = 0; c < q.cols; c++) score += (double)mat_get(q, i, c) * (double)mat_get(k, j, c);
      to->scores[i][j] = score;
      to->scaled[i][j] = score / sqrt((double)q.cols);
      to->masked[i][j] = mask_sees(&own, i, j, k.rows) ? to->scaled[i][j] : -INFINITY;
      sum += exp(to->masked[i][j]);
    }
    for (int j = 0; j < k.rows; j++) to->weights[i][j] = exp(to->masked[i][j]) / sum;
    for (int c = 0; c < v.cols; c++) {
      to->output[i][c] = 0;
      for (int j = 0; j < k.rows; j++)
        to->output[i][c] += to->weights[i][j] * (double)mat_get(v, j, c);
    }
  }
}

static void check_near(double is, double expected, double largest) {
  if (isinf(expected)) assert_true(isinf(is) && is < 0);
  else if (!(fabs(is - expected) <= 1e-5 * largest)) fail_msg("%g is not %g", is, expected);
}

static void check_pairs(const Exact *exact, const Reference *reference) {
  const double(*of)[MOST] = exact_part_beside(exact->part) == TRACE_SCORES   ? reference->scores
                            : exact_part_beside(exact->part) == TRACE_SCALED ? reference->scaled
                            : exact_part_beside(exact->part) == TRACE_MASKED ? reference->masked
                                                                             : reference->weights;
  double largest = 1;
  for (int i = 0; i < exact->pairs.rows; i++)
    for (int j = 0; j < exact->pairs.cols; j++)
      if (isfinite(of[i][j])) largest = fmax(largest, fabs(of[i][j]));
  for (int i = 0; i < exact->pairs.rows; i++)
    for (int j = 0; j < exact->pairs.cols; j++)
      check_near((double)mat_get(exact->pairs, i, j), of[i][j], largest);
}

static void check_output(const Exact *exact, const Run *run, const Reference *reference) {
  MatView laid = trace_matrix(run->trace, TRACE_OUTPUT, exact->layer, exact->head);
  double largest = 0, sum = 0, size = 1e-9;
  for (int i = 0; i < laid.rows; i++)
    for (int c = 0; c < laid.cols; c++) size = fmax(size, fabs(reference->output[i][c]));
  for (int i = 0; i < laid.rows; i++)
    for (int c = 0; c < laid.cols; c++) {
      double apart = (double)mat_get(laid, i, c) - reference->output[i][c];
      check_near((double)mat_get(exact->output, i, c), reference->output[i][c], size);
      check_near((double)mat_get(exact->output_difference, i, c), apart, size);
      largest = fmax(largest, fabs(apart));
      sum += fabs(apart);
    }
  check_near((double)exact->errors.output_largest, largest, size);
  check_near((double)exact->errors.output_mean, sum / laid.rows / laid.cols, size);
  check_near((double)exact->errors.output_size, size, size);
}

static void check_weights(const Exact *exact, const Run *run, const Reference *reference) {
  MatView laid = trace_matrix(run->trace, TRACE_WEIGHTS, exact->layer, exact->head);
  const ExactErrors *errors = &exact->errors;
  double largest = 0, bits = 0;
  int infinite = 0, empty = 0, rows = 0;
  for (int i = 0; i < laid.rows; i++) {
    double whole = 0, of_row = 0;
    for (int j = 0; j < laid.cols; j++) whole += (double)mat_get(laid, i, j);
    for (int j = 0; j < laid.cols; j++) {
      double w = (double)mat_get(laid, i, j), e = reference->weights[i][j];
      largest = fmax(largest, fabs(w - e));
      if (w > 0) of_row += w / whole * log2(w / whole / e);
    }
    if (!(whole > 0)) empty++;
    else if (isinf(of_row)) infinite++;
    else rows++, bits += of_row;
  }
  check_near((double)errors->weight_largest, largest, 1);
  check_near((double)fabsf(mat_get(exact->weights, errors->weight_query, errors->weight_key) -
                           mat_get(laid, errors->weight_query, errors->weight_key)),
             largest, 1);
  assert_int_equal(errors->infinite_rows, infinite);
  assert_int_equal(errors->empty_rows, empty);
  assert_int_equal(errors->divergence_rows, rows);
  check_near((double)errors->divergence_mean, rows > 0 ? bits / rows : 0, 1);
}

static void check_run(const Run *run) {
  static Reference reference; /* too large for a stack that tests share */
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(run->trace, parts);
  assert_int_equal(exact_problem(run->trace), EXACT_FINE);
  for (int layer = 0; layer < trace_layer_count(run->trace); layer++)
    for (int head = 0; head < trace_head_count(run->trace, layer); head++) {
      work_out(run, layer, head, &reference);
      for (int i = 0; i < count; i++) {
        const Exact *exact =
            exact_make(run->arena, run->trace, (TraceMatrixId){parts[i], layer, head}, NULL);
        assert_non_null(exact);
        assert_true(exact->has_output && exact->pairs.cols == trace_source_count(run->trace));
        assert_int_equal(exact->has_pairs, !trace_keys_are_mixtures(run->trace));
        check_pairs(exact, &reference);
        check_output(exact, run, &reference);
        if (exact->has_pairs) check_weights(exact, run, &reference);
      }
    }
}

/* A mask laid over is not in the exact attention, nor is any setting. */
static void exact_attention_has_nothing_that_was_laid_over(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};
  static const char *const laid[][2] = {{"window:2", ""},
                                        {"own", "positions alibi"},
                                        {"causal window:3", "positions t5"},
                                        {"own", "positions rope"},
                                        {"padding:11", "positions none"},
                                        {"none", "kv_heads 1"},
                                        {"none", "approximate linformer 4"},
                                        {"padding:2", "approximate linformer 14; dropout 0.25"},
                                        {"causal", "approximate performer 20"}};
  for (size_t m = 0; m < 4; m++)
    for (size_t i = 0; i < sizeof laid / sizeof *laid; i++) {
      Run run = run_make_kind(models[m], laid[i][0], laid[i][1], str_from(sentence));
      check_run(&run);
      run_free(&run);
    }
}

/* Positions and shared heads change Q, K and V, so exact attention over them is the same bits. */
static void what_acts_before_q_k_and_v_makes_no_difference(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions none", "positions sinusoidal", "kv_heads 1"};
  for (int i = 0; i < 3; i++) {
    Run run = run_make_kind("made-writer", "own", kinds[i], str_from(sentence));
    const Exact *exact =
        exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 0}, NULL);
    assert_true(exact->errors.output_largest == 0 && exact->errors.weight_largest == 0);
    assert_true(exact->pair_largest == 0 && exact->errors.divergence_mean == 0);
    run_free(&run);
  }
}

/* A model's own kind of attention is in its exact attention: under a mask that is laid over, all
** that comes before the mask is the same to the bit, and in the first layer, whose Q and K no mask
** changes, the exact weights are those of the model alone. T5 does not divide, and its buckets
** depend on whether the mask is causal: its own is not. */
static void the_models_own_kind_is_in_the_exact_attention(void **state) {
  (void)state;
  static const char *const models[] = {"random like t5", "random like bloom", "random like llama",
                                       "random like gpt2"};
  for (int i = 0; i < 4; i++) {
    Run run = run_make(models[i], "causal window:2", str_from(sentence));
    Run own = run_make(models[i], "own", str_from(sentence));
    for (int head = 0; head < trace_head_count(run.trace, 0); head++) {
      const Exact *exact =
          exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, head}, NULL);
      MatView weights = trace_matrix(own.trace, TRACE_WEIGHTS, 0, head);
      for (int row = 0; row < weights.rows; row++)
        assert_memory_equal(mat_row(exact->weights, row), mat_row(weights, row),
                            (size_t)weights.cols * sizeof(float));
    }
    run_free(&own);
    for (int layer = 0; layer < trace_layer_count(run.trace); layer++)
      for (int head = 0; head < trace_head_count(run.trace, layer); head++) {
        const Exact *scaled =
            exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_SCALED, layer, head}, NULL);
        if (scaled->pair_largest != 0) fail_msg("%s: %g", models[i], (double)scaled->pair_largest);
        assert_true(scaled->errors.output_largest > 0);
      }
    run_free(&run);
  }
}

/* Also where other positions are laid over the model's own, which act on the same Q, K and V: in the
** first layer, whose input has none, the weights are those of the model alone. */
static void other_positions_do_not_take_the_models_own_away(void **state) {
  (void)state;
  static const char *const models[] = {"random like t5", "random like bloom", "random like llama"};
  static const char *const laid[] = {"none", "rope base 100", "alibi", "t5 far 20", "shaw 2"};
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    for (size_t i = 0; i < sizeof laid / sizeof *laid; i++) {
      Arena *arena = arena_make(0);
      Run run = run_make_kind(models[m], "own", str_format(arena, "positions %s", laid[i]),
                              str_from(sentence));
      Run own = run_make(models[m], "own", str_from(sentence));
      bool is_own = exact_problem(run.trace) == EXACT_NOTHING_LAID_OVER;
      for (int head = 0; !is_own && head < trace_head_count(run.trace, 0); head++) {
        const Exact *exact =
            exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, head}, NULL);
        MatView weights = trace_matrix(own.trace, TRACE_WEIGHTS, 0, head);
        MatView output = trace_matrix(own.trace, TRACE_OUTPUT, 0, head);
        for (int row = 0; row < weights.rows; row++) {
          assert_memory_equal(mat_row(exact->weights, row), mat_row(weights, row),
                              (size_t)weights.cols * sizeof(float));
          assert_memory_equal(mat_row(exact->output, row), mat_row(output, row),
                              (size_t)output.cols * sizeof(float));
        }
        assert_true(exact->errors.weight_largest > 0);
      }
      run_free(&own);
      run_free(&run);
      arena_free(arena);
    }
}

static void without_anything_laid_over_there_is_nothing_to_compare(void **state) {
  (void)state;
  Run own = run_make("made-writer", "own", str_from(sentence));
  Run causal = run_make("made-writer", "causal", str_from(sentence));
  Run window = run_make("made-writer", "causal window:2", str_from(sentence));
  assert_int_equal(exact_problem(own.trace), EXACT_NOTHING_LAID_OVER);
  assert_int_equal(exact_problem(causal.trace), EXACT_NOTHING_LAID_OVER); /* its own mask */
  assert_int_equal(exact_problem(window.trace), EXACT_FINE);
  assert_true(trace_mask_is_laid_over(window.trace) && !trace_mask_is_laid_over(causal.trace));
  run_free(&own);
  run_free(&causal);
  run_free(&window);
}

/* What equals the model's own is not laid over it, though it was asked for. */
static void as_many_heads_as_the_model_has_are_its_own(void **state) {
  (void)state;
  static const struct {
    const char *model, *kind;
    ExactProblem problem;
  } cases[] = {{"random like llama", "kv_heads 2", EXACT_NOTHING_LAID_OVER},
               {"random like llama", "kv_heads 1", EXACT_FINE},
               {"random", "kv_heads 4", EXACT_NOTHING_LAID_OVER},
               {"random", "kv_heads 2", EXACT_FINE}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Run run = run_make_kind(cases[i].model, "own", cases[i].kind, str_from(sentence));
    assert_int_equal(exact_problem(run.trace), cases[i].problem);
    run_free(&run);
  }
}

/* A mask that lets a causal model look ahead gives weights where exact attention has none. */
static void a_weight_where_exact_attention_has_none_makes_its_row_infinite(void **state) {
  (void)state;
  Run run = run_make("made-writer", "none", str_from(sentence));
  const Exact *exact = exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 0}, NULL);
  int tokens = trace_token_count(run.trace);
  assert_int_equal(exact->errors.infinite_rows, tokens - 1); /* the last sees all keys anyway */
  assert_int_equal(exact->errors.divergence_rows, 1);
  assert_true(isfinite(exact->errors.divergence_mean));
  const Exact *masked = exact_make(run.arena, run.trace, (TraceMatrixId){TRACE_MASKED, 0, 0}, NULL);
  assert_true(isinf(mat_get(masked->pair_difference, 0, 1))); /* so that the cell is hatched */
  assert_true(isfinite(masked->pair_largest));
  run_free(&run);
}

/* The numbers of a frame are worked out within it: 16.7 ms for 64 tokens, in processor time. */
static void sixty_four_tokens_take_less_than_a_frame(void **state) {
  (void)state;
  enum { TIMES = 20, BYTES_MOST = 1024 };
  char words[BYTES_MOST];
  size_t bytes = 0;
  for (int i = 0; i < 64; i++)
    bytes += (size_t)snprintf(words + bytes, BYTES_MOST - bytes, "%sword", i > 0 ? " " : "");
  Run run = run_make_kind("random", "window:4", "positions alibi", str_from(words));
  assert_int_equal(trace_token_count(run.trace), 64);
  Arena *arena = arena_make(0);
  double begin_ms = os_process_cpu_ms();
  for (int i = 0; i < TIMES; i++) {
    arena_reset(arena);
    assert_non_null(exact_make(arena, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 0}, NULL));
  }
  double ms = (os_process_cpu_ms() - begin_ms) / TIMES;
  print_message("exact attention of 64 tokens: %.3f ms\n", ms);
  assert_true(ms < 16.7);
  arena_free(arena);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_attention_has_nothing_that_was_laid_over),
      cmocka_unit_test(what_acts_before_q_k_and_v_makes_no_difference),
      cmocka_unit_test(the_models_own_kind_is_in_the_exact_attention),
      cmocka_unit_test(as_many_heads_as_the_model_has_are_its_own),
      cmocka_unit_test(other_positions_do_not_take_the_models_own_away),
      cmocka_unit_test(without_anything_laid_over_there_is_nothing_to_compare),
      cmocka_unit_test(sixty_four_tokens_take_less_than_a_frame),
      cmocka_unit_test(a_weight_where_exact_attention_has_none_makes_its_row_infinite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
