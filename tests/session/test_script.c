/* A state saved as a script plays back to it; a wrong line is found before anything happens. */
#define _GNU_SOURCE /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "session/say.h"
#include "support/sanitized.h"

enum { COMMANDS = SHARE_OF_STATES(3000), EACH = SANITIZED ? 4 : 1 };

/* session_script plays back to exactly the same inputs and view, from a fresh session and from any
** other state. */
static void any_state_plays_back(void **state) {
  (void)state;
  Rng rng = rng_make(5);
  Session *session = session_of(NULL), *other = session_of("x y");
  Arena *arena = arena_make(0);
  for (int round = 0; round < COMMANDS; round++) {
    char line[160];
    random_command(&rng, session, line, sizeof line);
    say(session, "%s", line);
    if (round % 3) continue;
    arena_reset(arena);
    Status status = {0};
    Str script = session_script(session, arena);
    if (!session_run_script(other, &(Script){.path = "state.txt", .text = script}, &status))
      fail_msg("%s", status.sentence);
    assert_same_state(session, other, line);
  }
  arena_free(arena);
  session_free(other);
  session_free(session);
}

/* Also where what is laid over now excludes what the state lays over. */
static void any_kind_gives_way_to_a_state(void **state) {
  (void)state;
  static const char *const laid_over[] = {"approximate linformer 2",
                                          "approximate performer 8",
                                          "mask 2 4 hide",
                                          "mask row 3 hide; cross \"x\"",
                                          "cross \"x\"; mask 3 1 hide",
                                          "cross \"x y z u v w\"; mask 3 6 hide; cross off",
                                          "mask causal; positions shaw 2",
                                          "schedule flash 2 2",
                                          "score cosine",
                                          "dropout 0.2",
                                          "shuffle seed 2",
                                          "model translator; mask 2 2 hide",
                                          "model cache-demo"};
  enum { COUNT = sizeof laid_over / sizeof laid_over[0] };
  Arena *arena = arena_make(0);
  for (int to = 0; to < COUNT; to++) {
    Session *saved = session_of("a b c d");
    say(saved, "%s", laid_over[to]);
    Str script = session_script(saved, arena);
    for (int from = to % EACH; from < COUNT; from += EACH) {
      Status status = {0};
      Session *session = session_of("e f g h i");
      say(session, "%s", laid_over[from]);
      if (!session_run_script(session, &(Script){.path = "s", .text = script}, &status))
        fail_msg("%s, then %s: %s", laid_over[from], laid_over[to], status.sentence);
      assert_same_state(saved, session, laid_over[to]);
      session_free(session);
    }
    session_free(saved);
  }
  arena_free(arena);
}

static int files_written;

static bool count_export(void *self, const Session *session, ExportOrder *order, Status *status) {
  (void)self, (void)session, (void)order, (void)status;
  files_written++;
  return true;
}

static void a_wrong_line_is_named_and_nothing_runs(void **state) {
  (void)state;
  Session *session;
  Status status = {0};
  SessionOptions options = {.model = "hand-made", .hooks = {.export_file = count_export}};
  assert_true(session_make(&options, &session, &status));
  Str script = STR("# demo\nsentence \"a b c\"\nexport x.png\nstage nowhere\n");
  assert_false(session_run_script(
      session, &(Script){.path = "bad.txt", .text = script, .rights = SCRIPT_WRITES}, &status));
  assert_string_equal(status.sentence,
                      "bad.txt:4: there is no stage “nowhere”; it is one of: tokens, embed, qkv, "
                      "scores, scaled, masked, weights, output, joined, block");
  assert_int_equal(files_written, 0);
  assert_int_equal(trace_token_count(session_trace(session)), 11);
  session_free(session);
}

/* Whether a line is right depends on the lines before: head 9 of four, query 4 of three. */
static void checking_follows_the_state(void **state) {
  (void)state;
  static const struct {
    const char *script, *expected;
  } wrong[] = {
      {"head 9", "s:1: there is no head “9”; the numbers go from 1 to 4"},
      {"sentence \"a b c\"\nmask 4 1 hide", "s:2: there is no query “4”"},
      {"\n\n;;head 1; stgae weights", "s:3: there is no command “stgae”; did you mean “stage”"},
      {"model nobody", "s:1: there is no model"},
      {"mask causl", "s:1: there is no mask “causl”; did you mean “causal”"},
      {"sentence \"open", "s:1: the string has no closing quotation mark"},
      {"speed 0", "s:1: speed takes"},
      {"range 5,1", "s:1: range takes"},
      {"quit; stgae weights", "s:1: there is no command “stgae”"},
      {"head 2\nquit\nrubbish", "s:3: there is no command “rubbish”"},
      {"undo", "s:1: there is nothing to undo"}};
  Session *session = session_of(NULL);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Status status = {0};
    assert_false(session_check_script(
        session, &(Script){.path = "s", .text = str_from(wrong[i].script)}, &status));
    if (!strstr(status.sentence, wrong[i].expected)) fail_msg("%s", status.sentence);
  }
  assert_true(session_check_script(
      session, &(Script){.path = "s", .text = STR("sentence \"a b c d\"\r\nmask 4 1 hide\r\n")},
      NULL));
  assert_true(session_check_script(
      session, &(Script){.path = "s", .text = STR("\xEF\xBB\xBFhead 2\nquit\nhead 3")}, NULL));
  assert_false(session_can_undo(session));
  session_free(session);
}

/* A file that was written by another program since is replaced only by the second save. */
static void a_file_changed_on_disk_is_told_first(void **state) {
  (void)state;
  char path[64], line[96], folder[] = "/tmp/headsup-save-XXXXXX";
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/state.txt", folder);
  snprintf(line, sizeof line, "save %s", path);
  Session *session = session_of("a b");
  Status status = {0};
  assert_true(session_do(session, line, &status));
  assert_true(session_do(session, "head 2; save", &status));
  assert_true(os_save_file(path, "mine", 4, NULL));
  assert_false(session_do(session, "save", &status));
  assert_non_null(strstr(status.sentence, "has changed on disk"));
  assert_true(session_do(session, "save", &status));
  assert_true(os_save_file(path, "mine", 4, NULL));
  assert_false(session_do(session, line, &status)); /* by its name too */
  assert_true(os_remove_file(path));
  assert_true(session_do(session, "save", &status)); /* gone: nothing is replaced */
  session_free(session);
  os_remove_file(path);
  rmdir(folder);
}

/* "mine" becomes "mine.headsup"; a name typed with an ending, and a path that is no file, stay. */
static void a_state_without_an_ending_gets_its_own(void **state) {
  (void)state;
  static const struct {
    const char *name, *saved;
  } names[] = {{"mine", "mine.headsup"},
               {"mine.headsup", "mine.headsup"},
               {"older.txt", "older.txt"},
               {".hidden", ".hidden.headsup"},
               {".hidden.txt", ".hidden.txt"},
               {"状态 一", "状态 一.headsup"},
               {"a.folder/mine", "a.folder/mine.headsup"}};
  char path[120], saved[120], line[160], folder[] = "/tmp/headsup-save-XXXXXX";
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.folder", folder);
  assert_true(os_make_folder(path, NULL));
  Session *session = session_of("a b");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(saved, sizeof saved, "%s/%s", folder, names[i].saved);
    say(session, "head 2; save \"%s/%s\"", folder, names[i].name);
    assert_non_null(strstr(session_message(session).at, saved));
    say(session, "head 1; save"); /* to the same file */
    assert_non_null(strstr(session_message(session).at, saved));
    if (!os_remove_file(saved)) fail_msg("%s is not there", saved);
  }
  snprintf(saved, sizeof saved, "%s/folder", folder);
  assert_true(os_make_folder(saved, NULL));
  snprintf(line, sizeof line, "save \"%s\"", saved);
  refused(session, line, "it is a folder; add a file name");
  snprintf(line, sizeof line, "%s/device", folder);
  assert_int_equal(symlink("/dev/null", line), 0);
  say(session, "save \"%s\"", line);
  os_remove_file(line);
  session_free(session);
  rmdir(path);
  rmdir(saved);
  assert_int_equal(rmdir(folder), 0);
}

static void without_a_name_a_state_gets_a_free_one(void **state) {
  (void)state;
  static const char *const names[] = {"state.headsup", "state-2.headsup"};
  char before[1024], folder[] = "/tmp/headsup-save-XXXXXX";
  assert_non_null(getcwd(before, sizeof before));
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  for (int i = 0; i < 2; i++) {
    Session *session = session_of("a b");
    say(session, "save; head 2; save");
    session_free(session);
    assert_int_equal(os_kind(names[i]), OS_FILE);
  }
  for (int i = 0; i < 2; i++) os_remove_file(names[i]);
  assert_int_equal(chdir(before), 0);
  assert_int_equal(rmdir(folder), 0);
}

static void a_missing_folder_is_found_before_anything_runs(void **state) {
  (void)state;
  Session *session = session_of(NULL);
  Status status = {0};
  Str script = STR("head 2\nsave /nowhere/at/all/x.txt\n");
  assert_false(session_run_script(session, &(Script){.path = "s", .text = script}, &status));
  assert_string_equal(status.sentence, "s:2: there is no folder /nowhere/at/all");
  assert_int_not_equal(session_view(session)->head, 1);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_state_plays_back),
      cmocka_unit_test(any_kind_gives_way_to_a_state),
      cmocka_unit_test(a_wrong_line_is_named_and_nothing_runs),
      cmocka_unit_test(checking_follows_the_state),
      cmocka_unit_test(a_file_changed_on_disk_is_told_first),
      cmocka_unit_test(a_state_without_an_ending_gets_its_own),
      cmocka_unit_test(without_a_name_a_state_gets_a_free_one),
      cmocka_unit_test(a_missing_folder_is_found_before_anything_runs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
