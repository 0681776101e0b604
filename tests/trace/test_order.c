/* tests/trace/test_order.c -- the order experiment: shuffled tokens, and their rows put back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/workings/order.h"

static const char sentence[] = "the animal was too tired on street";

/* The model of a run, run again with its tokens shuffled. */
static const Trace *shuffled(const Run *run, const char *mask_name, uint64_t seed, KeepKind keep) {
  Status status = {0};
  MaskSpec mask = {.model_own = true};
  const Trace *trace;
  if (strcmp(mask_name, "own") != 0 && !mask_spec_parse(str_from(mask_name), &mask, &status))
    fail_msg("%s", status.sentence);
  RunOrder order = {.sentence = str_from(sentence),
                    .mask = &mask,
                    .kind = trace_kind(run->trace),
                    .shuffles = true,
                    .shuffle_seed = seed,
                    .keep = keep};
  if (!model_run(run->model, &order, run->arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

/* The largest difference of all layers and heads, in shares of the largest number. */
static double farthest(const Run *run, const Trace *trace) {
  static const TracePart parts[] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS,
                                    TRACE_OUTPUT};
  double most = 0;
  for (int i = 0; i < 5; i++)
    for (int layer = 0; layer < trace_layer_count(trace); layer++)
      for (int head = 0; head < trace_head_count(trace, layer); head++) {
        const OrderBack *back =
            order_make(run->arena, trace, (TraceMatrixId){parts[i], layer, head}, NULL);
        assert_non_null(back);
        most = fmax(most, (double)back->largest / fmax((double)back->size, 1e-9));
      }
  return most;
}

static void without_positions_only_the_places_of_rows_change(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-without-mlp"};
  for (int i = 0; i < 4; i++) {
    Run none = run_make_kind(models[i], "none", "positions none", str_from(sentence));
    Run own = run_make_kind(models[i], "none", "", str_from(sentence));
    for (uint64_t seed = 1; seed < 4; seed++) {
      double away = farthest(&none, shuffled(&none, "none", seed, KEEP_BY_SIZE));
      if (!(away <= (double)ORDER_ROUNDING)) fail_msg("%s: %g", models[i], away);
      away = farthest(&own, shuffled(&own, "none", seed, KEEP_BY_SIZE));
      if (!(away > 1e-3)) fail_msg("%s with positions: %g", models[i], away);
      away = farthest(&none, shuffled(&none, "causal", seed, KEEP_BY_SIZE));
      if (!(away > 1e-3)) fail_msg("%s, causal: %g", models[i], away);
    }
    run_free(&none);
    run_free(&own);
  }
}

/* Each token is there once, in another order, and says where it stood. */
static void a_seed_gives_one_order_of_the_same_tokens(void **state) {
  (void)state;
  Run run = run_make("made-reader", "none", str_from(sentence));
  const Trace *a = shuffled(&run, "none", 7, KEEP_BY_SIZE);
  const Trace *b = shuffled(&run, "none", 7, KEEP_BY_SIZE);
  const Trace *in_order = trace_in_order(a);
  bool moved = false, taken[16] = {false};
  assert_null(trace_in_order(run.trace));
  assert_true(str_is(trace_sentence(a), sentence));
  assert_int_equal(trace_token_count(a), trace_token_count(run.trace));
  for (int i = 0; i < trace_token_count(a); i++) {
    int place = trace_place_in_order(a, i);
    moved = moved || place != i;
    assert_false(taken[place]);
    taken[place] = true;
    assert_int_equal(trace_place_in_order(b, i), place);
    assert_true(str_equal(trace_token(a, i)->text, trace_token(run.trace, place)->text));
    assert_true(str_equal(trace_token(in_order, i)->text, trace_token(run.trace, i)->text));
    assert_int_equal(trace_token(a, i)->first_byte, trace_token(run.trace, place)->first_byte);
  }
  assert_true(moved);
  run_free(&run);
}

/* One token has one name: that of its place in the sentence, wherever it stands now. */
static void a_shuffled_token_keeps_its_name(void **state) {
  (void)state;
  static const char repeated[] = "the animal saw the street and the animal";
  Run run = run_make("made-reader", "none", str_from(repeated));
  RunOrder order = {.sentence = str_from(repeated),
                    .mask = &(MaskSpec){.model_own = true},
                    .kind = trace_kind(run.trace),
                    .shuffles = true,
                    .shuffle_seed = 7};
  const Trace *trace;
  Status status = {0};
  assert_true(model_run(run.model, &order, run.arena, &trace, &status));
  int moved = 0;
  for (int i = 0; i < trace_token_count(trace); i++) {
    int place = trace_place_in_order(trace, i);
    bool is_repeated = trace_token(trace, i)->occurrences > 1;
    assert_true(str_equal(trace_token(trace, i)->label, trace_token(run.trace, place)->label));
    assert_true(str_equal(trace_key(trace, i)->label, trace_key(run.trace, place)->label));
    moved += is_repeated && place != i;
  }
  assert_true(moved > 0);
  run_free(&run);
}

/* back(p_i, p_j) = shuffled(i, j), and what is in order is the run of the sentence, to the bit. */
static void rows_and_columns_are_put_back(void **state) {
  (void)state;
  Run run = run_make("made-reader", "causal window:3", str_from(sentence));
  for (int keep = 0; keep < 2; keep++) {
    const Trace *trace = shuffled(&run, "causal window:3", 3, keep == 0 ? KEEP_ALL : KEEP_LITTLE);
    const OrderBack *back =
        order_make(run.arena, trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 1}, NULL);
    const OrderBack *output =
        order_make(run.arena, trace, (TraceMatrixId){TRACE_OUTPUT, 0, 1}, NULL);
    MatView now = trace_matrix(trace, TRACE_WEIGHTS, 0, 1);
    MatView sum = trace_matrix(trace, TRACE_OUTPUT, 0, 1);
    MaskView mask = trace_head_mask(trace, 0, 1);
    for (int i = 0; i < now.rows; i++) {
      int row = trace_place_in_order(trace, i);
      for (int j = 0; j < now.cols; j++) {
        int col = trace_place_in_order(trace, j);
        assert_true(mat_get(back->back, row, col) == mat_get(now, i, j));
        assert_true(mask_hides(back->mask, row, col) == mask_hides(mask, i, j));
        assert_true(mat_get(back->in_order, i, j) == run_get(&run, TRACE_WEIGHTS, 0, 1, i, j));
      }
      for (int c = 0; c < sum.cols; c++)
        assert_true(mat_get(output->back, row, c) == mat_get(sum, i, c));
    }
  }
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_positions_only_the_places_of_rows_change),
      cmocka_unit_test(a_seed_gives_one_order_of_the_same_tokens),
      cmocka_unit_test(a_shuffled_token_keeps_its_name),
      cmocka_unit_test(rows_and_columns_are_put_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
