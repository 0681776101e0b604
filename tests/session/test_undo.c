/* Undo covers what changes numbers, at least 200 steps of it, and leaves the position
** of the view unchanged. */
#include <stdio.h>
#include <string.h>

#include "session/say.h"
#include "trace/workings/first_picture.h"

static double now_ms;
static double test_clock(void *self) { return (void)self, now_ms; }

static Session *with_clock(const char *sentence) {
  Session *session;
  Status status;
  SessionOptions options = {
      .model = "hand-made", .sentence = str_from(sentence), .clock_ms = test_clock};
  assert_true(session_make(&options, &session, &status));
  return session;
}

static void assert_sentence(const Session *session, const char *text) {
  Str now = session_inputs(session)->streams[0];
  if (!str_is(now, text)) fail_msg("“%.*s” is not “%s”", (int)now.bytes, now.at, text);
}

/* "Undo brings back what was changed, not where one stood": a teacher who shows the weights sees
** them change there, and no editor opens. */
static void undo_brings_back_what_was_changed_and_stays_where_one_is(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "mask editor on; head 3; cell 2 1; mask 2 1 hide");
  say(session,
      "mask editor off; view stage; stage weights; head 1; cell 3 row; zoom 2; theme dark");
  View before = *session_view(session);
  say(session, "undo");
  assert_false(trace_hidden(session_trace(session), 1, 0));
  assert_true(session_same_view(&before, session_view(session)));
  say(session, "redo");
  assert_true(trace_hidden(session_trace(session), 1, 0));
  assert_true(session_same_view(&before, session_view(session)));
  session_free(session);
}

/* Temperature, top-k and top-p are inputs, and the caret is where the words change. */
static void words_and_how_they_are_drawn_come_back_from_anywhere(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session,
      "stage scores; temperature 2; edit home; edit insert \"x\"; edit end; view overview");
  say(session, "undo");
  assert_sentence(session, "a b c");
  assert_int_equal(session_edit(session)->caret, 0);
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  assert_true(session_view(session)->sampling.temperature > 1.9f);
  say(session, "undo");
  assert_true(sampling_is_plain(&session_view(session)->sampling));
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  session_free(session);
}

/* A sentence that loses the word of the chosen cell drops the cell; its undo chooses it again, and a
** cell that lost its key alone too. What was chosen meanwhile stays. */
static void a_cell_comes_back_with_its_word(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  const View *view = session_view(session);
  say(session, "view stage; stage weights; cell 3 2; sentence \"a b\"");
  assert_int_equal(view->query, -1);
  say(session, "undo");
  assert_int_equal(view->query, 2);
  assert_int_equal(view->key, 1);
  assert_true(view->locked);
  say(session, "sentence \"a c\"");
  assert_int_equal(view->query, 1);
  assert_int_equal(view->key, -1);
  say(session, "undo");
  assert_int_equal(view->query, 2);
  assert_int_equal(view->key, 1);
  say(session, "sentence \"a b\"; cell 2 1; undo");
  assert_int_equal(view->query, 1);
  assert_int_equal(view->key, 0);
  say(session, "stage weights; cell 3 2; sentence \"a b\"; stage embed; undo");
  assert_int_equal(view->query, 2);
  assert_int_equal(view->key, -1);
  session_free(session);
}

/* Opening a model moves the view, so undoing it moves the view back; it opens no editor. */
static void with_a_model_comes_the_place_it_was_left_at(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "view stage; stage scores; layer 2; head solo 3; cell 2 1; zoom 3");
  say(session, "model random; stage weights; view heads; head 4; theme dark; undo");
  const View *view = session_view(session);
  assert_string_equal(session_inputs(session)->model, "hand-made");
  assert_int_equal(view->layer, 1);
  assert_int_equal(view->head, 2);
  assert_true(view->solo);
  assert_int_equal(view->query, 1);
  assert_int_equal(view->key, 0);
  assert_true(view->zoom > 2.9f);
  assert_int_equal(view->kind, VIEW_STAGE);
  assert_int_equal(view->stage, STAGE_SCORES);
  assert_int_equal(view->theme, THEME_DARK);
  say(session, "stage weights; redo");
  assert_string_equal(session_inputs(session)->model, "random");
  assert_int_equal(view->stage, STAGE_WEIGHTS);
  assert_int_equal(view->query,
                   first_picture_own_row(session_trace(session), view->layer, view->head));
  session_free(session);
}

static void two_hundred_steps_come_back(void **state) {
  (void)state;
  Session *session = session_of("w0");
  for (int i = 1; i <= 230; i++) say(session, "sentence \"w%d\"", i);
  for (int i = 229; i >= 30; i--) {
    char expected[16];
    snprintf(expected, sizeof expected, "w%d", i);
    say(session, "undo");
    assert_sentence(session, expected);
  }
  for (int i = 0; i < 200; i++) say(session, "redo");
  assert_sentence(session, "w230");
  for (int i = 0; i < 600; i++) say(session, "sentence \"v%d\"", i); /* the oldest are forgotten */
  int undone = 0;
  while (session_can_undo(session)) say(session, "undo"), undone++;
  assert_in_range(undone, 200, 600);
  session_free(session);
}

static void typing_is_one_step_until_a_pause(void **state) {
  (void)state;
  now_ms = 0;
  Session *session = with_clock("");
  say(session, "edit begin");
  for (const char *c = "cat"; *c; c++) {
    now_ms += 300;
    say(session, "edit insert \"%c\"", *c);
  }
  now_ms += 1500;
  say(session, "edit insert \"s\"; edit insert \"!\"");
  say(session, "undo");
  assert_sentence(session, "cat");
  say(session, "undo");
  assert_sentence(session, "");
  assert_false(session_can_undo(session));
  say(session, "redo; redo");
  assert_sentence(session, "cats!");
  session_free(session);
}

static void a_jump_or_another_kind_of_edit_begins_a_step(void **state) {
  (void)state;
  now_ms = 0;
  Session *session = with_clock("");
  say(session, "edit begin; edit insert \"a\"; edit insert \"b\"; edit home; edit insert \"c\"");
  say(session, "edit end-of-line; edit backspace; edit backspace");
  assert_sentence(session, "c");
  say(session, "undo");
  assert_sentence(session, "cab");
  assert_int_equal(session_edit(session)->caret, 3);
  say(session, "undo");
  assert_sentence(session, "ab");
  assert_int_equal(session_edit(session)->caret, 0);
  say(session, "undo");
  assert_sentence(session, "");
  session_free(session);
}

/* Every cell of a stroke gets the value of the first one, and one undo reverts all of it. */
static void a_stroke_over_the_mask_is_one_step(void **state) {
  (void)state;
  now_ms = 0;
  Session *session = with_clock("a b c d");
  const int hidden[4] = {1, 1, 1, 0};
  say(session, "mask none; mask 2 2 hide; mask 1 4 hide");
  say(session, "mask 2 1 toggle; mask 2 2 stroke; mask 2 3 stroke; mask 2 3 stroke");
  for (int key = 0; key < 4; key++)
    assert_int_equal(trace_hidden(session_trace(session), 1, key), hidden[key]);
  say(session, "undo");
  assert_false(trace_hidden(session_trace(session), 1, 0));
  assert_true(trace_hidden(session_trace(session), 1, 1));
  assert_true(trace_hidden(session_trace(session), 0, 3));
  say(session, "redo; mask 2 3 toggle; undo");
  assert_true(trace_hidden(session_trace(session), 1, 0));
  say(session, "undo; undo");
  assert_false(trace_hidden(session_trace(session), 0, 3));
  session_free(session);
}

static void a_change_after_undo_drops_what_was_ahead(void **state) {
  (void)state;
  Session *session = session_of("a");
  say(session, "sentence \"b\"; sentence \"c\"; undo; sentence \"d\"");
  assert_false(session_can_redo(session));
  say(session, "undo");
  assert_sentence(session, "b");
  session_free(session);
}

static void what_changes_nothing_is_no_step(void **state) {
  (void)state;
  Session *session = session_of("a b");
  say(session,
      "sentence \"a b\"; model hand-made; mask own; head 2; stage scores; theme dark; zoom 2");
  assert_false(session_can_undo(session));
  session_free(session);
}

/* Undoing everything and redoing everything pass through the same numbers. */
static void undo_and_redo_are_inverse(void **state) {
  (void)state;
  Rng rng = rng_make(21);
  Session *session = session_of("the cat sat");
  for (int round = 0; round < 40; round++) {
    for (int i = 0; i < 20; i++) {
      char line[160];
      random_command(&rng, session, line, sizeof line);
      say(session, "%s", line);
    }
    Arena *arena = arena_make(0);
    while (session_can_redo(session)) say(session, "redo");
    Inputs last;
    assert_true(inputs_copy(arena, session_inputs(session), &last));
    int steps = 0;
    while (session_can_undo(session) && steps < 15) say(session, "undo"), steps++;
    while (steps-- > 0) say(session, "redo");
    assert_true(inputs_equal(&last, session_inputs(session)));
    arena_free(arena);
  }
  session_free(session);
}

/* A change that fails (here: no memory at the n-th request, for every n) changes nothing. */
static void a_change_without_memory_changes_nothing(void **state) {
  (void)state;
  Session *session = session_of("a b");
  bool done = false;
  for (long nth = 1; nth < 200 && !done; nth++) {
    Status status = {0};
    View before = *session_view(session);
    arena_fail_at(nth);
    done = session_do(session, "sentence \"c d e\"; undo; redo; model random", &status);
    arena_fail_at(0);
    if (done) break;
    assert_int_equal(status.kind, STATUS_COULD_NOT);
    Str text = session_inputs(session)->streams[0];
    int tokens = trace_token_count(session_trace(session));
    assert_int_equal(tokens, str_is(text, "a b") ? 2 : 3);
    assert_int_equal(before.stage, session_view(session)->stage);
    say(session, "model hand-made; sentence \"a b\"");
  }
  assert_true(done);
  session_free(session);
}

/* Making a session without memory at the n-th request, for every n: a sentence, and no leak. */
static void a_session_without_memory_is_refused(void **state) {
  (void)state;
  bool made = false;
  for (long nth = 1; nth < 200 && !made; nth++) {
    Session *session = NULL;
    Status status = {0};
    SessionOptions options = {.model = "hand-made", .sentence = STR("a b c")};
    arena_fail_at(nth);
    made = session_make(&options, &session, &status);
    arena_fail_at(0);
    if (made) session_free(session);
    else assert_int_equal(status.kind, STATUS_COULD_NOT);
  }
  assert_true(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(undo_brings_back_what_was_changed_and_stays_where_one_is),
      cmocka_unit_test(words_and_how_they_are_drawn_come_back_from_anywhere),
      cmocka_unit_test(a_cell_comes_back_with_its_word),
      cmocka_unit_test(with_a_model_comes_the_place_it_was_left_at),
      cmocka_unit_test(two_hundred_steps_come_back),
      cmocka_unit_test(typing_is_one_step_until_a_pause),
      cmocka_unit_test(a_jump_or_another_kind_of_edit_begins_a_step),
      cmocka_unit_test(a_stroke_over_the_mask_is_one_step),
      cmocka_unit_test(a_change_after_undo_drops_what_was_ahead),
      cmocka_unit_test(what_changes_nothing_is_no_step),
      cmocka_unit_test(undo_and_redo_are_inverse),
      cmocka_unit_test(a_change_without_memory_changes_nothing),
      cmocka_unit_test(a_session_without_memory_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
