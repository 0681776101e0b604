/* A stream of text is part of the inputs: copied, compared, undone; a missing second stream
** differs from an empty one. */
#include <string.h>

#include "session/say.h"
#include "session/session_internal.h"

/* Of two streams a copy has both, in its own memory, byte for byte. */
static void a_copy_owns_every_stream(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char first[] = "the cat", second[] = "le chat\0noir";
  Inputs from = session_default_inputs(), to;
  from.streams[0] = (Str){first, strlen(first)};
  from.streams[1] = (Str){second, sizeof second - 1};
  assert_true(inputs_copy(arena, &from, &to));
  memset(first, 'x', sizeof first - 1);
  memset(second, 'x', sizeof second - 1);
  assert_true(str_is(to.streams[0], "the cat"));
  assert_int_equal(to.streams[1].bytes, 12);
  assert_memory_equal(to.streams[1].at, "le chat\0noir", 12);
  assert_int_equal(inputs_text_bytes(&to), 19);
  arena_free(arena);
}

static void no_second_stream_is_not_an_empty_one(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Inputs none = session_default_inputs(), empty = none, words = none, copy;
  empty.streams[1] = STR("");
  words.streams[1] = STR("le chat");
  const Inputs *const all[] = {&none, &empty, &words};
  for (int i = 0; i < 3; i++) {
    assert_true(inputs_copy(arena, all[i], &copy));
    for (int j = 0; j < 3; j++) assert_int_equal(inputs_make_same_trace(&copy, all[j]), i == j);
  }
  arena_free(arena);
}

/* Undo and redo go over all streams, and the bytes that are not UTF-8 are replaced in each. */
static void a_second_stream_is_undone_and_done_again(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  Status status;
  Inputs next = *session_now(session);
  next.streams[1] = STR("d\xff");
  assert_true(undo_change(session, &next, CHANGE_ALONE, &status));
  assert_true(str_is(session_inputs(session)->streams[1], "d\xff"));
  assert_true(str_is(session->undo.states[session->undo.at].shown[1], "d\xEF\xBF\xBD"));
  say(session, "undo");
  assert_null(session_inputs(session)->streams[1].at);
  say(session, "redo");
  assert_true(str_is(session_inputs(session)->streams[1], "d\xff"));
  assert_true(str_is(session_inputs(session)->streams[0], "a b c"));
  session_free(session);
}

/* Of a sentence of which it knows no word, cache-demo would make equal rows: it has its own. One that
** it can read stays, and undo brings the other back. */
static void cache_demo_brings_a_sentence_it_can_read(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "model cache-demo");
  assert_true(str_starts(session_inputs(session)->streams[0], "<SOS> "));
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "a b c"));
  say(session, "sentence \"<sos> cat\"");
  say(session, "model cache-demo");
  assert_true(str_is(session_inputs(session)->streams[0], "<sos> cat"));
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_owns_every_stream),
      cmocka_unit_test(no_second_stream_is_not_an_empty_one),
      cmocka_unit_test(a_second_stream_is_undone_and_done_again),
      cmocka_unit_test(cache_demo_brings_a_sentence_it_can_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
