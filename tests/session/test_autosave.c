/* The autosave: killed at any moment and started again, the session offers to
** restore sentence and view. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "model/model.h"
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

/* Runs work in another process that is killed after it has ticked that long. */
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
  say(session,
      "sentence \"the \\\"cat\\\"; # 我 sat\"; mask padding 1 causal window 3; mask 2 1 hide");
  for (int i = 0; i < 40; i++) say(session, "edit insert \"%d \"", i);
  say(session, "layer 2; head solo 3; seek scores 0.4; cell 2 3; theme dark");
}

static void killed_and_started_again_it_offers_everything_back(void **state) {
  (void)state;
  in_a_killed_process(demonstrate, 400); /* the last change is at most 200 ms away from the disk */
  Session *expected = session_of("first"), *session = start(NULL);
  demonstrate(expected);
  assert_true(session_has_left_autosave(session));
  assert_int_equal(session_view(session)->menu, MENU_RESTORE);
  Str offered = session_left_sentence(session);
  assert_true(str_starts(offered, "the \"cat\"; # 我 sat") && str_ends(offered, "…"));
  assert_true(trace_token_count(session_trace(session)) > 2); /* nothing is taken back unasked */
  say(session, "restore yes");
  assert_same_state(session, expected, "restored");
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  assert_false(session_has_left_autosave(session));
  assert_int_equal(files(), 1); /* its own autosave, and the old one gone */
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
  assert_true(session_has_left_autosave(session));
  say(session, "restore no");
  assert_true(str_is(session_inputs(session)->streams[0], "mine"));
  session_free(session);
  assert_int_equal(files(), 0);
}

/* The first change is on disk as soon as the command is done. */
static void the_first_change_is_kept_at_once(void **state) {
  (void)state;
  in_a_killed_process(quick_work, 0);
  Session *session = start(NULL);
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->streams[0], "only this"));
  session_free(session);
}

static void an_autosave_of_a_living_process_is_left_alone(void **state) {
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
  assert_false(session_has_left_autosave(session));
  session_free(session);
  assert_int_equal(files(), 1);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(ready[0]);
  close(ready[1]);
  remove_name(NULL, str_format(arena, "journal-%d", (int)child));
}

/* In a container every process may have the same number. */
static void an_autosave_with_our_own_number_is_an_earlier_one(void **state) {
  (void)state;
  const char *path = str_format(arena, "%s/journal-%d", folder, os_process_id());
  static const char text[] = "# saved 5\nsentence \"earlier\"\n";
  assert_true(os_save_file(path, text, sizeof text - 1, NULL));
  Session *session = start(NULL);
  assert_true(session_has_left_autosave(session));
  say(session, "head 2; restore yes");
  assert_true(str_is(session_inputs(session)->streams[0], "earlier"));
  session_free(session);
  assert_int_equal(files(), 0);
}

/* "Closing keeps what was there": sentence, model, place and selection, as one step of undo. */
static void the_next_start_goes_on_where_one_left(void **state) {
  (void)state;
  Session *session = start(NULL);
  Status status;
  assert_true(session_return_to_last(session, &status)); /* nothing was kept */
  Str first = str_from(str_copy(arena, session_inputs(session)->streams[0]));
  say(session, "sentence \"still here\"; sentence \"and here\"; mask causal; stage weights");
  say(session, "head 2; cell 2 1");
  session_keep_last(session);
  session_free(session);
  session = start(NULL);
  assert_false(session_has_left_autosave(session));
  assert_true(str_equal(session_inputs(session)->streams[0], first)); /* until it is asked for */
  assert_true(session_return_to_last(session, &status));
  assert_true(str_is(session_inputs(session)->streams[0], "and here"));
  assert_true(trace_hidden(session_trace(session), 0, 1));
  assert_int_equal(session_view(session)->stage, stage_of_part(TRACE_WEIGHTS));
  assert_int_equal(session_view(session)->head, 1);
  assert_int_equal(session_view(session)->query, 1);
  say(session, "undo");
  assert_true(str_equal(session_inputs(session)->streams[0], first));
  refused(session, "undo", "there is nothing to undo");
  session_free(session);
  remove_name(NULL, "last");
}

/* What cannot be played is kept beside it, and the session begins as it does without it. */
static void a_last_state_that_is_none_is_kept_as_bad(void **state) {
  (void)state;
  static const char *const texts[] = {"", "no command", "sentence \"x\"; stage nowhere"};
  for (int i = 0; i < 3; i++) {
    Status status;
    assert_true(
        os_save_file(str_format(arena, "%s/last", folder), texts[i], strlen(texts[i]), NULL));
    Session *session = start("what was given");
    assert_true(session_return_to_last(session, &status));
    assert_true(str_is(session_inputs(session)->streams[0], "what was given"));
    assert_non_null(strstr(session_message(session).at, "last.bad"));
    session_keep_last(session); /* the next end writes another */
    session_free(session);
    Str kept;
    assert_true(os_read_file(arena, str_format(arena, "%s/last.bad", folder), 100, &kept, NULL));
    assert_true(str_is(kept, texts[i]));
    remove_name(NULL, "last.bad");
  }
  remove_name(NULL, "last");
}

/* Limits the size of files: writing fails as on a full disk. */
static void fill_disk(bool full) {
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = full ? 64 : limit.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static bool is_on_disk(const char *words) {
  Str text;
  const char *path = str_format(arena, "%s/journal-%d", folder, os_process_id());
  return os_read_file(arena, path, 1 << 16, &text, NULL) && strstr(text.at, words) != NULL;
}

static void leave_autosave(int process_id, const char *text) {
  const char *path = str_format(arena, "%s/journal-%d", folder, process_id);
  assert_true(os_save_file(path, text, strlen(text), NULL));
}

/* Another window: says 'o' when it offers an autosave and 'n' when not, waits for a byte, answers the
** question, and says what its sentence begins with. */
static pid_t another_window(const char *answer, int to[2], int from[2]) {
  assert_int_equal(pipe(to), 0);
  assert_int_equal(pipe(from), 0);
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  char byte;
  Session *session = start("x");
  bool told = write(from[1], session_has_left_autosave(session) ? "o" : "n", 1) == 1;
  if (!told || read(to[0], &byte, 1) != 1) _exit(1);
  if (!session_do(session, answer, NULL)) _exit(1);
  told = write(from[1], session_inputs(session)->streams[0].at, 1) == 1;
  session_free(session);
  _exit(told ? 0 : 1);
}

static char byte_from(const int from[2]) {
  char byte = 0;
  assert_int_equal(read(from[0], &byte, 1), 1);
  return byte;
}

static void close_pipes(int to[2], int from[2]) {
  for (int i = 0; i < 2; i++) close(to[i]), close(from[i]);
}

static void what_one_window_offers_no_other_drops(void **state) {
  (void)state;
  int to[2], from[2];
  leave_autosave(4194305, "# saved 5\nsentence \"earlier\"\n");
  pid_t child = another_window("restore yes", to, from);
  assert_int_equal(byte_from(from), 'o');
  Session *session = start("mine");
  assert_false(session_has_left_autosave(session));
  say(session, "restore no");
  assert_int_equal(write(to[1], "g", 1), 1);
  assert_int_equal(byte_from(from), 'e');
  waitpid(child, NULL, 0);
  close_pipes(to, from);
  session_free(session);
  assert_int_equal(files(), 0);
}

/* Of windows that start at the same moment one offers it, and if that is killed, the next one. */
static void of_several_windows_one_offers(void **state) {
  (void)state;
  enum { WINDOWS = 4 };
  int to[WINDOWS][2], from[WINDOWS][2], offers = 0;
  pid_t children[WINDOWS];
  leave_autosave(4194305, "# saved 5\nsentence \"earlier\"\n");
  for (int i = 0; i < WINDOWS; i++) children[i] = another_window("restore no", to[i], from[i]);
  for (int i = 0; i < WINDOWS; i++) offers += byte_from(from[i]) == 'o';
  for (int i = 0; i < WINDOWS; i++) {
    kill(children[i], SIGKILL);
    waitpid(children[i], NULL, 0);
    close_pipes(to[i], from[i]);
  }
  assert_int_equal(offers, 1);
  Session *session = start("mine");
  assert_true(session_has_left_autosave(session));
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->streams[0], "earlier"));
  session_free(session);
  assert_int_equal(files(), 0);
}

/* Before a class no question lies over a script: it waits for the next start. */
static void a_script_is_played_without_the_question(void **state) {
  (void)state;
  Session *session;
  Status status = {0};
  const SessionOptions options = {.model = "hand-made", .state_folder = folder, .is_played = true};
  leave_autosave(os_process_id(), "# saved 5\nsentence \"earlier\"\n");
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  assert_false(session_has_left_autosave(session));
  say(session, "head 2");
  session_free(session);
  session = start(NULL);
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->streams[0], "earlier"));
  session_free(session);
  os_list_folder(arena, folder, remove_name, NULL);
}

static void a_question_nobody_answered_is_asked_again(void **state) {
  (void)state;
  leave_autosave(4194305, "# saved 5\nsentence \"earlier\"\n");
  for (int i = 0; i < 2; i++) {
    Session *session = start("mine");
    assert_true(session_has_left_autosave(session));
    say(session, "head 2");
    session_free(session);
    assert_int_equal(files(), 1);
  }
  os_list_folder(arena, folder, remove_name, NULL);
}

/* A disk that is not connected: the words are restored in a built-in model, with as much of the
** position as it has, in one undo step; the message says what is missing and what helps. */
static void without_its_model_the_words_come_back(void **state) {
  (void)state;
  leave_autosave(4194305,
                 "# saved 5\n# headsup 1\nmodel \"/nowhere/a model\"\nsentence \"the cat sat\"\n"
                 "mask causal\nlayer 11\nhead 2\nstage weights\nview stage\ncell 3 1\n"
                 "theme dark\n");
  Session *session = start("mine");
  assert_true(session_has_left_autosave(session)); /* nothing was opened to find out */
  say(session, "restore yes");
  const Inputs *inputs = session_inputs(session);
  const View *view = session_view(session);
  assert_true(str_is(inputs->streams[0], "the cat sat"));
  assert_string_equal(inputs->model, model_builtin(0)->name);
  assert_int_equal(inputs->mask.parts.named, 1u << MASK_CAUSAL);
  assert_int_equal(view->head, 1);
  assert_int_equal(view->query, 2);
  assert_int_equal(view->theme, THEME_DARK);
  const char *told = session_message(session).at;
  assert_non_null(strstr(told, "/nowhere/a model"));
  assert_non_null(strstr(told, "headsup --model '/nowhere/a model'"));
  assert_null(strstr(told, "journal-"));
  assert_false(session_has_left_autosave(session));
  assert_true(is_on_disk("the cat sat"));
  assert_int_equal(files(), 1);
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "mine"));
  assert_false(session_can_undo(session));
  session_free(session);
  assert_int_equal(files(), 0);
}

/* The sentence of a recording stands before its name. */
static void without_its_recording_the_words_come_back(void **state) {
  (void)state;
  leave_autosave(4194305,
                 "# saved 5\n# headsup 1\nmodel reader\nsentence \"was recorded\"\nmask own\n"
                 "model /nowhere/run.safetensors \"HLTS\"\ncell none\n");
  Session *session = start("mine");
  say(session, "restore yes");
  assert_true(str_is(session_inputs(session)->streams[0], "was recorded"));
  assert_non_null(strstr(session_message(session).at, "/nowhere/run.safetensors"));
  session_free(session);
  assert_int_equal(files(), 0);
}

static void corrupt_autosaves_move_aside_with_one_notice(void **state) {
  (void)state;
  static const char *const wrong[] = {"",
                                      ("\x7F"
                                       "ELF\1\1"),
                                      "sentence \"open",
                                      "# headsup 99\nteleport 5\n",
                                      "head 2\nsave \"/tmp/none\"\n",
                                      "export x.png\n",
                                      "copy\n",
                                      "open \"/etc/passwd\"\n"};
  enum { WRONG_COUNT = sizeof wrong / sizeof wrong[0] };
  const char *path = str_format(arena, "%s/journal-4194305", folder);
  for (int i = 0; i < WRONG_COUNT; i++) {
    assert_true(os_save_file(path, wrong[i], strlen(wrong[i]), NULL));
    Session *session = start("mine");
    assert_false(session_has_left_autosave(session));
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
  assert_true(str_is(session_inputs(session)->streams[0], "new"));
  session_free(session);
  assert_int_equal(files(), 1); /* the other one is offered next time */
  os_list_folder(arena, folder, remove_name, NULL);
}

/* A training with steps is offered before a window without changes, even if that is newer. */
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
    assert_true(str_is(session_inputs(session)->streams[0], "old"));
    session_free(session);
    os_list_folder(arena, folder, remove_name, NULL);
  }
}

static void a_signal_leaves_the_autosave_for_the_next_start(void **state) {
  (void)state;
  Session *session = start("x");
  say(session, "sentence \"kept\"");
  session_keep_autosave(session);
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

/* Nobody presses a key meanwhile. The pauses grow, so that an unused window with a full disk does
** little, and end at ten seconds, so that little is lost if it is killed. */
static void after_a_full_disk_the_last_words_are_written_by_the_clock(void **state) {
  (void)state;
  double now_ms = 1000, before_ms = 0;
  Session *session = start_at("a b", &now_ms);
  say(session, "sentence \"kept\"");
  fill_disk(true);
  now_ms += 1000;
  say(session, "sentence \"last words\"");
  session_tell(session, "");
  for (int i = 0; i < 12; i++) {
    double pause_ms = session_tick(session, now_ms);
    assert_in_range((long)pause_ms, (long)before_ms, 10000);
    assert_true(pause_ms >= 200);
    now_ms += before_ms = pause_ms;
  }
  assert_int_equal((long)before_ms, 10000);
  assert_true(is_on_disk("kept")); /* no half file in its place */
  assert_int_equal(session_message(session).bytes, 0);
  fill_disk(false);
  assert_true(session_tick(session, now_ms) < 0);
  assert_true(is_on_disk("last words"));
  session_free(session);
  assert_int_equal(files(), 0);
}

static void after_a_full_disk_the_last_words_are_written_at_the_end(void **state) {
  (void)state;
  double now_ms = 1000;
  Session *session = start_at("a b", &now_ms);
  fill_disk(true);
  say(session, "sentence \"last words\"");
  fill_disk(false);
  session_keep_autosave(session); /* as for SIGTERM */
  session_free(session);
  assert_true(is_on_disk("last words"));
  os_list_folder(arena, folder, remove_name, NULL);
}

/* What was restored is not removed before it is on disk again. */
static void taking_back_with_a_full_disk_keeps_the_old_autosave(void **state) {
  (void)state;
  static const char text[] = "# saved 5\nsentence \"earlier\"\n";
  double now_ms = 1000;
  assert_true(
      os_save_file(str_format(arena, "%s/journal-4194305", folder), text, sizeof text - 1, NULL));
  Session *session = start_at("mine", &now_ms);
  fill_disk(true);
  say(session, "restore yes");
  fill_disk(false);
  assert_false(session_has_left_autosave(session));
  assert_true(str_is(session_inputs(session)->streams[0], "earlier"));
  assert_int_equal(files(), 1); /* the old one */
  now_ms += 60000;
  session_tick(session, now_ms);
  assert_true(is_on_disk("earlier"));
  assert_int_equal(files(), 1); /* its own */
  session_free(session);
  assert_int_equal(files(), 0);
}

/* A disk that fills up a second time is reported a second time. */
static void each_full_disk_is_told_once(void **state) {
  (void)state;
  double now_ms = 1000;
  Session *session = start_at("a b", &now_ms);
  for (int i = 0; i < 2; i++) {
    fill_disk(true);
    now_ms += 60000;
    say(session, "sentence \"words %d\"", i);
    fill_disk(false);
    assert_non_null(strstr(session_message(session).at, "journal-"));
    session_tell(session, "");
    now_ms += 60000;
    session_tick(session, now_ms);
    assert_int_equal(session_message(session).bytes, 0);
  }
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_and_started_again_it_offers_everything_back),
      cmocka_unit_test(no_drops_it),
      cmocka_unit_test(the_first_change_is_kept_at_once),
      cmocka_unit_test(an_autosave_of_a_living_process_is_left_alone),
      cmocka_unit_test(an_autosave_with_our_own_number_is_an_earlier_one),
      cmocka_unit_test(the_next_start_goes_on_where_one_left),
      cmocka_unit_test(a_last_state_that_is_none_is_kept_as_bad),
      cmocka_unit_test(what_one_window_offers_no_other_drops),
      cmocka_unit_test(of_several_windows_one_offers),
      cmocka_unit_test(a_script_is_played_without_the_question),
      cmocka_unit_test(a_question_nobody_answered_is_asked_again),
      cmocka_unit_test(without_its_model_the_words_come_back),
      cmocka_unit_test(without_its_recording_the_words_come_back),
      cmocka_unit_test(corrupt_autosaves_move_aside_with_one_notice),
      cmocka_unit_test(the_newest_of_several_is_offered),
      cmocka_unit_test(a_training_is_offered_before_what_is_newer),
      cmocka_unit_test(a_signal_leaves_the_autosave_for_the_next_start),
      cmocka_unit_test(looking_around_and_hovering_write_nothing),
      cmocka_unit_test(a_folder_that_is_gone_is_said_once),
      cmocka_unit_test(after_a_full_disk_the_last_words_are_written_by_the_clock),
      cmocka_unit_test(after_a_full_disk_the_last_words_are_written_at_the_end),
      cmocka_unit_test(taking_back_with_a_full_disk_keeps_the_old_autosave),
      cmocka_unit_test(each_full_disk_is_told_once),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
