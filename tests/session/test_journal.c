/* The journal: killed at any moment and started again, the session offers sentence and view
** back. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "session/say.h"

static char folder[64];
static Arena *arena;

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/headsup-journal-XXXXXX");
  arena = arena_make(0);
  return mkdtemp(folder) && arena ? 0 : -1;
}

static void remove_name(void *self, const char *name) {
  (void)self;
  os_remove_file(str_format(arena, "%s/%s", folder, name));
}

static int tear_down(void **state) {
  (void)state;
  chmod(folder, 0700);
  os_list_folder(arena, folder, remove_name, NULL);
  rmdir(folder);
  arena_free(arena);
  return 0;
}

static double read_clock(void *now_ms) { return *(const double *)now_ms; }

/* now_ms NULL: the system's clock. */
static Session *start_at(const char *sentence, double *now_ms) {
  Session *session;
  Status status = {0};
  SessionOptions options = {.model = "hand-made",
                            .sentence = {sentence, sentence ? strlen(sentence) : 0},
                            .state_folder = folder,
                            .clock_ms = now_ms ? read_clock : NULL,
                            .clock_self = now_ms};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  return session;
}

static Session *start(const char *sentence) { return start_at(sentence, NULL); }

static void count_name(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

static int files(void) {
  int count = 0;
  os_list_folder(arena, folder, count_name, &count);
  return count;
}

/* Runs work in another process that is killed after it has ticked for so long. */
static void in_a_killed_process(void (*work)(Session *session), int tick_ms) {
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no one behind */
    Session *session = start("first");
    work(session);
    double now_ms = os_now_ms(), end_ms = now_ms + tick_ms;
    for (; now_ms < end_ms; usleep(1000)) session_tick(session, now_ms = os_now_ms());
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(ready[0]);
  close(ready[1]);
}

static void demonstrate(Session *session) {
  say(session, "sentence \"the \\\"cat\\\"; # 我 sat\"; mask causal; mask 2 1 hide");
  for (int i = 0; i < 40; i++) say(session, "edit insert \"%d \"", i);
  say(session, "layer 2; head solo 3; seek scores 0.4; cell 2 3; theme dark");
}

static void killed_and_started_again_it_offers_everything_back(void **state) {
  (void)state;
  in_a_killed_process(demonstrate, 400); /* the last change is at most 200 ms away from the disk */
  Session *expected = session_of("first"), *session = start(NULL);
  demonstrate(expected);
  assert_true(session_has_left_journal(session));
  assert_int_equal(session_view(session)->menu, MENU_RESTORE);
  assert_true(trace_token_count(session_trace(session)) > 2); /* nothing is taken back unasked */
  say(session, "restore yes");
  assert_same_state(session, expected, "restored");
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  assert_false(session_has_left_journal(session));
  assert_int_equal(files(), 1); /* its own journal, and the old one gone */
  say(session, "undo");         /* taking back is one step */
  assert_false(session_can_undo(session));
  session_free(session);
  session_free(expected);
  assert_int_equal(files(), 0); /* an orderly end leaves nothing */
}

static void quick_work(Session *session) { say(session, "sentence \"only this\""); }

static void no_drops_it(void **state) {
  (void)state;
  in_a_killed_process(quick_work, 0);
  Session *session = start("mine");
  assert_true(session_has_left_journal(session));
  say(session, "restore no");
  assert_true(str_is(session_inputs(session)->sentence, "mine"));
  session_free(session);
  assert_int_equal(files(), 0);
}

/* The first change is on the disk as soon as the command is done. */
static void the_first_change_is_kept_at_once(void **state) {
  (void)state;
  in_a_killed_process(quick_work, 0);
  Session *session = start(NULL);
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->sentence, "only this"));
  session_free(session);
}

static void a_journal_of_a_living_process_is_left_alone(void **state) {
  (void)state;
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Session *session = start("first");
    say(session, "sentence \"still here\"");
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  Session *session = start(NULL);
  assert_false(session_has_left_journal(session));
  session_free(session);
  assert_int_equal(files(), 1);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(ready[0]);
  close(ready[1]);
  remove_name(NULL, str_format(arena, "journal-%d", (int)child));
}

/* In a container every process may have the same number. */
static void a_journal_with_our_own_number_is_an_earlier_one(void **state) {
  (void)state;
  const char *path = str_format(arena, "%s/journal-%d", folder, os_process_id());
  static const char text[] = "# saved 5\nsentence \"earlier\"\n";
  assert_true(os_save_file(path, text, sizeof text - 1, NULL));
  Session *session = start(NULL);
  assert_true(session_has_left_journal(session));
  say(session, "head 2; restore yes");
  assert_true(str_is(session_inputs(session)->sentence, "earlier"));
  session_free(session);
  assert_int_equal(files(), 0);
}

static void corrupt_journals_move_aside_with_one_notice(void **state) {
  (void)state;
  static const char *const wrong[] = {"",
                                      "\x7F"
                                      "ELF\1\1",
                                      "sentence \"open", "# headsup 99\nteleport 5\n"};
  const char *path = str_format(arena, "%s/journal-4194305", folder);
  for (int i = 0; i < 4; i++) {
    assert_true(os_save_file(path, wrong[i], strlen(wrong[i]), NULL));
    Session *session = start("mine");
    assert_false(session_has_left_journal(session));
    assert_non_null(strstr(session_message(session).at, ".bad"));
    assert_int_equal(os_kind(path), OS_MISSING);
    assert_int_equal(os_kind(str_format(arena, "%s.bad", path)), OS_FILE);
    session_free(session);
    session = start("mine");
    assert_int_equal(session_message(session).bytes, 0);
    session_free(session);
  }
  os_list_folder(arena, folder, remove_name, NULL);
}

static void the_newest_of_several_is_offered(void **state) {
  (void)state;
  static const char old[] = "# saved 100\nsentence \"old\"\n",
                    new[] = "# saved 200\nsentence \"new\"\n";
  assert_true(
      os_save_file(str_format(arena, "%s/journal-4194306", folder), new, sizeof new - 1, NULL));
  assert_true(
      os_save_file(str_format(arena, "%s/journal-4194307", folder), old, sizeof old - 1, NULL));
  Session *session = start(NULL);
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->sentence, "new"));
  session_free(session);
  assert_int_equal(files(), 1); /* the other one is offered next time */
  os_list_folder(arena, folder, remove_name, NULL);
}

/* A training with steps comes before a window that was only looked at, though that is newer. */
static void a_training_is_offered_before_what_is_newer(void **state) {
  (void)state;
  static const char trained[] = "# saved 100\ntrain copy\ntrain until 1\nsentence \"old\"\n",
                    new[] = "# saved 200\nsentence \"new\"\n";
  for (int i = 0; i < 2; i++) { /* in either order */
    const char *first = str_format(arena, "%s/journal-%d", folder, 4194306 + i);
    const char *second = str_format(arena, "%s/journal-%d", folder, 4194307 - i);
    assert_true(os_save_file(first, new, sizeof new - 1, NULL));
    assert_true(os_save_file(second, trained, sizeof trained - 1, NULL));
    Session *session = start(NULL);
    say(session, "restore yes");
    assert_true(str_is(session_inputs(session)->sentence, "old"));
    session_free(session);
    os_list_folder(arena, folder, remove_name, NULL);
  }
}

static void a_signal_leaves_the_journal_for_the_next_start(void **state) {
  (void)state;
  Session *session = start("x");
  say(session, "sentence \"kept\"");
  session_keep_journal(session);
  session_free(session);
  assert_int_equal(files(), 1);
  os_list_folder(arena, folder, remove_name, NULL);
}

static void looking_around_and_hovering_write_nothing(void **state) {
  (void)state;
  Session *session = start("a b");
  say(session, "hover none; menu help; menu none; escape");
  assert_int_equal(files(), 0);
  say(session, "head 2");
  assert_int_equal(files(), 1);
  session_free(session);
}

static void a_folder_that_is_gone_is_said_once(void **state) {
  (void)state;
  double now_ms = 1000;
  Session *session = start_at("a b", &now_ms);
  assert_int_equal(rmdir(folder), 0);
  say(session, "head 2");
  assert_non_null(strstr(session_message(session).at, folder));
  session_tell(session, "");
  now_ms += 250;          /* the next change is written at once */
  say(session, "head 3"); /* the work goes on, without a second notice */
  assert_int_equal(session_message(session).bytes, 0);
  assert_int_equal(session_view(session)->head, 2);
  assert_int_equal(mkdir(folder, 0700), 0);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_and_started_again_it_offers_everything_back),
      cmocka_unit_test(no_drops_it),
      cmocka_unit_test(the_first_change_is_kept_at_once),
      cmocka_unit_test(a_journal_of_a_living_process_is_left_alone),
      cmocka_unit_test(a_journal_with_our_own_number_is_an_earlier_one),
      cmocka_unit_test(corrupt_journals_move_aside_with_one_notice),
      cmocka_unit_test(the_newest_of_several_is_offered),
      cmocka_unit_test(a_training_is_offered_before_what_is_newer),
      cmocka_unit_test(a_signal_leaves_the_journal_for_the_next_start),
      cmocka_unit_test(looking_around_and_hovering_write_nothing),
      cmocka_unit_test(a_folder_that_is_gone_is_said_once),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
