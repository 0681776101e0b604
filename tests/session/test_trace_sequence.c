/* The traces of a session: a frozen one or a step of a decode stays intact, with the model that
** made it, whatever happens to the current one. Sanitizers detect late reads and leaks. */
#include <stdio.h>
#include <string.h>

#include "session/say.h"
#include "session/session_internal.h"
#include "trace/trace.h"

/* Every number of the weights of a head, computed if the trace does not store them. */
static double sum_of_weights(const Trace *trace) {
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, 0, 0);
  double sum = 0;
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++)
      sum += (double)weights.at[row * weights.stride + col];
  return sum;
}

/* Words and numbers, which are 1 a row. */
static void assert_whole(const HeldTrace *held, const char *sentence) {
  assert_non_null(held);
  Str shown = trace_sentence(held->trace);
  if (!str_is(shown, sentence))
    fail_msg("“%.*s” is not “%s”", (int)shown.bytes, shown.at, sentence);
  assert_float_equal(sum_of_weights(held->trace), trace_token_count(held->trace), 1e-3);
}

static const HeldTrace *at(const Session *session, int place) {
  return trace_sequence_at(&session->traces, place);
}

static void frozen_survives_a_new_sentence_and_a_new_model(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  const Model *model = session_model(session);
  trace_sequence_freeze(&session->traces);
  assert_ptr_equal(at(session, TRACE_PLACE_FROZEN), at(session, TRACE_PLACE_NOW));
  say(session, "sentence \"a b\"");
  assert_whole(at(session, TRACE_PLACE_FROZEN), "the cat sat");
  assert_whole(at(session, TRACE_PLACE_NOW), "a b");
  say(session, "model random; sentence \"x y z w\"; model reader; mask none");
  assert_whole(at(session, TRACE_PLACE_FROZEN), "the cat sat");
  assert_ptr_equal(at(session, TRACE_PLACE_FROZEN)->model, model);
  assert_string_equal(model_info(model)->name, "hand-made"); /* it is there */
  assert_true(session_model(session) != model);
  say(session, "undo; undo; undo; undo; undo");
  assert_whole(at(session, TRACE_PLACE_FROZEN), "the cat sat");
  trace_sequence_freeze(&session->traces); /* in the place of the one before */
  assert_ptr_equal(at(session, TRACE_PLACE_FROZEN), at(session, TRACE_PLACE_NOW));
  trace_sequence_thaw(&session->traces);
  assert_null(at(session, TRACE_PLACE_FROZEN));
  assert_whole(at(session, TRACE_PLACE_NOW), "the cat sat");
  session_free(session);
}

/* The trace of a long sentence does not store [T,S]: the model computes it again on demand. */
static void what_frozen_makes_when_asked_for_its_model_makes(void **state) {
  (void)state;
  Session *session = session_of("a");
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < 900; i++) strbuf_format(&text, "w%d ", i % 50);
  say(session, "sentence \"%s\"", strbuf_str(&text).at);
  assert_int_equal(trace_token_count(session_trace(session)), 900);
  trace_sequence_freeze(&session->traces);
  say(session, "sentence \"b\"; model random");
  const HeldTrace *frozen = at(session, TRACE_PLACE_FROZEN);
  for (int round = 0; round < 2; round++) {
    trace_frame_begin(frozen->trace); /* what was made goes, beyond what it may keep */
    assert_float_equal(sum_of_weights(frozen->trace), 900, 1e-3);
  }
  assert_true(trace_sequence_show(&session->traces, TRACE_PLACE_FROZEN, (size_t)1 << 26));
  assert_float_equal(sum_of_weights(session_trace(session)), 900, 1e-3);
  session_free(session);
  arena_free(arena);
}

/* A training has a model for each of its steps, and a recording has none. */
static void frozen_survives_the_training_that_made_it(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "view training; train copy layers 1; train go 2");
  trace_sequence_freeze(&session->traces);
  Str name = trace_model_name(session_trace(session));
  assert_true(str_is(name, "copy · step 2"));
  say(session, "train go 2; train reverse; model hand-made; sentence \"a b\"");
  const HeldTrace *frozen = at(session, TRACE_PLACE_FROZEN);
  assert_true(str_is(trace_model_name(frozen->trace), "copy · step 2"));
  assert_true(str_is(str_from(model_info(frozen->model)->name), "copy · step 2"));
  assert_float_equal(sum_of_weights(frozen->trace), trace_token_count(frozen->trace), 1e-3);
  session_free(session);
}

static void one_of_them_is_on_show_and_a_new_now_comes_on_show(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  TraceSequence *traces = &session->traces;
  const size_t cache_bytes = (size_t)1 << 24;
  assert_false(trace_sequence_show(traces, TRACE_PLACE_FROZEN, cache_bytes));
  assert_false(trace_sequence_show(traces, 0, cache_bytes));
  trace_sequence_freeze(traces);
  say(session, "sentence \"a b\"");
  assert_int_equal(trace_token_count(session_trace(session)), 2);
  assert_true(trace_sequence_show(traces, TRACE_PLACE_FROZEN, cache_bytes));
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  assert_ptr_equal(session_model(session), at(session, TRACE_PLACE_FROZEN)->model);
  trace_sequence_thaw(traces); /* what was on show is gone */
  assert_int_equal(trace_token_count(session_trace(session)), 2);
  trace_sequence_freeze(traces);
  trace_sequence_add_step(traces, SIZE_MAX);
  assert_true(trace_sequence_show(traces, 0, cache_bytes));
  say(session, "sentence \"a b c d\"");
  assert_int_equal(trace_token_count(session_trace(session)), 4);
  session_free(session);
}

/* "the oldest is dropped first, and the newest always stays". */
static void steps_are_bounded_by_count_and_by_bytes(void **state) {
  (void)state;
  Session *session = session_of("a");
  TraceSequence *traces = &session->traces;
  char line[32];
  for (int i = 0; i < TRACE_STEPS_MOST + 5; i++) {
    snprintf(line, sizeof line, "sentence \"%d b\"", i);
    say(session, "%s", line);
    trace_sequence_add_step(traces, SIZE_MAX);
  }
  assert_int_equal(traces->step_count, TRACE_STEPS_MOST);
  assert_whole(at(session, 0), "5 b");
  assert_whole(at(session, TRACE_STEPS_MOST - 1), "36 b");
  assert_null(at(session, TRACE_STEPS_MOST));
  assert_ptr_equal(at(session, TRACE_STEPS_MOST - 1), at(session, TRACE_PLACE_NOW));
  size_t bytes = arena_held_bytes(at(session, 0)->arena);
  say(session, "model random; sentence \"last\"");
  assert_true(trace_sequence_show(traces, 1, bytes));
  trace_sequence_add_step(traces, 3 * bytes + bytes / 2);
  assert_true(traces->step_count >= 1 && traces->step_count <= 4);
  assert_whole(at(session, traces->step_count - 1), "last");
  assert_ptr_equal(session_trace(session), at(session, TRACE_PLACE_NOW)->trace);
  trace_sequence_add_step(traces, 1);
  assert_int_equal(traces->step_count, 1);
  assert_whole(at(session, 0), "last");
  trace_sequence_clear_steps(traces);
  assert_int_equal(traces->step_count, 0);
  assert_whole(at(session, TRACE_PLACE_NOW), "last");
  session_free(session);
}

/* A failure leaves everything as it was, and its arena is used again. */
static void a_copy_of_the_session_reads_the_same_trace(void **state) {
  (void)state;
  Session *session = session_of("the cat sat"), *copy;
  assert_true(session_make_copy(session, &copy, NULL));
  assert_ptr_equal(session_trace(copy), session_trace(session));
  const HeldTrace *before = at(session, TRACE_PLACE_NOW);
  assert_int_equal(before->holders, 2);
  say(session, "sentence \"a b\"");
  assert_whole(at(copy, TRACE_PLACE_NOW), "the cat sat");
  say(copy, "sentence \"x\"");
  assert_whole(at(copy, TRACE_PLACE_NOW), "x");
  session_free(copy);
  assert_whole(at(session, TRACE_PLACE_NOW), "a b");
  refused(session, "model nobody", "nobody");
  assert_whole(at(session, TRACE_PLACE_NOW), "a b");
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frozen_survives_a_new_sentence_and_a_new_model),
      cmocka_unit_test(what_frozen_makes_when_asked_for_its_model_makes),
      cmocka_unit_test(frozen_survives_the_training_that_made_it),
      cmocka_unit_test(one_of_them_is_on_show_and_a_new_now_comes_on_show),
      cmocka_unit_test(steps_are_bounded_by_count_and_by_bytes),
      cmocka_unit_test(a_copy_of_the_session_reads_the_same_trace)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
