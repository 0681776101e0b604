/* What the views of layers hold: it follows the sentence, the layer and the model, is kept by a state,
** and is refused in one sentence; the arcs of all heads and which of them are on. */
#include <string.h>

#include "model/forward/layer_answers.h"
#include "session/say.h"

static Session *session_after(const char *lines) {
  Session *session = session_of("a b c");
  say(session, "%s", lines);
  return session;
}

static void rollout_follows_the_sentence_and_the_layer(void **state) {
  (void)state;
  Session *session = session_after("model reader; sentence \"a dog\"; view rollout; layer 1");
  assert_int_equal(session_together(session)->count, 1);
  say(session, "layer 2");
  assert_int_equal(session_together(session)->count, 2);
  say(session, "sentence \"the dog slept\"");
  assert_int_equal(together_result(session_together(session)).rows, 3);
  say(session, "undo");
  assert_int_equal(together_result(session_together(session)).rows, 2);
  say(session, "view stage");
  assert_null(session_together(session));
  session_free(session);
}

static void what_cannot_be_multiplied_is_refused(void **state) {
  (void)state;
  Session *session =
      session_after("model hand-made; sentence \"a b c\"; view rollout; cross \"d e\"");
  assert_int_equal(session_together(session)->refusal, TOGETHER_OTHER_SENTENCE);
  say(session, "view average");
  assert_int_equal(session_together(session)->refusal, TOGETHER_CAN);
  assert_int_equal(session_together(session)->average.cols, 2);
  say(session, "cross off; approximate linformer 2; view rollout");
  assert_int_equal(session_together(session)->refusal, TOGETHER_MIXED);
  say(session, "approximate exact; sentence \"\"");
  assert_int_equal(session_together(session)->refusal, TOGETHER_NO_TOKENS);
  say(session, "model translator; sentence \"the dog\"; layer 1");
  assert_int_equal(session_together(session)->refusal, TOGETHER_CAN);
  say(session, "layer 3");
  assert_int_equal(session_together(session)->refusal, TOGETHER_DECODER);
  session_free(session);
}

static void the_last_answer_is_the_prediction(void **state) {
  (void)state;
  Session *session = session_after("model writer; sentence \"the dog saw the\"; view answers");
  const Trace *trace = session_trace(session);
  const LayerAnswers *answers = session_answers(session);
  TraceCandidate best;
  assert_int_equal(answers->point_count, 3);
  for (int token = 0; token < trace_token_count(trace); token++) {
    const LayerAnswer *last = layer_answer_at(answers, token, 2);
    assert_int_equal(trace_candidates(trace, token, &best, 1), 1);
    assert_int_equal(last->best[0].word, best.word);
    assert_memory_equal(&last->best[0].probability, &best.probability, sizeof best.probability);
    assert_int_equal(last->final_rank, 1);
  }
  say(session, "model hand-made");
  assert_int_equal(session_answers(session)->refusal, LAYER_ANSWERS_NO_WORDS);
  say(session, "model translator; layer 1");
  assert_int_equal(session_answers(session)->refusal, LAYER_ANSWERS_OF_THE_SOURCE);
  say(session, "layer 6");
  assert_int_equal(session_answers(session)->refusal, LAYER_ANSWERS_CAN);
  assert_int_equal(session_answers(session)->point_count, 5); /* two of each decoder layer */
  session_free(session);
}

/* The answer before a head is switched off stands behind the one after. */
/* Of a small table of words a step makes one layer; nothing is told before the last of them. */
static void steps_of_answers_make_the_same(void **state) {
  (void)state;
  Session *session = session_after("model writer; sentence \"the dog saw the\"; view answers");
  const LayerAnswers *whole = session_answers(session);
  Arena *arena = arena_make(0);
  LayerAnswers made;
  LayerAnswersWork *work =
      layer_answers_begin(arena, session_model(session), session_trace(session), -1, &made);
  assert_non_null(work);
  for (int point = 0; point < whole->point_count; point++) {
    assert_int_equal(made.refusal, LAYER_ANSWERS_UNDER_WAY);
    assert_false(layer_answers_has(&made, 0));
    assert_true(layer_answers_hold(&made, session_trace(session), 0));
    assert_true(layer_answers_step(work));
  }
  assert_int_equal(made.refusal, LAYER_ANSWERS_CAN);
  assert_int_equal(made.token_count, whole->token_count);
  assert_memory_equal(made.made, whole->made,
                      (size_t)(made.token_count * made.point_count) * sizeof *made.made);
  arena_free(arena);
  session_free(session);
}

static void the_answer_before_a_change_is_there(void **state) {
  (void)state;
  Session *session = session_after("model reader; sentence \"The animal didn't cross the street "
                                   "because it was too tired\"; view "
                                   "answers");
  assert_null(session_answers(session)->unchanged);
  LayerAnswer before = *layer_answer_at(session_answers(session), 7, 2);
  say(session, "head off 4; head off 2");
  const LayerAnswers *answers = session_answers(session);
  const LayerAnswer *now = layer_answer_at(answers, 7, 2);
  assert_non_null(answers->unchanged);
  assert_int_equal(answers->unchanged[7].best[0].word, before.best[0].word);
  assert_memory_equal(&answers->unchanged[7].best[0].probability, &before.best[0].probability,
                      sizeof(float));
  assert_true(now->best[0].probability < before.best[0].probability);
  say(session, "undo; undo");
  assert_null(session_answers(session)->unchanged);
  session_free(session);
}

/* Steps are layers, and end at the first and the last. */
static void steps_are_layers(void **state) {
  (void)state;
  static const char *const views[] = {"view average", "view rollout", "view answers"};
  Session *session = session_after("model reader; layer 1");
  for (int i = 0; i < 3; i++) {
    say(session, "%s", views[i]);
    say(session, "step");
    assert_int_equal(session_view(session)->layer, 1);
    say(session, "step; step back");
    assert_int_equal(session_view(session)->layer, 0);
    say(session, "stage last");
    assert_int_equal(session_view(session)->layer, 1);
    say(session, "stage first");
    assert_int_equal(session_view(session)->layer, 0);
  }
  session_free(session);
}

static bool has(const char *text, const char *line) { return strstr(text, line) != NULL; }

static void a_state_keeps_them(void **state) {
  (void)state;
  Session *session =
      session_after("model reader; view rollout; layer 1; arcs all; arcs heads 1,4; cell 2 1");
  Arena *arena = arena_make(0);
  Str text = session_script(session, arena);
  assert_true(has(text.at, "view rollout\n"));
  assert_true(has(text.at, "arcs of all\n") && has(text.at, "arcs without 2,3\n"));
  say(session, "reset; model reader");
  assert_int_equal((int)session_view(session)->arcs_left_out, 0);
  arena_free(arena);
  session_free(session);
}

static void heads_that_are_not_there_are_refused(void **state) {
  (void)state;
  Session *session = session_after("model reader; arcs all");
  refused(session, "arcs heads 1,9", "9");
  refused(session, "arcs heads 1,", "arcs");
  refused(session, "arcs head 5 off", "5");
  refused(session, "arcs head 2 away", "arcs");
  refused(session, "hover head 7", "7");
  say(session, "arcs head 1 only; arcs head 1 only");
  assert_int_equal((int)session_view(session)->arcs_left_out, 0);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rollout_follows_the_sentence_and_the_layer),
      cmocka_unit_test(what_cannot_be_multiplied_is_refused),
      cmocka_unit_test(the_last_answer_is_the_prediction),
      cmocka_unit_test(steps_of_answers_make_the_same),
      cmocka_unit_test(the_answer_before_a_change_is_there),
      cmocka_unit_test(steps_are_layers),
      cmocka_unit_test(a_state_keeps_them),
      cmocka_unit_test(heads_that_are_not_there_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
