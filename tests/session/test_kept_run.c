/* The run that is kept for comparison: it is part of what undo and states restore, and stays what it
** was whatever is changed beside it. */
#include <string.h>

#include "session/say.h"
#include "session/session_internal.h"

static const char tired[] = "the animal was too tired", wide[] = "the animal was too wide";

static void assert_kept(const Session *session, const char *sentence) {
  const Trace *kept = session_kept_run(session);
  if (!sentence) {
    assert_null(kept);
    assert_null(session_inputs(session)->kept);
    return;
  }
  assert_non_null(kept);
  assert_true(str_is(trace_sentence(kept), sentence));
  assert_true(str_is(session_inputs(session)->kept->streams[0], sentence));
}

static void assert_now(const Session *session, const char *sentence) {
  assert_true(str_is(trace_sentence(session_trace(session)), sentence));
}

/* Equal to the bit, in every layer and head. */
static void assert_same_weights(const Trace *a, const Trace *b) {
  for (int layer = 0; layer < trace_layer_count(a); layer++)
    for (int head = 0; head < trace_head_count(a, layer); head++) {
      MatView x = trace_matrix(a, TRACE_WEIGHTS, layer, head);
      MatView y = trace_matrix(b, TRACE_WEIGHTS, layer, head);
      assert_int_equal(x.rows, y.rows);
      for (int row = 0; row < x.rows; row++)
        assert_memory_equal(mat_row(x, row), mat_row(y, row), sizeof(float) * (size_t)x.cols);
    }
}

static void the_kept_run_stays_while_the_other_changes(void **state) {
  (void)state;
  Session *session = session_of(tired);
  say(session, "stage weights; freeze");
  assert_int_equal(session_view(session)->compare, COMPARE_KEPT);
  assert_ptr_equal(session_kept_run(session), session_trace(session)); /* nothing was run */
  say(session, "sentence \"%s\"", wide);
  assert_now(session, wide);
  assert_kept(session, tired);
  say(session, "model random; mask causal; positions alibi");
  assert_kept(session, tired);
  assert_true(str_is(trace_model_name(session_kept_run(session)), "hand-made"));
  say(session, "freeze off");
  assert_kept(session, NULL);
  assert_int_equal(session_view(session)->compare, COMPARE_OFF);
  session_free(session);
}

static void undo_and_redo_go_through_what_was_kept(void **state) {
  (void)state;
  Session *session = session_of(tired);
  say(session, "freeze; sentence \"%s\"; freeze; mask causal", wide);
  assert_kept(session, wide);
  say(session, "undo; undo");
  assert_kept(session, tired); /* run anew */
  assert_now(session, wide);
  say(session, "undo");
  assert_kept(session, tired);
  assert_now(session, tired);
  say(session, "undo");
  assert_kept(session, NULL);
  say(session, "redo; redo; redo; redo");
  assert_kept(session, wide);
  assert_now(session, wide);
  say(session, "reset");
  assert_kept(session, NULL);
  say(session, "undo");
  assert_kept(session, wide);
  session_free(session);
}

static void swapped_runs_are_the_same_two_runs(void **state) {
  (void)state;
  Session *session = session_of(tired);
  say(session, "freeze; mask causal; positions none; freeze swap");
  assert_kept(session, tired);
  assert_true(trace_has_laid_over(session_kept_run(session)));
  assert_false(trace_has_laid_over(session_trace(session)));
  say(session, "undo");
  assert_false(trace_has_laid_over(session_kept_run(session)));
  assert_true(trace_has_laid_over(session_trace(session)));
  refused(session, "freeze sideways", "freeze");
  say(session, "freeze off");
  refused(session, "freeze swap", "no run is kept");
  session_free(session);
}

/* "The kept run is part of the state, saved as what makes it": both runs are the same to the bit. */
static void a_state_plays_back_to_both_runs(void **state) {
  (void)state;
  static const char *const others[] = {"model reader; freeze; example swap; mask causal window 2",
                                       "model random; positions alibi; freeze; model writer",
                                       "mask 2 1 hide; freeze; model random; shuffle seed 4",
                                       "cross \"a b c\"; freeze; cross off; dropout 0.2 seed 3",
                                       "mask causal; freeze; freeze swap",
                                       "approximate linformer 2; freeze; approximate exact; "
                                       "positions shaw 2; scale off; head off 1"};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    Session *session = session_of(tired), *other = session_of("x y");
    say(session, "stage weights; %s", others[i]);
    say(other, "freeze; model random");
    Status status;
    Str script = session_script(session, arena);
    if (!session_run_script(other, &(Script){.path = "s", .text = script}, &status))
      fail_msg("%s: %s", others[i], status.sentence);
    assert_same_state(session, other, others[i]);
    assert_non_null(session_kept_run(other));
    assert_same_weights(session_kept_run(session), session_kept_run(other));
    assert_same_weights(session_trace(session), session_trace(other));
    say(session, "freeze off");
    script = session_script(session, arena);
    assert_true(session_run_script(other, &(Script){.path = "s", .text = script}, &status));
    assert_null(session_kept_run(other));
    session_free(other);
    session_free(session);
  }
  arena_free(arena);
}

/* The training has gone on when the state is opened. */
static void a_model_in_training_is_not_kept(void **state) {
  (void)state;
  Session *session = session_of(tired);
  say(session, "train copy; train go 2");
  refused(session, "freeze", "training");
  session_free(session);
}

/* Lines are of both sentences: the fifth row is the kept run's alone, the sixth is tired's place. */
static void cells_are_named_by_the_lines_of_both(void **state) {
  (void)state;
  Session *session = session_of(tired);
  refused(session, "cell 1 1 beside", "kept run");
  say(session, "stage weights; freeze; sentence \"%s\"; cell 6 2 beside", wide);
  assert_int_equal(session_view(session)->query, 4);
  assert_int_equal(session_view(session)->key, 1);
  say(session, "cell 5 2 beside");
  assert_int_equal(session_view(session)->query, -1);
  say(session, "cell 2 5 beside");
  assert_int_equal(session_view(session)->query, 1);
  assert_int_equal(session_view(session)->key, -1);
  refused(session, "cell 7 1 beside", "1 to 6");
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_kept_run_stays_while_the_other_changes),
      cmocka_unit_test(undo_and_redo_go_through_what_was_kept),
      cmocka_unit_test(swapped_runs_are_the_same_two_runs),
      cmocka_unit_test(a_state_plays_back_to_both_runs),
      cmocka_unit_test(a_model_in_training_is_not_kept),
      cmocka_unit_test(cells_are_named_by_the_lines_of_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
