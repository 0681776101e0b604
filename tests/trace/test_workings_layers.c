/* tests/trace/test_workings_layers.c -- the workings of a layer's output and of the model's answer:
** every step leads to the numbers of the trace (M-15 to M-17). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/made_trained.h"
#include "model/run.h"
#include "trace/workings/answer.h"
#include "trace/workings/block.h"
#include "trace/workings/joined.h"

static const char sentence[] = "The animal didn't cross the street because it was too tired";
enum { TOKENS = 11 };
static const double tolerance = 2e-5;

static void assert_close(double a, double b) {
  if (fabs(a - b) > tolerance * fmax(1, fabs(b))) fail_msg("%.9g is not %.9g", a, b);
}

/* (x − mean) / deviation · gain + bias is what the trace has, and the mean is that of the row. */
static void check_norm(const WorkedNorm *norm, const float *row, int width) {
  double sum = 0, squares = 0;
  for (int c = 0; c < width; c++) sum += (double)row[c];
  for (int c = 0; c < width; c++) squares += pow((double)row[c] - sum / width, 2);
  assert_close((double)norm->mean, sum / width);
  assert_close((double)norm->deviation, sqrt(squares / width + 1e-5));
  double value = ((double)norm->x - (double)norm->mean) / (double)norm->deviation;
  assert_close(value * (double)norm->gain + (double)norm->bias, (double)norm->result);
}

static void check_mlp(const BlockWorkings *w) {
  double sum = (double)w->mlp_bias;
  int awake = 0;
  for (int f = 0; f < w->hidden_count; f++) {
    assert_true(w->bent[f] >= 0);
    assert_true(w->bent[f] > 0 || w->terms[f] == 0);
    awake += w->bent[f] > 0;
    sum += (double)w->terms[f];
  }
  assert_int_equal(w->awake_count, awake);
  assert_close(sum, (double)w->mlp[w->column]);
  assert_close((double)w->norm[w->column] + (double)w->mlp[w->column], (double)w->sum_2[w->column]);
  check_norm(&w->norm_2, w->sum_2, w->d_model);
  assert_true(w->norm_2.result == w->block[w->column]);
}

static void check_block(const BlockWorkings *w, const Run *run) {
  int c = w->column;
  assert_true(w->block[c] == run_get(run, TRACE_BLOCK, w->layer, 0, w->row, c));
  assert_close((double)w->input[c] + (double)w->joined[c], (double)w->sum[c]);
  if (w->has_norms) check_norm(&w->norm_1, w->sum, w->d_model);
  if (w->has_norms) assert_true(w->norm_1.result == w->norm[c]);
  if (w->has_mlp) check_mlp(w);
  else assert_true(w->block[c] == (w->has_norms ? w->norm[c] : w->sum[c]));
}

/* M-09: what the heads add to a row, and the bias, is the row. */
static void what_each_head_adds_sums_up_to_the_joined_heads(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "made-without-mlp", "made-writer"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 3; i++) {
    Run run = run_make(models[i], "own", str_from(sentence));
    MatView joined = trace_matrix(run.trace, TRACE_ATTN_PROJ, 0, 0);
    bool has_bias = trace_has_part(run.trace, TRACE_B_O);
    for (int col = 0; col < joined.cols; col++) {
      double sum = has_bias ? (double)mat_get(trace_matrix(run.trace, TRACE_B_O, 0, 0), 0, col) : 0;
      for (int head = 0; head < trace_head_count(run.trace, 0); head++) {
        const float *terms = joined_terms_make(arena, run.trace, 0, 2, head);
        assert_true(terms[col] == (float)joined_term(run.trace, 0, 2, head, col));
        sum += (double)terms[col];
      }
      assert_close(sum, (double)mat_get(joined, 2, col));
    }
    run_free(&run);
  }
  arena_free(arena);
}

static void every_number_that_leaves_a_layer_is_worked_out(void **state) {
  (void)state;
  static const struct {
    const char *name;
    bool norms, mlp;
  } models[] = {{"hand-made", false, false},
                {"made-without-mlp", true, false},
                {"made-reader", true, true},
                {"made-writer", true, true}};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 4; i++) {
    Run run = run_make(models[i].name, "own", str_from(sentence));
    for (int place = 0; place < 2 * TOKENS; place++)
      for (int column = 0; column < trace_d_model(run.trace); column++) {
        ArenaMark mark = arena_mark(arena);
        const BlockWorkings *w = block_workings_make(
            arena, run.trace, (BlockPlace){place / TOKENS, place % TOKENS, column}, NULL);
        assert_non_null(w);
        assert_true(w->has_norms == models[i].norms && w->has_mlp == models[i].mlp);
        check_block(w, &run);
        arena_rewind(arena, mark);
      }
    run_free(&run);
  }
  arena_free(arena);
}

/* Half of a layer of a random model, in double: the norm by either method, and units with a gate. */
static void check_pre_norm(const Run *run, int layer, int row, int column, Arena *arena) {
  const TraceBlockWeights *weights = trace_block_weights(run->trace, layer);
  const BlockWorkings *w =
      block_workings_make(arena, run->trace, (BlockPlace){layer, row, column}, NULL);
  WorkedNorm first = worked_first_norm(run->trace, layer, row, column);
  double squares = 0, sum = (double)w->mlp_bias;
  int open = 0;
  assert_true(w->norm_place == NORM_BEFORE && w->is_gated == (weights->w_gate.at != NULL));
  for (int c = 0; c < w->d_model; c++) squares += (double)w->input[c] * (double)w->input[c];
  if (first.method == NORM_RMS) {
    assert_true(first.mean == 0 && first.bias == 0);
    assert_close((double)first.deviation, sqrt(squares / w->d_model + 1e-5));
    assert_close((double)first.x / (double)first.deviation * (double)first.gain,
                 (double)first.result);
    assert_close((double)w->sum[column] / (double)w->norm_1.deviation * (double)w->norm_1.gain,
                 (double)w->norm[column]);
  } else check_norm(&first, w->input, w->d_model);
  assert_true(first.result == run_get(run, TRACE_NORM_1, layer, 0, row, column));
  for (int f = 0; f < w->hidden_count; f++) {
    double gate = 0, up = (double)(weights->b_1 ? weights->b_1[f] : 0);
    for (int c = 0; w->is_gated && c < w->d_model; c++) {
      gate += (double)w->norm[c] * (double)mat_get(weights->w_gate, c, f);
      up += (double)w->norm[c] * (double)mat_get(weights->w_1, c, f);
    }
    if (w->is_gated) {
      assert_close((double)w->gate[f], gate / (1 + exp(-gate)));
      assert_close((double)w->up[f], up);
      assert_close((double)w->bent[f], gate / (1 + exp(-gate)) * up);
    }
    open += (w->is_gated ? w->gate[f] : w->bent[f]) > 0;
    assert_close((double)w->terms[f],
                 (double)w->bent[f] * (double)mat_get(weights->w_2, f, column));
    sum += (double)w->terms[f];
  }
  assert_int_equal(w->awake_count, open);
  assert_close(sum, (double)w->mlp[column]);
  assert_close((double)w->sum[column] + (double)w->mlp[column], (double)w->block[column]);
  assert_true(w->block[column] == run_get(run, TRACE_BLOCK, layer, 0, row, column));
}

/* M-71 and M-72, and M-10 in the same place. */
static void norms_and_gates_of_families_are_worked_out(void **state) {
  (void)state;
  static const char *const models[] = {"random like llama", "random like gpt2", "random like t5",
                                       "random like llama norm before"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 4; i++) {
    Run run = run_make(models[i], "own", str_from(sentence));
    for (int place = 0; place < 2 * TOKENS; place++)
      for (int column = 0; column < 64; column += 13) {
        check_pre_norm(&run, place / TOKENS, place % TOKENS, column, arena);
        arena_reset(arena);
      }
    run_free(&run);
  }
  arena_free(arena);
}

/* The norm stands before the heads alone: what they found is added, and that is all. */
static void a_norm_before_no_mlp_is_no_step_of_the_output(void **state) {
  (void)state;
  static const char *const models[] = {"random norm rms", "random norm before"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 2; i++) {
    Run run = run_make(models[i], "own", str_from(sentence));
    const BlockWorkings *w = block_workings_make(arena, run.trace, (BlockPlace){1, 2, 5}, NULL);
    assert_true(w->norm_place == NORM_BEFORE && !w->has_norms && !w->has_mlp);
    assert_close((double)w->input[5] + (double)w->joined[5], (double)w->block[5]);
    run_free(&run);
  }
  arena_free(arena);
}

static void check_answer(const AnswerWorkings *w, int rank) {
  const TraceCandidate *candidate = &w->candidates[rank];
  double sum = 0;
  assert_true(w->word == candidate->word && w->logit == candidate->logit);
  for (int c = 0; c < w->d_model; c++) {
    assert_close((double)w->products[c], (double)w->x[c] * (double)w->embedding[c]);
    sum += (double)w->products[c];
  }
  assert_close((double)w->product_sum, sum);
  assert_close((double)w->product_sum + (double)w->bias, (double)w->logit);
  assert_close((double)w->exponential, exp((double)w->logit - (double)w->max));
  assert_close((double)w->exponential / (double)w->exponential_sum, (double)w->probability);
  assert_true(rank == 0 || w->probability <= w->candidates[rank - 1].probability);
  assert_true(rank > 0 || w->logit == w->max);
}

static void every_likely_word_is_worked_out(void **state) {
  (void)state;
  static const char *const models[] = {"made-reader", "made-writer", "made-without-mlp"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 3; i++) {
    Run run = run_make(models[i], "own", str_from(sentence));
    for (int token = 0; token < TOKENS; token++)
      for (int rank = 0; rank < TRACE_CANDIDATES_MOST; rank++) {
        const AnswerWorkings *w = answer_workings_make(arena, run.trace, token, rank, NULL);
        assert_non_null(w);
        assert_int_equal(w->candidate_count, TRACE_CANDIDATES_MOST);
        check_answer(w, rank);
      }
    arena_reset(arena);
    run_free(&run);
  }
  arena_free(arena);
}

/* Which tokens are asked is what the model says of its words; the stage is there with words only. */
static void models_say_where_they_were_asked(void **state) {
  (void)state;
  Run reader = run_make("made-reader", "own", STR("___ animal it tired"));
  for (int i = 0; i < 4; i++) assert_int_equal(trace_is_asked(reader.trace, i), i % 2 == 0);
  assert_false(trace_asks_all(reader.trace));
  assert_true(trace_has_stage(reader.trace, STAGE_LOGITS));
  run_free(&reader);
  Run writer = run_make("made-writer", "own", STR("animal it"));
  assert_true(trace_asks_all(writer.trace) && trace_is_asked(writer.trace, 0));
  run_free(&writer);
  Run rules = run_make("hand-made", "own", STR("animal it"));
  assert_false(trace_asks_all(rules.trace) || trace_is_asked(rules.trace, 1));
  assert_false(trace_has_stage(rules.trace, STAGE_LOGITS));
  assert_null(trace_block_weights(rules.trace, 0));
  assert_null(trace_word_weights(rules.trace));
  assert_null(answer_workings_make(rules.arena, rules.trace, 0, 0, NULL));
  run_free(&rules);
}

static void memory_may_run_out(void **state) {
  (void)state;
  Run run = run_make("made-reader", "own", STR("it was"));
  Status status = {0};
  Arena *arena = arena_make(64);
  arena_fail_at(1);
  assert_null(block_workings_make(arena, run.trace, (BlockPlace){0, 0, 2}, &status));
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  arena_fail_at(1);
  assert_null(answer_workings_make(arena, run.trace, 0, 0, &status));
  arena_fail_at(0);
  assert_non_null(block_workings_make(arena, run.trace, (BlockPlace){0, 0, -1}, &status));
  arena_free(arena);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_each_head_adds_sums_up_to_the_joined_heads),
      cmocka_unit_test(every_number_that_leaves_a_layer_is_worked_out),
      cmocka_unit_test(norms_and_gates_of_families_are_worked_out),
      cmocka_unit_test(a_norm_before_no_mlp_is_no_step_of_the_output),
      cmocka_unit_test(every_likely_word_is_worked_out),
      cmocka_unit_test(models_say_where_they_were_asked),
      cmocka_unit_test(memory_may_run_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
