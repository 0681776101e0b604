/* tests/session/test_views.c -- the views of kept keys, of costs and of lengths: their commands and steps, what
** continuing does there, what a state keeps, and that no number depends on `cache`. */
#include <string.h>

#include "session/say.h"
#include "support/patience.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/cost.h"

static CacheStep step_of(const Session *session) {
  const View *view = session_view(session);
  return cache_step_of(session_trace(session), view->cache_prompt, view->cache_step);
}

static void steps_go_token_by_token_and_stop_at_both_ends(void **state) {
  (void)state;
  Session *session = session_of("a b c d e");
  say(session, "mask causal; view cache; cache prompt 2; cache step 1");
  for (int step = 0; step < 4; step++) {
    assert_int_equal(step_of(session).step, step);
    assert_int_equal(step_of(session).row_count, 2 + step);
    say(session, "step");
  }
  assert_int_equal(step_of(session).step, 3);
  for (int step = 2; step >= 0; step--) {
    say(session, "step back");
    assert_int_equal(step_of(session).step, step);
  }
  say(session, "step back");
  assert_int_equal(step_of(session).step, 0);
  assert_int_equal(session_view(session)->kind, VIEW_CACHE);
  session_free(session);
}

static void home_and_end_are_its_ends_and_a_stage_leaves_it(void **state) {
  (void)state;
  Session *session = session_of("a b c d e");
  say(session, "mask causal; view cache; cache prompt 2; stage first");
  assert_int_equal(step_of(session).step, 0);
  say(session, "stage last");
  assert_int_equal(step_of(session).step, 3);
  assert_int_equal(session_view(session)->kind, VIEW_CACHE);
  say(session, "stage scores");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  say(session, "view cost; stage scores");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  session_free(session);
}

static void the_last_step_follows_a_longer_sentence(void **state) {
  (void)state;
  Session *session = session_of("a b c d");
  say(session, "mask causal; view cache; cache prompt 2; cache step 1; step; step");
  assert_int_equal(step_of(session).row_count, 4);
  say(session, "sentence \"a b c d e\"");
  assert_int_equal(step_of(session).row_count, 5);
  session_free(session);
}

/* What is continued is a step more, and the prompt stays what it was. */
static void continuing_adds_a_step(void **state) {
  (void)state;
  Session *session = session_of("the animal didn't cross");
  say(session, "model writer; view cache");
  assert_int_equal(step_of(session).prompt, 2);
  say(session, "cache step 1; continue 3");
  assert_int_equal(trace_token_count(session_trace(session)), 7);
  assert_int_equal(step_of(session).prompt, 2);
  assert_int_equal(step_of(session).row_count, 7);
  say(session, "undo");
  assert_int_equal(step_of(session).row_count, 6);
  session_free(session);
}

static void no_number_depends_on_the_cache(void **state) {
  (void)state;
  Session *kept = session_of("the animal didn't cross"),
          *anew = session_of("the animal didn't cross");
  say(kept, "model writer; cache on; continue 3");
  say(anew, "model writer; cache off; continue 3");
  assert_true(session_view(anew)->rows_anew && !session_view(kept)->rows_anew);
  const Trace *a = session_trace(kept), *b = session_trace(anew);
  assert_int_equal(trace_token_count(a), trace_token_count(b));
  for (int head = 0; head < 4; head++) {
    MatView x = trace_matrix(a, TRACE_OUTPUT, 1, head), y = trace_matrix(b, TRACE_OUTPUT, 1, head);
    for (int row = 0; row < x.rows; row++)
      assert_memory_equal(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float));
  }
  session_free(kept);
  session_free(anew);
}

static void ways_to_attend_follow_each_other_in_a_circle(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "view cost");
  for (int i = 1; i <= COST_METHOD_COUNT; i++) {
    say(session, "step");
    int chosen = session_view(session)->cost_method;
    assert_int_equal(chosen > 0 ? chosen - 1 : COST_EXACT, i % COST_METHOD_COUNT);
  }
  say(session, "step back");
  assert_int_equal(session_view(session)->cost_method, COST_FLASH + 1);
  say(session, "cost window");
  assert_int_equal(session_view(session)->cost_method, COST_WINDOW + 1);
  refused(session, "cost exakt", "exact");
  refused(session, "cost", "cost takes");
  session_free(session);
}

static void wrong_numbers_are_named(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  refused(session, "cache prompt 0", "the prompt is half or a whole number");
  refused(session, "cache prompt many", "many");
  refused(session, "cache step 1.5", "the step is last or a whole number");
  refused(session, "cache on 3", "cache takes");
  refused(session, "cache perhaps", "16 to 65536");
  say(session, "cache prompt half; cache step last; cache on; cache off; cache 64");
  session_free(session);
}

static void escape_leads_back_to_the_stage(void **state) {
  (void)state;
  static const char *const views[] = {"view cache",      "view cost",   "view length",
                                      "view saturation", "view lookup", "view layout"};
  for (int i = 0; i < 6; i++) {
    Session *session = session_of("a b c");
    say(session, "cell none; %s; escape", views[i]);
    assert_int_equal(session_view(session)->kind, VIEW_STAGE);
    session_free(session);
  }
}

/* Times are measured only where the session is ticked and the view is on show. */
static void times_come_with_the_ticks(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "view cost");
  assert_null(session_cost_times(session));
  session_tick(session, 0);
  const CostTimes *times = session_cost_times(session);
  assert_non_null(times);
  WAIT_UNTIL((session_tick(session, os_now_ms()), times->count > 0)); /* from another thread */
  assert_true(times->at[0].ms > 0);
  say(session, "view stage");
  assert_null(session_cost_times(session));
  session_free(session);
}

/* ---- lengths ---- */

static int said_right(const Session *session, LengthModel model) {
  return session_lengths(session)->said[model].right;
}

static void lengths_step_from_one_measured_length_to_the_next(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  assert_null(session_lengths(session));
  say(session, "view length");
  assert_int_equal(session_lengths(session)->tokens, 20);
  say(session, "length 23; step");
  assert_int_equal(session_lengths(session)->tokens, 25); /* none of 24 was measured */
  say(session, "step back; step back");
  assert_int_equal(session_lengths(session)->tokens, 22);
  say(session, "length 1; step back");
  assert_int_equal(session_lengths(session)->tokens, 5);
  say(session, "length 48; step");
  assert_int_equal(session_lengths(session)->tokens, 36);
  say(session, "view stage");
  assert_null(session_lengths(session));
  refused(session, "length 0", "from 1 to 48, not “0”");
  refused(session, "length long", "“long”");
  session_free(session);
}

/* Both say the sentence of the length now: with attention all of it, through one vector less. */
static void both_models_say_the_sentence_of_a_length(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "view length; length 23");
  const Lengths *lengths = session_lengths(session);
  assert_null(lengths->problem);
  assert_true(lengths->is_trained);
  int words = lengths->wanted.count;
  assert_true(words > 10 && str_is(lengths->wanted.words[words - 1], "。"));
  assert_int_equal(said_right(session, LENGTH_ATTENDS), words);
  assert_true(said_right(session, LENGTH_SQUEEZES) < words);
  for (int i = 0; i < lengths->said[LENGTH_ATTENDS].count; i++)
    assert_true(str_equal(lengths->said[LENGTH_ATTENDS].words[i], lengths->wanted.words[i]));
  say(session, "length 30");
  assert_false(session_lengths(session)->is_trained);
  session_free(session);
}

/* ---- experiments ---- */

static const Experiments *asked_by(const Session *session) {
  return &session_view(session)->experiments;
}

/* Steps of + are one step of undo; what is on show beside the numbers is none. */
static void what_an_experiment_is_asked_can_be_undone(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "view saturation; saturation width 64; saturation width 512");
  assert_int_equal(session_saturation(session)->asked.width, 512);
  say(session, "saturation seed +; saturation seed +; step; undo");
  assert_int_equal(asked_by(session)->seed, 1);
  assert_int_equal(session_view(session)->saturation_draw, 2);
  assert_int_equal(session_view(session)->kind, VIEW_SATURATION);
  say(session, "undo");
  assert_int_equal(asked_by(session)->width, 64);
  assert_int_equal(session_saturation(session)->asked.width, 64);
  say(session, "redo");
  assert_int_equal(session_saturation(session)->asked.width, 512);
  say(session, "view stage");
  assert_null(session_saturation(session));
  session_free(session);
}

static void wrong_numbers_of_experiments_are_named(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  refused(session, "saturation width 0", "from 1 to 1024");
  refused(session, "saturation keys 17", "from 2 to 16");
  refused(session, "saturation", "saturation takes");
  refused(session, "lookup cooking much", "from -3 to 3");
  refused(session, "layout example tensor", "matrix, heads, wrong");
  refused(session, "layout depth 3", "layout takes");
  say(session, "saturation keys 16; saturation keys +");
  assert_int_equal(asked_by(session)->keys, 16); /* a step stops at the limit */
  session_free(session);
}

/* Steps go through the operations and stop at both ends; a place between two is a state. */
static void the_memory_layout_is_stepped_through(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  const View *view = session_view(session);
  say(session, "view layout; step; step; step; step; step");
  assert_true(view->layout_step > 3.99f && view->layout_step < 4.01f);
  say(session, "step back; layout step 2.5; step");
  assert_true(view->layout_step > 2.99f && view->layout_step < 3.01f);
  say(session, "layout step 2.5; step back");
  assert_true(view->layout_step > 1.99f && view->layout_step < 2.01f);
  say(session, "step back; step back; step back");
  assert_true(view->layout_step < 1.01f);
  say(session, "layout step 2.5");
  assert_true(view_layout_place(view) > 2.49f && view_layout_place(view) < 2.51f);
  session_free(session);
}

/* In a window the boxes are on their way for a while, and at once with motion off. */
static void boxes_of_the_memory_layout_move(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  const View *view = session_view(session);
  session_tick(session, 0);
  say(session, "motion on; view layout");
  session_tick(session, 1000);
  session_tick(session, 2000);
  say(session, "step");
  session_tick(session, 3000);
  session_tick(session, 3150);
  assert_true(view_layout_place(view) > 1.1f && view_layout_place(view) < 1.9f);
  session_tick(session, 4000);
  assert_true(view_layout_place(view) > 1.99f);
  say(session, "motion off; step");
  assert_true(view_layout_place(view) > 2.99f);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_go_token_by_token_and_stop_at_both_ends),
      cmocka_unit_test(home_and_end_are_its_ends_and_a_stage_leaves_it),
      cmocka_unit_test(the_last_step_follows_a_longer_sentence),
      cmocka_unit_test(continuing_adds_a_step),
      cmocka_unit_test(no_number_depends_on_the_cache),
      cmocka_unit_test(ways_to_attend_follow_each_other_in_a_circle),
      cmocka_unit_test(wrong_numbers_are_named),
      cmocka_unit_test(escape_leads_back_to_the_stage),
      cmocka_unit_test(times_come_with_the_ticks),
      cmocka_unit_test(lengths_step_from_one_measured_length_to_the_next),
      cmocka_unit_test(both_models_say_the_sentence_of_a_length),
      cmocka_unit_test(what_an_experiment_is_asked_can_be_undone),
      cmocka_unit_test(wrong_numbers_of_experiments_are_named),
      cmocka_unit_test(the_memory_layout_is_stepped_through),
      cmocka_unit_test(boxes_of_the_memory_layout_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
