/* A path opens according to its content, whatever its name: a state, a text, a
** folder, a recording. */
#define _GNU_SOURCE /* setenv, strdup, symlink */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "recording/made.h"
#include "session/open_path.h"
#include "session/say.h"

static void opens(Session *session, const char *path) {
  Status status = {0};
  if (!session_open_path(session, path, &status)) fail_msg("%s", status.sentence);
}

static void assert_sentence(const Session *session, const char *wanted) {
  assert_true(str_is(session_sentence(session), wanted));
}

static void a_state_opens_whatever_its_name_holds(void **state) {
  static const char *const names[] = {
      "a b.headsup",     "it's \"100 %\".headsup",           "%20%2F.headsup", "状态 一.headsup",
      "caf\xE9.headsup", "semi;colon # and \\ back.headsup", "former.txt",     "none"};
  (void)state;
  Folder folder = folder_make();
  Session *session = session_of("x");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    say(session, "sentence \"before\"; head 1");
    folder_write(&folder, names[i],
                 STR("# headsup 1\nsentence \"the cat sat\"\nmask none\nhead 3\n"));
    assert_int_equal(path_kind(folder_file(&folder, names[i])), PATH_STATE);
    opens(session, folder_file(&folder, names[i]));
    assert_sentence(session, "the cat sat");
    assert_int_equal(session_view(session)->head, 2);
    say(session, "undo"); /* one step */
    assert_sentence(session, "before");
  }
  session_free(session);
  folder_remove(&folder);
}

static void a_text_becomes_the_sentence(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = session_of("x");
  folder_write(&folder, "一句 话.txt", STR("\n  a \"rose\" is; # a rose \n\n"));
  opens(session, folder_file(&folder, "一句 话.txt"));
  assert_sentence(session, "a \"rose\" is; # a rose");
  session_free(session);
  folder_remove(&folder);
}

static void a_recording_opens_as_a_model(void **state) {
  (void)state;
  Made made = made_begin_native();
  float *weights = MADE_TENSOR(&made, "layers.0.weights", 3, 1, 2, 2);
  for (int i = 0; i < 4; i++) weights[i] = 0.5f;
  made_must_open(&made, NULL);
  Session *session = session_of("x");
  opens(session, folder_file(&made.folder, "r.safetensors"));
  assert_true(session_is_recording(session));
  session_free(session);
  made_end(&made);
}

/* The folder is what is opened: only with it can config.json and its model be read. */
static void a_file_of_a_model_stands_for_its_folder(void **state) {
  static const char *const names[] = {"config.json", "model.safetensors", "tokenizer.json"};
  (void)state;
  Folder folder = folder_make();
  Status status = {0};
  Session *session = session_of("x");
  folder_write(&folder, "alone.safetensors", STR("no model"));
  const char *alone = folder_file(&folder, "alone.safetensors");
  assert_string_equal(path_of_model(folder.arena, alone), alone);
  folder_write(&folder, "config.json", STR("{\"model_type\": \"llama\"}"));
  for (int i = 0; i < 3; i++) {
    if (i > 0) folder_write(&folder, names[i], STR("no model"));
    const char *path = folder_file(&folder, names[i]);
    assert_int_equal(path_kind(path), PATH_MODEL);
    assert_string_equal(path_of_model(folder.arena, path), folder.path);
    assert_false(session_open_path(session, path, &status));
    check_sentence(&status, "Llama");
  }
  assert_false(session_open_path(session, folder.path, &status));
  check_sentence(&status, "Llama");
  session_free(session);
  folder_remove(&folder);
}

/* "open mine" opens what "save mine" wrote, and ~ is the home folder in both. */
static void a_state_is_opened_by_the_name_it_was_saved_under(void **state) {
  (void)state;
  Folder folder = folder_make();
  const char *former = getenv("HOME");
  char *home = former ? strdup(former) : NULL;
  assert_int_equal(setenv("HOME", folder.path, 1), 0);
  Session *session = session_of("one two");
  say(session, "save \"~/mine\"; sentence \"three\"; open \"~/mine\"");
  assert_sentence(session, "one two");
  assert_int_equal(os_kind(folder_file(&folder, "mine.headsup")), OS_FILE);
  say(session, "sentence \"three\"; open \"%s\"", folder_file(&folder, "mine"));
  assert_sentence(session, "one two");
  folder_write(&folder, "mine", STR("# headsup 1\nsentence \"plain\"\n"));
  say(session, "open \"%s\"", folder_file(&folder, "mine"));
  assert_sentence(session, "plain");
  refused(session, "open \"~/gone\"", "gone: ");
  session_free(session);
  if (home) setenv("HOME", home, 1);
  else unsetenv("HOME");
  free(home);
  folder_remove(&folder);
}

/* The first save over a file that was opened asks; a new one stands beside it. */
static void what_was_opened_is_saved_again(void **state) {
  (void)state;
  static const char lesson[] = "# headsup 1\nsentence \"plain\"\n";
  Folder folder = folder_make();
  Session *session = session_of("one two");
  folder_write(&folder, "lesson.headsup", STR("# headsup 1\nsentence \"plain\"\n"));
  say(session, "open \"%s\"; sentence \"other words\"", folder_file(&folder, "lesson.headsup"));
  refused(session, "save", "lesson.headsup was opened: save again");
  assert_true(str_is(folder_read(&folder, "lesson.headsup"), lesson));
  say(session, "save new");
  assert_int_equal(os_kind(folder_file(&folder, "lesson-2.headsup")), OS_FILE);
  assert_true(str_is(folder_read(&folder, "lesson.headsup"), lesson));
  say(session, "open \"%s\"; sentence \"third words\"", folder_file(&folder, "lesson.headsup"));
  refused(session, "save", "lesson.headsup was opened: save again");
  say(session, "save");
  assert_false(str_is(folder_read(&folder, "lesson.headsup"), lesson));
  say(session, "sentence \"fourth\"; save"); /* asked once */
  say(session, "sentence \"five\"; open \"%s\"", folder_file(&folder, "lesson.headsup"));
  assert_sentence(session, "fourth");
  session_free(session);
  folder_remove(&folder);
}

/* A window does not show its current folder. */
static void a_save_that_fails_names_the_whole_path(void **state) {
  (void)state;
  Folder folder = folder_make();
  char former[4096];
  assert_non_null(getcwd(former, sizeof former));
  assert_int_equal(symlink("/dev/full", folder_file(&folder, "full.headsup")), 0);
  Session *session = session_of("one two");
  assert_int_equal(chdir(folder.path), 0);
  refused(session, "save full", folder_file(&folder, "full.headsup"));
  assert_int_equal(chdir(former), 0);
  session_free(session);
  folder_remove(&folder);
}

/* Each is reported in one sentence that names the path, and nothing changes. */
static void what_cannot_be_opened_is_told(void **state) {
  static const struct {
    const char *name, *text, *says;
  } wrong[] = {{"words.headsup", "Dear diary,\n", "is no saved state: its first line"},
               {"bare.headsup", "# headsup\n", "“# headsup ” and a number, such as “# headsup 1”"},
               {"empty.headsup", "", "is no saved state: its first line"},
               {"broken.headsup", "# headsup 1\nhead 2\nstage nowhere\n", ":3: there is no stage"},
               {"gone.headsup", NULL, "Cannot read "},
               {"gone.txt", NULL, "Cannot read "},
               {"gone.npz", NULL, "gone.npz"},
               {"picture.png", "\x89PNG", "picture.png"}};
  (void)state;
  Folder folder = folder_make();
  Session *session = session_of("as it was"), *same = session_of("as it was");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Status status = {0};
    if (wrong[i].text) folder_write(&folder, wrong[i].name, str_from(wrong[i].text));
    assert_false(session_open_path(session, folder_file(&folder, wrong[i].name), &status));
    check_sentence(&status, wrong[i].says);
    check_sentence(&status, wrong[i].name);
    assert_true(str_is(session_message(session), status.sentence));
    assert_same_state(session, same, wrong[i].name);
  }
  session_free(session);
  session_free(same);
  folder_remove(&folder);
}

/* A byte order mark, which some editors write, is no part of the first line. */
static void a_state_may_begin_with_a_mark(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = session_of("x");
  folder_write(&folder, "s.headsup", STR("\xEF\xBB\xBF# headsup 1\r\nsentence \"a b\"\r\n"));
  opens(session, folder_file(&folder, "s.headsup"));
  assert_sentence(session, "a b");
  session_free(session);
  folder_remove(&folder);
}

/* A script opened by its path has the rights of any opened script, and no more. */
static void a_state_writes_nothing(void **state) {
  (void)state;
  Folder folder = folder_make();
  Status status = {0};
  Session *session = session_of("x");
  const char *victim = folder_file(&folder, "victim.headsup");
  const char *text = str_format(folder.arena, "# headsup 1\nhead 2\nsave \"%s\"\n", victim);
  folder_write(&folder, "s.headsup", str_from(text));
  assert_false(session_open_path(session, folder_file(&folder, "s.headsup"), &status));
  check_sentence(&status, "save would write ");
  assert_int_equal(os_kind(victim), OS_MISSING);
  assert_int_equal(session_view(session)->head, 0);
  session_free(session);
  folder_remove(&folder);
}

/* A folder is a model's, whatever its name ends in. */
static void a_folder_is_no_state(void **state) {
  (void)state;
  Folder folder = folder_make();
  const char *path = folder_file(&folder, "model.headsup");
  assert_true(os_make_folder(path, NULL));
  assert_int_equal(path_kind(path), PATH_MODEL);
  assert_true(os_remove_empty_folder(path));
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_opens_whatever_its_name_holds),
      cmocka_unit_test(what_was_opened_is_saved_again),
      cmocka_unit_test(a_text_becomes_the_sentence),
      cmocka_unit_test(a_recording_opens_as_a_model),
      cmocka_unit_test(a_file_of_a_model_stands_for_its_folder),
      cmocka_unit_test(a_state_is_opened_by_the_name_it_was_saved_under),
      cmocka_unit_test(a_save_that_fails_names_the_whole_path),
      cmocka_unit_test(what_cannot_be_opened_is_told),
      cmocka_unit_test(a_state_may_begin_with_a_mark),
      cmocka_unit_test(a_state_writes_nothing),
      cmocka_unit_test(a_folder_is_no_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
