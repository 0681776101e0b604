/* Temperature, top-k, top-p, continuing a sentence and hiding a word of it. */
#include <stdio.h>
#include <string.h>

#include "session/say.h"

static int token_count(const Session *session) { return trace_token_count(session_trace(session)); }

static Session *session_with(const char *model, const char *sentence) {
  Session *session = session_of(sentence);
  say(session, "model %s", model);
  return session;
}

static void continuing_takes_the_likeliest_and_undo_takes_it_back(void **state) {
  (void)state;
  Session *session = session_with("writer", "the cat");
  TraceCandidate best;
  char expected[256];
  assert_int_equal(trace_candidates(session_trace(session), 1, &best, 1), 1);
  Str word = trace_word(session_trace(session), best.word);
  snprintf(expected, sizeof expected, "the cat %.*s", (int)word.bytes, word.at);
  say(session, "continue");
  assert_true(str_is(session_inputs(session)->streams[0], expected));
  assert_non_null(strstr(session_message(session).at, "follows: the likeliest, share "));
  assert_int_equal(session_view(session)->query, 2); /* the new token is selected */
  say(session, "continue 3");
  assert_int_equal(token_count(session), 6);
  say(session, "undo; undo; undo");
  assert_int_equal(session_message(session).bytes, 0); /* nothing follows any more */
  assert_true(str_is(session_inputs(session)->streams[0], expected));
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "the cat"));
  session_free(session);
}

/* The same sentence, seed and settings draw the same; another seed draws something else. */
static void drawing_follows_from_the_seed(void **state) {
  (void)state;
  Session *first = session_with("writer", "the"), *second = session_with("writer", "the");
  say(first, "temperature 2; continue 4 drawn 5");
  say(second, "temperature 2; continue 4 drawn 5");
  assert_true(str_equal(session_inputs(first)->streams[0], session_inputs(second)->streams[0]));
  assert_non_null(strstr(session_message(first).at, "seed 5"));
  bool differs = false;
  for (int seed = 6; seed < 16 && !differs; seed++) {
    say(second, "sentence \"the\"; continue 4 drawn %d", seed);
    differs = !str_equal(session_inputs(first)->streams[0], session_inputs(second)->streams[0]);
  }
  assert_true(differs);
  session_free(first);
  session_free(second);
}

/* top-k 1 leaves nothing to chance. */
static void with_one_word_left_drawing_is_continuing(void **state) {
  (void)state;
  Session *drawn = session_with("writer", "the cat"), *plain = session_with("writer", "the cat");
  say(drawn, "topk 1; continue 3 drawn 99");
  say(plain, "continue 3");
  assert_true(str_equal(session_inputs(drawn)->streams[0], session_inputs(plain)->streams[0]));
  session_free(drawn);
  session_free(plain);
}

static void a_window_sees_every_token_come(void **state) {
  (void)state;
  Session *session = session_with("writer", "the cat");
  session_tick(session, 1);
  say(session, "continue 3");
  assert_int_equal(token_count(session), 3);
  session_tick(session, 2);
  assert_int_equal(token_count(session), 4);
  session_tick(session, 3);
  assert_int_equal(token_count(session), 5);
  session_tick(session, 4);
  assert_int_equal(token_count(session), 5);
  session_free(session);
}

static void models_say_what_they_cannot_do(void **state) {
  (void)state;
  Session *session = session_with("reader", "the cat sat");
  refused(session, "continue", "does not name the word that follows");
  refused(session, "hide chosen", "choose the token");
  say(session, "model hand-made");
  refused(session, "continue", "hand-made");
  refused(session, "hide 1", "fills no gaps");
  say(session, "model writer");
  refused(session, "hide 1", "fills no gaps");
  refused(session, "continue 0", "1 to");
  refused(session, "continue 1 somehow", "continue takes");
  refused(session, "temperature 0", "0.05");
  refused(session, "topk 0", "from 1");
  refused(session, "topp 1.5", "at most 1");
  session_free(session);
}

static void a_hidden_word_comes_back_with_undo(void **state) {
  (void)state;
  Session *session = session_with("reader", "the cat sat");
  say(session, "view stage; stage weights; hide 3");
  assert_true(str_is(session_inputs(session)->streams[0], "the cat [MASK]"));
  assert_int_equal(session_view(session)->stage, STAGE_LOGITS);
  assert_true(trace_is_asked(session_trace(session), 2));
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "the cat sat"));
  assert_int_equal(session_view(session)->stage, STAGE_LOGITS); /* its stage is shown */
  session_free(session);
}

/* Consecutive presses are one step; each setting can be undone and redone. */
static void the_knobs_are_undone_and_done_again(void **state) {
  (void)state;
  Session *session = session_with("writer", "the cat");
  const Trace *trace = session_trace(session);
  const Sampling *now = &session_view(session)->sampling;
  say(session, "topk 5; temperature 0.5");
  say(session, "topp -; topp -; topp -");
  assert_true(now->top_p > 0.89f && now->top_p < 0.91f);
  say(session, "view overview; undo");
  assert_true(now->top_p >= 1 && now->top_k == 5);
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  say(session, "undo");
  assert_true(now->temperature >= 1 && now->top_k == 5);
  say(session, "redo; redo");
  assert_true(now->temperature < 0.51f && now->top_p < 0.91f);
  assert_ptr_equal(session_trace(session), trace); /* nothing was computed for it */
  say(session, "undo; undo; undo");
  assert_true(sampling_is_plain(now));
  say(session, "topk 7; reset");
  assert_true(sampling_is_plain(now));
  session_free(session);
}

/* Layer, head and cell of the previous model are not used for the one that is opened. */
static void another_model_begins_at_its_top(void **state) {
  (void)state;
  Session *session = session_with("reader", "the cat sat");
  say(session, "view stage; stage weights; layer 2; head 3; cell 2 1; zoom 3; model writer");
  const View *view = session_view(session);
  assert_int_equal(view->stage, STAGE_WEIGHTS);
  assert_int_equal(view->layer, 0);
  assert_int_equal(view->head, 3); /* where a row of "the cat sat" is graded */
  assert_int_equal(view->query, 2); /* its own row in the place of the chosen one */
  assert_false(view->locked);
  assert_true(view->zoom <= 1);
  say(session, "undo"); /* where it was opened */
  assert_int_equal(view->layer, 1);
  assert_int_equal(view->head, 2);
  assert_int_equal(view->query, 1);
  session_free(session);
}

static void a_script_keeps_the_knobs(void **state) {
  (void)state;
  Session *session = session_with("writer", "the cat"), *other = session_of("x");
  Arena *arena = arena_make(0);
  say(session, "temperature 0.35; topk 7; topp 0.85");
  Str script = session_script(session, arena);
  assert_true(session_run_script(other, &(Script){.path = "script", .text = script}, NULL));
  assert_same_state(session, other, "script");
  arena_free(arena);
  session_free(session);
  session_free(other);
}

static void knobs_turn_by_steps_and_stop_at_their_ends(void **state) {
  (void)state;
  Session *session = session_with("writer", "the cat");
  const Sampling *sampling = &session_view(session)->sampling;
  for (int i = 0; i < 40; i++) say(session, "temperature -; topk -; topp -");
  assert_true(sampling->temperature > 0.09f && sampling->temperature < 0.11f);
  assert_int_equal(sampling->top_k, 1);
  assert_true(sampling->top_p > 0.09f && sampling->top_p < 0.11f);
  for (int i = 0; i < 60; i++) say(session, "temperature +; topk +; topp +");
  assert_true(sampling->temperature >= SAMPLING_HOTTEST);
  assert_int_equal(sampling->top_k, 0); /* beyond the largest step: off */
  assert_true(sampling->top_p >= 1);
  session_free(session);
}

/* A word the model never met is what the sentence calls it, and follows as that. */
static void an_unknown_word_of_the_sentence_follows(void **state) {
  (void)state;
  Session *session = session_with("writer", "the quimble saw the zorp . the quimble saw the");
  say(session, "continue");
  assert_true(
      str_is(session_sentence(session), "the quimble saw the zorp . the quimble saw the zorp"));
  assert_non_null(strstr(session_message(session).at, "follows: the likeliest, share "));
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_token(trace, 10)->id, trace_token(trace, 4)->id);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(continuing_takes_the_likeliest_and_undo_takes_it_back),
      cmocka_unit_test(an_unknown_word_of_the_sentence_follows),
      cmocka_unit_test(drawing_follows_from_the_seed),
      cmocka_unit_test(with_one_word_left_drawing_is_continuing),
      cmocka_unit_test(a_window_sees_every_token_come),
      cmocka_unit_test(models_say_what_they_cannot_do),
      cmocka_unit_test(a_hidden_word_comes_back_with_undo),
      cmocka_unit_test(the_knobs_are_undone_and_done_again),
      cmocka_unit_test(another_model_begins_at_its_top),
      cmocka_unit_test(a_script_keeps_the_knobs),
      cmocka_unit_test(knobs_turn_by_steps_and_stop_at_their_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
