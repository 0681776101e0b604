/* The language changes at once, for everything that is said from then on; it is kept as the theme is,
** and a state of somebody who chose none leaves the reader theirs. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <stdlib.h>
#include <string.h>

#include "session/commands/setting_table.h"
#include "session/lesson/on_show.h"
#include "session/say.h"
#include "support/folder.h"

static Session *start(const char *config_folder) {
  Session *session = NULL;
  SessionOptions options = {
      .model = "hand-made", .sentence = STR("the cat"), .config_folder = config_folder};
  assert_true(session_make(&options, &session, NULL));
  return session;
}

static const char *state_of(const Session *session, Arena *arena) {
  return str_copy(arena, session_script(session, arena));
}

static void words_follow_at_once(void **state) {
  (void)state;
  Session *session = start(NULL);
  assert_string_equal(_("Lessons"), "Lessons");
  say(session, "language de");
  assert_string_equal(_("Lessons"), "Lektionen");
  assert_int_equal(i18n_spoken(), LANGUAGE_DE);
  assert_false(session_do(session, "theme drak", NULL));
  assert_non_null(strstr(session_message(session).at, "„drak“"));
  say(session, "language next");
  assert_string_equal(_("Lessons"), "Lessons");
  assert_int_equal(session_view(session)->language, LANGUAGE_EN);
  say(session, "language next; language auto");
  assert_int_equal(i18n_spoken(), LANGUAGE_EN);
  refused(session, "language dee", "did you mean “de”?");
  session_free(session);
}

/* A text that was made when the model was opened would stay as it was. */
static void what_is_said_of_a_model_and_its_heads_follows(void **state) {
  (void)state;
  Session *session = start(NULL);
  Arena *arena = arena_make(0);
  const Trace *trace = session_trace(session);
  assert_non_null(strstr(trace_head_role_note(arena, trace, 0, 0).at, "measured over"));
  say(session, "language de");
  assert_non_null(strstr(trace_head_role_note(arena, trace, 0, 0).at, "gemessen"));
  assert_null(strstr(trace_model_label(arena, trace).at, "rules"));
  say(session, "language auto");
  assert_non_null(strstr(trace_model_label(arena, trace).at, "rules"));
  arena_free(arena);
  session_free(session);
}

static void it_is_kept_and_a_state_says_only_what_was_chosen(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_file(&folder, "settings");
  Arena *arena = arena_make(0);
  Session *session = start(folder.path);
  session_tick(session, 1);
  assert_null(strstr(state_of(session, arena), "\nlanguage "));
  say(session, "language de");
  assert_non_null(strstr(state_of(session, arena), "\nlanguage de\n"));
  session_free(session);
  i18n_use(LANGUAGE_AUTO);
  session = start(folder.path);
  assert_string_equal(_("Lessons"), "Lektionen");
  session_free(session);
  SessionOptions asked = {
      .model = "hand-made", .config_folder = folder.path, .language = LANGUAGE_EN};
  assert_true(session_make(&asked, &session, NULL));
  assert_string_equal(_("Lessons"), "Lessons"); /* an option goes before what is kept */
  session_free(session);
  arena_free(arena);
  folder_remove(&folder);
}

static void a_check_of_commands_speaks_no_other_language(void **state) {
  (void)state;
  Session *session = start(NULL), *copy = NULL;
  say(session, "language en");
  assert_true(session_make_copy(session, &copy, NULL));
  say(copy, "language de");
  assert_int_equal(i18n_spoken(), LANGUAGE_EN);
  session_free(copy);
  session_free(session);
}

/* The page, and what was answered. */
static void a_lesson_stays_where_it_is(void **state) {
  (void)state;
  Session *session = start(NULL);
  say(session, "language en; lesson softmax");
  while (session_lesson_open_question(session) < 0) say(session, "lesson next");
  int asked = session_lesson_open_question(session);
  say(session, "lesson reveal");
  const LessonOnShow *lesson = session_lesson(session);
  int page = lesson->page;
  assert_int_equal(lesson->answers[asked].state, ANSWER_SHOWN);
  const Lesson *before = lesson->lesson;
  say(session, "language de");
  lesson = session_lesson(session);
  assert_non_null(lesson);
  assert_int_equal(lesson->page, page);
  assert_ptr_not_equal(lesson->lesson, before);
  assert_int_equal(lesson->answers[asked].state, ANSWER_SHOWN);
  session_free(session);
}

static int begin(void **state) {
  (void)state;
  int failed = setenv("LANGUAGE", "", 1) | setenv("LC_ALL", "C.UTF-8", 1) |
               setenv("HEADSUP_LOCALES", TEST_WORDS_FOLDER, 1);
  i18n_begin();
  return failed;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_follow_at_once),
      cmocka_unit_test(what_is_said_of_a_model_and_its_heads_follows),
      cmocka_unit_test(it_is_kept_and_a_state_says_only_what_was_chosen),
      cmocka_unit_test(a_check_of_commands_speaks_no_other_language),
      cmocka_unit_test(a_lesson_stays_where_it_is),
  };
  return cmocka_run_group_tests(tests, begin, NULL);
}
