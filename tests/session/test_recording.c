/* A recording in a session: nothing is computed from it, a state with one plays back, and nothing
** of it remains after another model is opened. */
#include "recording/made.h"

#include "session/say.h"

static void save_weights_alone(Made *made, char *path, size_t bytes) {
  *made = made_begin_native();
  float *weights = MADE_TENSOR(made, "layers.0.weights", 3, 2, 3, 3);
  for (int i = 0; i < 18; i++) weights[i] = 1.0f / 3;
  made_pair(made, "tokens", "[\"the\",\"cat\",\"sat\"]");
  made_must_open(made, NULL);
  snprintf(path, bytes, "%s/r.safetensors", made->folder.path);
}

static void nothing_follows_a_recording(void **state) {
  (void)state;
  char path[160];
  Made made;
  save_weights_alone(&made, path, sizeof path);
  Session *session = session_of("one two");
  say(session, "model \"%s\"", path);
  refused(session, "continue", "does not name the word that follows");
  refused(session, "continue 3 drawn", "does not name the word that follows");
  refused(session, "hide 1", "gap");
  session_free(session);
  made_end(&made);
}

/* From any other state, also with another recording; the next model gets the sentence and mask from
** before the recording. */
static void a_state_with_a_recording_plays_back(void **state) {
  (void)state;
  char path[160];
  Status status = {0};
  Made made, other_made;
  Arena *arena = arena_make(0);
  save_weights_alone(&other_made, path, sizeof path);
  Session *second = session_of("something else");
  say(second, "model \"%s\"", path);
  save_weights_alone(&made, path, sizeof path);
  Session *first = session_of("one two three four");
  say(first, "mask causal; mask 4 1 show; mask row 2 hide; model \"%s\"; cell 2 3", path);
  Str script = session_script(first, arena);
  if (!session_run_script(
          second, &(Script){.path = "state", .text = script, .rights = SCRIPT_OPENS}, &status))
    fail_msg("%s", status.sentence);
  assert_true(session_is_recording(second));
  assert_same_state(first, second, "played back");
  say(second, "model hand-made");
  assert_string_equal(trace_sentence(session_trace(second)).at, "one two three four");
  assert_false(trace_hidden(session_trace(second), 3, 0));
  session_free(first);
  session_free(second);
  arena_free(arena);
  made_end(&made);
  made_end(&other_made);
}

/* Back from the last stage of a model to one that has no such stage. */
static void no_stage_fades_that_is_not_there(void **state) {
  (void)state;
  Session *session = session_of("one two");
  say(session, "model hand-made; view stage; model writer; stage logits");
  session_tick(session, 1);
  say(session, "undo");
  assert_false(trace_has_stage(session_trace(session), STAGE_LOGITS));
  assert_true(session_view(session)->from_stage != STAGE_LOGITS ||
              session_view(session)->transition >= 1);
  session_free(session);
}

/* Otherwise a saved state would name a cell that its sentence does not have. */
static void a_lens_is_not_held_beyond_the_sentence(void **state) {
  (void)state;
  Session *session = session_of("one two three four");
  say(session, "view stage; stage weights; lens 4 2; sentence \"one two\"");
  assert_int_equal(session_view(session)->lens_query, -1);
  assert_int_equal(session_view(session)->lens_key, -1);
  session_free(session);
}

/* The axes chosen for a file say nothing about the next model. */
static void a_reading_goes_with_its_recording(void **state) {
  (void)state;
  char path[160];
  Made made = made_begin();
  MADE_TENSOR(&made, "weights", 3, 2, 2, 3, 3);
  made_must_open(&made, "BHTS,batch=1");
  snprintf(path, sizeof path, "%s/r.safetensors", made.folder.path);
  Session *session = session_of("one two");
  say(session, "model \"%s\" BHTS,batch=1; view training", path);
  assert_string_equal(session_inputs(session)->model, "training");
  assert_string_equal(session_inputs(session)->reading, "");
  session_free(session);
  SessionOptions options = {.model = path, .reading = "BHTS,batch=1", .background = true};
  Status status = {0};
  assert_true(session_make(&options, &session, &status));
  say(session, "cancel");
  assert_string_equal(session_inputs(session)->model, "reader");
  assert_string_equal(session_inputs(session)->reading, "");
  session_free(session);
  made_end(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_follows_a_recording),
      cmocka_unit_test(a_state_with_a_recording_plays_back),
      cmocka_unit_test(no_stage_fades_that_is_not_there),
      cmocka_unit_test(a_lens_is_not_held_beyond_the_sentence),
      cmocka_unit_test(a_reading_goes_with_its_recording),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
