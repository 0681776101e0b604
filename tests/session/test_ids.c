/* tests/session/test_ids.c -- a model folder without a tokenizer: the sentence consists of ids as
** numbers, anything else is refused with how to type it, and words return with another model. */
#include <string.h>

#include "model/made_checkpoint.h"
#include "session/say.h"

static Folder make_model(void) {
  Folder folder = folder_make();
  MadeSizes sizes = {1, 8, 8, 12, 16, 0};
  folder_write(&folder, "config.json",
               STR("{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 2, \"n_embd\": 8, "
                   "\"n_inner\": 8, \"n_positions\": 16, \"vocab_size\": 12}"));
  made_write(made_gpt2(folder.arena, sizes), &folder);
  return folder;
}

static void check_ids(const Session *session, const int *wanted, int count) {
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_token_count(trace), count);
  for (int i = 0; i < count; i++) assert_int_equal(trace_token_id(trace, i), wanted[i]);
}

static void it_opens_with_ids_and_says_how_to_type(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_of("the cat");
  say(session, "model %s", folder.path);
  assert_true(str_is(session_sentence(session), "0, 1, 2, 3, 4, 5, 6, 7"));
  check_ids(session, (const int[]){0, 1, 2, 3, 4, 5, 6, 7}, 8);
  assert_true(str_is(trace_token(session_trace(session), 3)->text, "3"));
  assert_non_null(strstr(session_message(session).at, "type numbers from 0 to 11"));
  say(session, "undo");
  assert_true(str_is(session_sentence(session), "the cat"));
  session_free(session);
  folder_remove(&folder);
}

static void numbers_are_typed_and_words_refused(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_of("11, 3 0");
  say(session, "model %s", folder.path);
  check_ids(session, (const int[]){11, 3, 0}, 3);
  say(session, "sentence \"7 7,\"");
  check_ids(session, (const int[]){7, 7}, 2);
  refused(session, "sentence \"the cat\"", "type the ids of tokens, numbers from 0 to 11");
  refused(session, "sentence \"1, 12\"", "the id 12 is too large");
  refused(session, "sentence \"99999999999999999999\"", "is too large");
  say(session, "sentence \"\"");
  check_ids(session, NULL, 0);
  session_free(session);
  folder_remove(&folder);
}

/* The answer of the model is a number too. */
static void it_goes_on_with_an_id(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_of("5 6");
  say(session, "model %s", folder.path);
  say(session, "continue");
  Str sentence = session_sentence(session);
  assert_true(str_starts(sentence, "5 6 ") && sentence.bytes > 4);
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  assert_int_equal(trace_token_id(session_trace(session), 1), 6);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_opens_with_ids_and_says_how_to_type),
      cmocka_unit_test(numbers_are_typed_and_words_refused),
      cmocka_unit_test(it_goes_on_with_an_id),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
