/* tests/session/test_what_if.c -- numbers set by hand as commands: undo, drags, the field over a cell, states, models,
** and shaking, which leaves everything as it was. */
#include <math.h>
#include <string.h>

#include "session/say.h"

static const char sentence[] = "the animal was tired";

static float weight(const Session *session, int row, int col) {
  return mat_get(trace_matrix(session_trace(session), TRACE_WEIGHTS, 0, 0), row, col);
}

static float score(const Session *session, int row, int col) {
  return mat_get(trace_matrix(session_trace(session), TRACE_SCORES, 0, 0), row, col);
}

static void a_number_is_set_and_taken_back(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  float before = weight(session, 2, 1);
  say(session, "layer 1; head 1; stage scores; cell 3 2; set here -90");
  assert_true(score(session, 2, 1) == -90);
  assert_true(weight(session, 2, 1) < before);
  assert_true(
      weight(session, 1, 1) ==
      mat_get(trace_matrix(trace_without(session_trace(session)), TRACE_WEIGHTS, 0, 0), 1, 1));
  say(session, "undo");
  assert_true(weight(session, 2, 1) == before);
  say(session, "redo; set here off");
  assert_true(weight(session, 2, 1) == before);
  assert_null(trace_what_ifs(session_trace(session)));
  session_free(session);
}

/* A drag is one step of undo, and two drags are two. */
static void a_drag_is_one_step_of_undo(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 1; stage scores; cell 3 2");
  float before = score(session, 2, 1);
  for (int i = 0; i < 8; i++) say(session, "set here %d drag", i);
  assert_true(score(session, 2, 1) == 7);
  say(session, "undo");
  assert_true(score(session, 2, 1) == before);
  say(session, "set here 1 drag; cell 2 1; set here 2 drag; set here 3 drag; undo");
  assert_true(score(session, 2, 1) == 1);
  session_free(session);
}

/* The run without changes depends on the inputs without them alone. */
static void a_drag_runs_only_what_is_bent(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 1; stage scores; cell 3 2; set here 1 drag");
  uint64_t without = trace_serial(trace_without(session_trace(session)));
  say(session, "set here 2 drag; cell 2 1; set here 3; undo");
  assert_true(trace_serial(trace_without(session_trace(session))) == without);
  say(session, "mask causal");
  assert_true(trace_serial(trace_without(session_trace(session))) != without);
  float here = score(session, 2, 1), there = score(session, 2, 0);
  say(session, "whatif off");
  assert_null(trace_without(session_trace(session)));
  say(session, "cell 3 2; set here 2");
  assert_true(score(session, 2, 1) == here && score(session, 2, 0) == there);
  session_free(session);
}

static void a_slider_goes_both_ways(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 1; stage scores; cell 3 2; set here at 0.5");
  assert_true(score(session, 2, 1) == 0);
  say(session, "set here at 0");
  assert_true(score(session, 2, 1) < 0);
  say(session, "stage weights; cell 3 2; set here at 0.25");
  assert_true(weight(session, 2, 1) == 0.25f);
  session_free(session);
}

/* "Enter or a key opens a field, Esc takes back"; other letters than those of numbers are not taken. */
static void a_field_takes_a_number(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 1; stage scores; cell 3 2; enter");
  assert_true(session_takes_text(session) && session_view(session)->sets_number);
  say(session, "set type \"=\"; set type \"-2x\"; set type \".75\"; set erase");
  assert_string_equal(session_view(session)->number_typed, "-2.7");
  say(session, "set enter");
  assert_false(session_takes_text(session));
  assert_true(score(session, 2, 1) == -2.7f);
  say(session, "set field; set type \"5\"; set leave");
  assert_true(score(session, 2, 1) == -2.7f);
  say(session, "set field; set type \"-.-\"");
  refused(session, "set enter", "is no number");
  assert_true(session_view(session)->sets_number);
  say(session, "stage weights");
  assert_false(session_view(session)->sets_number);
  session_free(session);
}

/* Of a term of a sum of Q·K·V the number of the map is in focus. */
static void a_term_is_a_number_of_the_map(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 2; stage qkv; cell 3 2 k 5; set field; set type \"1.5\"; set enter");
  const WhatIf *one = &session_inputs(session)->what_ifs.of[0];
  assert_true(one->part == TRACE_W_K && one->row == 4 && one->col == 1 && one->head == 1);
  assert_true(mat_get(trace_matrix(session_trace(session), TRACE_W_K, 0, 1), 4, 1) == 1.5f);
  say(session, "cell 3 2 k; set here 2");
  one = &session_inputs(session)->what_ifs.of[1];
  assert_true(one->part == TRACE_K && one->row == 2 && one->col == 1);
  session_free(session);
}

/* So is a number of W_O at the joined heads; at another stage the term is none any more. */
static void a_term_of_joined_heads_is_a_number_of_w_o(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; stage joined; cell 3 2 o 5; set field; set type \"1.5\"; set enter");
  const WhatIf *one = &session_inputs(session)->what_ifs.of[0];
  assert_true(one->part == TRACE_W_O && one->row == 4 && one->col == 1);
  assert_true(mat_get(trace_matrix(session_trace(session), TRACE_W_O, 0, 0), 4, 1) == 1.5f);
  say(session, "set here 2 drag; set here 3 drag; undo");
  assert_true(mat_get(trace_matrix(session_trace(session), TRACE_W_O, 0, 0), 4, 1) == 1.5f);
  say(session, "stage qkv; cell 3 2 q; set here 2");
  assert_true(session_inputs(session)->what_ifs.of[1].part == TRACE_Q);
  say(session, "cell 3 2 q 4; stage joined");
  assert_int_equal(session_view(session)->term, -1);
  assert_false(session_do(session, "cell 3 2 o 1000", NULL));
  assert_false(session_do(session, "cell 3 2 q 4", NULL));
  say(session, "cell 3 2 o 7");
  assert_int_equal(session_view(session)->term, 6);
  session_free(session);
}

/* What leaves a layer is X of the next one; of the last it is read by none. */
static void what_leaves_a_layer_is_x_of_the_next(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; stage block; cell 3 2; set field; set type \"0.5\"; set enter");
  const WhatIf *one = &session_inputs(session)->what_ifs.of[0];
  assert_true(one->part == TRACE_INPUT && one->layer == 1 && one->row == 2 && one->col == 1);
  assert_true(mat_get(trace_matrix(session_trace(session), TRACE_BLOCK, 0, 0), 2, 1) == 0.5f);
  say(session, "set here 1 drag; set here 2 drag; undo; set here off");
  assert_null(trace_what_ifs(session_trace(session)));
  say(session, "set input 3 2 4");
  assert_int_equal(session_inputs(session)->what_ifs.of[0].layer, 0);
  say(session, "layer 2; stage block; cell 3 2");
  assert_false(session_do(session, "set here 1", NULL));
  session_free(session);
}

/* A state holds every change; it is played over any other. */
static void a_state_holds_them(void **state) {
  (void)state;
  Session *session = session_of(sentence), *other = session_of("a b c d e f");
  Arena *arena = arena_make(0);
  say(session,
      "set q 2 3 0.5 layer 1 head 2; set w_k 1 2 3 layer 2 head 1; without key 2; without query 4");
  say(session, "head off 2 layer 1; swap 1; set input 4 1 2 layer 2");
  say(other, "set v 5 1 1 layer 1 head 1; head off 1 layer 1");
  Str script = session_script(session, arena);
  assert_true(session_do_text(other, script, NULL));
  assert_same_state(session, other, "played over another state");
  say(session, "sentence \"the animal\"");
  script = session_script(session, arena);
  assert_true(session_do_text(other, script, NULL));
  assert_same_state(session, other, "changes beyond the sentence");
  assert_int_equal(session_inputs(other)->what_ifs.count, 7);
  say(session, "whatif off");
  assert_int_equal(session_inputs(session)->what_ifs.count, 0);
  arena_free(arena);
  session_free(session);
  session_free(other);
}

/* Places are those of one model. */
static void another_model_has_none(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "set q 2 3 0.5; head off 2; model reader");
  assert_int_equal(session_inputs(session)->what_ifs.count, 0);
  say(session, "undo");
  assert_int_equal(session_inputs(session)->what_ifs.count, 2);
  session_free(session);
}

static void what_is_taken_away_comes_back(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  Arena *arena = arena_make(0);
  Str before = session_script(session, arena);
  say(session, "without key 2; without query 1; head off 2; swap 2; set q 1 1 1");
  say(session, "without key 2 off; without query 1 off; head on 2; swap 2 off; set off");
  Str after = session_script(session, arena);
  assert_true(str_equal(before, after));
  say(session, "without key 2; without query 1; head off 2; swap 2");
  say(session, "without off; head on; swap off");
  assert_int_equal(session_inputs(session)->what_ifs.count, 0);
  arena_free(arena);
  session_free(session);
}

/* A swapped token brings its row along: without positions nothing else changes. */
static void a_swap_moves_rows_with_their_tokens(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "positions none; mask none; swap 2");
  const Trace *now = session_trace(session), *without = trace_without(now);
  MatView a = trace_matrix(now, TRACE_WEIGHTS, 0, 0),
          b = trace_matrix(without, TRACE_WEIGHTS, 0, 0);
  assert_int_equal(trace_row_without(now, 1), 2);
  assert_true(str_is(trace_token(now, 1)->text, "was"));
  for (int row = 0; row < a.rows; row++)
    for (int col = 0; col < a.cols; col++) {
      float was = mat_get(b, trace_row_without(now, row), trace_row_without(now, col));
      assert_true(fabsf(mat_get(a, row, col) - was) < 1e-5f);
    }
  session_free(session);
}

/* "exact state on leaving": the same trace, the same inputs, nothing to undo. */
static void shaking_leaves_everything_as_it_was(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "layer 1; head 1; stage scores; cell 3 2");
  const Trace *trace = session_trace(session);
  float before = score(session, 2, 1);
  bool could_undo = session_can_undo(session);
  say(session, "shake at 1");
  float high = score(session, 2, 1);
  assert_true(session_trace(session) != trace && high > before);
  assert_true(trace_what_ifs(session_trace(session))->count == 1);
  say(session, "shake at 0");
  assert_true(score(session, 2, 1) < before);
  assert_int_equal(session_inputs(session)->what_ifs.count, 0);
  say(session, "stage weights; escape");
  assert_ptr_equal(session_trace(session), trace);
  assert_true(score(session, 2, 1) == before);
  assert_int_equal(session_can_undo(session), could_undo);
  say(session, "stage scores; cell 3 2; shake at 0.8; set q 1 1 1");
  assert_false(session_view(session)->shakes);
  assert_true(score(session, 2, 1) == before);
  session_free(session);
}

/* With a clock it is a sine of four seconds; without motion it stands still. */
static void shaking_follows_the_clock(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  session_tick(session, 0);
  say(session, "layer 1; head 1; stage scores; cell 3 2");
  float before = score(session, 2, 1);
  say(session, "shake on");
  session_tick(session, 1000);
  assert_true(fabsf(score(session, 2, 1) - before) < 1e-5f);
  session_tick(session, 2000);
  float high = score(session, 2, 1);
  assert_true(high > before);
  session_tick(session, 4000);
  assert_true(score(session, 2, 1) < before);
  assert_true(session_tick(session, 4010) >= 0);
  say(session, "shake off; motion off; shake on");
  assert_true(score(session, 2, 1) == high);
  assert_true(session_tick(session, 5000) < 0 || session_view(session)->shakes);
  assert_true(score(session, 2, 1) == high);
  session_free(session);
}

/* One key leads to where NaN first appears. */
static void a_key_leads_to_the_first_number_that_is_none(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  refused(session, "whatif broken", "every number of this run is a number");
  say(session, "set k 2 3 nan layer 2 head 1; layer 1; stage tokens");
  assert_string_equal(commands_for_key("Ctrl-I"), "whatif broken");
  say(session, "whatif broken");
  const View *view = session_view(session);
  assert_int_equal(view->layer, 1);
  assert_string_equal(stage_info(view->stage)->name, "qkv");
  assert_true(view->query == 1 && view->key == 2 && view->projection == PROJECTION_K);
  /* a weight is found before what it makes, and is in focus there */
  say(session, "whatif off; set w_v 2 3 inf layer 2 head 1; stage tokens; whatif broken");
  view = session_view(session);
  assert_string_equal(stage_info(view->stage)->name, "qkv");
  assert_true(view->key == 2 && view->projection == PROJECTION_V && view->term == 1);
  say(session, "whatif off; set w_o 2 3 nan layer 1; stage tokens; whatif broken");
  view = session_view(session);
  assert_true(view->layer == 0 && view->key == 2 && view->term == 1);
  assert_string_equal(stage_info(view->stage)->name, "joined");
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_is_set_and_taken_back),
      cmocka_unit_test(a_drag_is_one_step_of_undo),
      cmocka_unit_test(a_drag_runs_only_what_is_bent),
      cmocka_unit_test(a_slider_goes_both_ways),
      cmocka_unit_test(a_field_takes_a_number),
      cmocka_unit_test(a_term_is_a_number_of_the_map),
      cmocka_unit_test(a_term_of_joined_heads_is_a_number_of_w_o),
      cmocka_unit_test(what_leaves_a_layer_is_x_of_the_next),
      cmocka_unit_test(a_state_holds_them),
      cmocka_unit_test(another_model_has_none),
      cmocka_unit_test(what_is_taken_away_comes_back),
      cmocka_unit_test(a_swap_moves_rows_with_their_tokens),
      cmocka_unit_test(shaking_leaves_everything_as_it_was),
      cmocka_unit_test(shaking_follows_the_clock),
      cmocka_unit_test(a_key_leads_to_the_first_number_that_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
