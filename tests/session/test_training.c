/* The training of a session: choices, the position in it, undo, keeping models, and
** restoring it after an end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "session/say.h"
#include "session/training/training.h"
#include "support/patience.h"

static char folder[64];
static Arena *arena;

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/headsup-training-XXXXXX");
  arena = arena_make(0);
  return mkdtemp(folder) && arena ? 0 : -1;
}

static void remove_name(void *self, const char *name) {
  const char *inside = self;
  const char *path = str_format(arena, "%s/%s", inside, name);
  if (os_kind(path) != OS_FOLDER) os_remove_file(path);
  else {
    os_list_folder(arena, path, remove_name, (void *)(uintptr_t)path);
    rmdir(path);
  }
}

static int tear_down(void **state) {
  (void)state;
  os_list_folder(arena, folder, remove_name, folder);
  rmdir(folder);
  arena_free(arena);
  return 0;
}

static Session *start(void) {
  Session *session;
  Status status;
  SessionOptions options = {.state_folder = folder};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  session_tick(session, os_now_ms());
  return session;
}

static bool shows(const Session *session, const char *model) {
  return str_is(trace_model_name(session_trace(session)), model);
}

static RunNews news(const Session *session) { return run_news(session_run(session)); }

/* "view training" has something to show at once, and undo leads back to what was there. */
static void the_view_opens_with_a_task(void **state) {
  (void)state;
  Session *session = session_of("the cat");
  say(session, "view training");
  assert_true(shows(session, "copy · step 0"));
  assert_int_equal(session_view(session)->kind, VIEW_TRAINING);
  say(session, "undo");
  assert_true(str_is(trace_sentence(session_trace(session)), "the cat"));
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  session_free(session);
}

/* The same commands give the same numbers, whatever came before them. */
static void steps_are_exact(void **state) {
  (void)state;
  Session *one = session_of("x"), *other = session_of("x");
  say(one, "train previous; train go 12");
  say(other, "train sort; train go 2; train previous; train go 5; train step; train go 6");
  assert_true(shows(one, "previous · step 12") && shows(other, "previous · step 12"));
  MatView a = trace_matrix(session_trace(one), TRACE_WEIGHTS, 0, 0);
  MatView b = trace_matrix(session_trace(other), TRACE_WEIGHTS, 0, 0);
  for (int row = 0; row < a.rows; row++)
    assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof(float));
  session_free(one);
  session_free(other);
}

/* "At every checkpoint every other view of the program shows that model." */
static void the_timeline_leads_every_view(void **state) {
  (void)state;
  Session *session = session_of("x");
  say(session, "train copy; train go 40; stage weights; timeline 10");
  assert_true(shows(session, "copy · step 10"));
  say(session, "view training; step");
  assert_true(shows(session, "copy · step 11"));
  say(session, "step back; step back");
  assert_true(shows(session, "copy · step 9"));
  say(session, "stage first");
  assert_true(shows(session, "copy · step 0"));
  say(session, "step back");
  assert_true(shows(session, "copy · step 0"));
  say(session, "stage last");
  assert_true(shows(session, "copy · step 40"));
  say(session, "step back");
  assert_true(shows(session, "copy · step 39"));
  say(session, "step; step; step");
  assert_true(shows(session, "copy · step 40"));
  assert_int_equal(session_view(session)->timeline_step, -1);
  session_free(session);
}

/* Undo covers the task and sizes; the former training returns with its steps. */
static void undo_returns_to_the_former_training(void **state) {
  (void)state;
  TrainingShown shown;
  Session *session = session_of("x");
  say(session, "view training; train go 7; train layers 2");
  assert_true(shows(session, "copy · step 0"));
  assert_true(session_training(session, &shown) && shown.has_former);
  say(session, "undo");
  assert_true(shows(session, "copy · step 7"));
  say(session, "redo");
  assert_true(shows(session, "copy · step 0"));
  assert_int_equal(run_shape(session_run(session))->layer_count, 2);
  say(session, "train again; undo; train again");
  assert_true(shows(session, "copy · step 0"));
  session_free(session);
}

/* Whichever allocation fails, the training, the current step and the worked
** step stay as they were. */
static void a_training_that_cannot_begin_anew_stays_as_it_was(void **state) {
  (void)state;
  Session *session = session_of("x");
  say(session, "train copy; train go 20; view training; watch w_q 1 1; timeline 5");
  for (long nth = 1;; nth++) {
    View before = *session_view(session);
    const TrainingRun *run = session_run(session);
    Status status;
    arena_fail_at(nth);
    bool done = session_do(session, "train again", &status);
    arena_fail_at(0);
    if (done) break;
    assert_int_equal(status.kind, STATUS_COULD_NOT);
    assert_ptr_equal(session_run(session), run);
    assert_true(shows(session, "copy · step 5"));
    assert_int_equal(session_view(session)->timeline_step, 5);
    assert_true(session_same_view(&before, session_view(session)));
    assert_int_equal(news(session).steps_done, 20);
    assert_non_null(session_worked_step(session));
    assert_int_equal(session_worked_step(session)->report.step, 6);
  }
  assert_true(shows(session, "copy · step 0"));
  assert_int_equal(session_view(session)->timeline_step, -1);
  session_free(session);
}

static void wrong_values_say_what_is_allowed(void **state) {
  (void)state;
  Session *session = session_of("x");
  say(session, "train copy");
  refused(session, "train heads 3", "divide");
  refused(session, "train layers 9", "from 1 to 4");
  refused(session, "train rate 0", "takes a number");
  refused(session, "train batch 1000", "from 1 to 256");
  refused(session, "train cpy", "did you mean “copy”?");
  refused(session, "train go 0", "from 1 to");
  refused(session, "train positions rop", "did you mean “rope”");
  refused(session, "train positions \"shaw 0\"", "from 1 to");
  refused(session, "train heads 4 width 24 positions \"rope base 5\"", "train");
  refused(session, "train heads 8 width 24 positions rope", "pairs of columns");
  refused(session, "train pace 0.5", "pace");
  refused(session, "watch w_z", "did you mean");
  refused(session, "watch w_q 1 99", "from 1 to 32");
  refused(session, "train keep /no/such/folder", "/no/such");
  session_free(session);
}

/* Every choice of a stepper is accepted, and its ends can be reached. */
static void steppers_offer_what_fits(void **state) {
  (void)state;
  Session *session = session_of("x");
  say(session, "view training; menu recipe");
  for (int field = 0; field < TRAINING_FIELD_COUNT; field++)
    for (int way = 1; way >= -1; way -= 2)
      for (int i = 0; i < 4; i++) {
        Str command = training_field_step(session, (TrainingField)field, way, arena);
        if (command.bytes == 0) break;
        bool slow = str_starts(command, "train reader") || str_starts(command, "train writer");
        if (!slow) say(session, "%.*s", (int)command.bytes, command.at);
      }
  say(session, "menu none; menu recipe; menu down; menu right");
  assert_int_equal(session_view(session)->menu, MENU_RECIPE);
  session_free(session);
}

static void divergence_is_said_and_the_timeline_stays(void **state) {
  (void)state;
  Status status;
  Session *session = session_of("x");
  say(session, "train copy rate 1e9");
  assert_false(session_do(session, "train go", &status));
  assert_non_null(strstr(status.sentence, "diverged at step"));
  RunNews after = news(session);
  assert_true(after.stopped && after.checkpoint_count > 0);
  assert_non_null(strstr(status.sentence, str_format(arena, "after step %d,", after.steps_done)));
  TrainingRun *run = session_run(session);
  assert_true(run_checkpoint_step(run, after.checkpoint_count - 1) <= after.steps_done);
  assert_false(session_do(session, "train go 1", &status));
  say(session, "timeline first; train rate 0.01; train go 2");
  assert_true(shows(session, "copy · step 2"));
  session_free(session);
}

/* In a window the model on show at the end is one that can be shown, and so can be used. */
static void a_window_shows_the_last_good_model(void **state) {
  (void)state;
  Session *session = start();
  say(session, "train copy layers 2 rate 1e9; train pace full; train go");
  WAIT_UNTIL(news(session).stopped);
  for (int i = 0; i < 3; i++) session_tick(session, os_now_ms() + 100 * i);
  TrainingShown shown;
  assert_true(session_training(session, &shown));
  assert_true(shown.step > 0 && shown.step <= shown.news.steps_done);
  say(session, "step back; stage last; train keep %s/kept", folder);
  session_free(session);
  session = start();
  say(session, "view training; model %s/kept", folder);
  session_free(session);
}

/* What is kept opens like any other model and says the same. */
static void a_kept_model_opens(void **state) {
  (void)state;
  Session *session = session_of("x");
  say(session, "train copy; train go 30; train keep %s/kept", folder);
  MatView now = trace_matrix(session_trace(session), TRACE_WEIGHTS, 0, 0);
  float kept[4];
  memcpy(kept, mat_row(now, 0), sizeof kept);
  say(session, "model %s/kept", folder);
  assert_memory_equal(mat_row(trace_matrix(session_trace(session), TRACE_WEIGHTS, 0, 0), 0), kept,
                      sizeof kept);
  assert_int_equal(os_kind(str_format(arena, "%s/kept/README.md", folder)), OS_FILE);
  session_free(session);
}

/* The state as commands plays back to it, trained numbers included. */
static void the_script_plays_back(void **state) {
  (void)state;
  Session *session = session_of("x"), *other = session_of("y");
  say(session, "train sort layers 1 heads 4 width 24 positions rope rate 0.015 batch 8 seed 5; "
               "view training; "
               "watch w_o 2 3; train pace 30; train go 9; timeline 4");
  Str script = session_script(session, arena);
  Status status;
  if (!session_run_script(other, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  assert_same_state(session, other, "played back");
  assert_true(shows(other, "sort · step 4"));
  assert_int_equal(news(other).steps_done, 9);
  if (!session_run_script(other, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  assert_int_equal(news(other).steps_done, 9); /* once more is no further step */
  session_free(session);
  session_free(other);
}

/* ---- time, and ends ---- */

static void tick_until(Session *session, int steps) {
  double began_ms = os_now_ms();
  while (news(session).steps_done < steps && patience_lasts(began_ms))
    session_tick(session, os_now_ms());
}

/* Ticks like a window that nobody touches: only as often as the session asks. True if it shows a
** message that disappears by itself meanwhile. */
static bool tick_as_asked(Session *session, const char *words) {
  bool says = false;
  double began_ms = os_now_ms();
  while (!says && session_tick(session, os_now_ms()) >= 0 && patience_lasts(began_ms))
    says = strstr(session_message(session).at, words) != NULL;
  return says;
}

/* While the newest step is followed the model changes by itself; then nothing changes, once
** the result is saved. */
static void the_newest_is_followed(void **state) {
  (void)state;
  Session *session = start();
  say(session, "train copy; train pace full; train go 50");
  assert_true(session_tick(session, os_now_ms()) >= 0);
  tick_until(session, 50);
  usleep(50000);
  for (int i = 0; i < 3; i++) session_tick(session, os_now_ms());
  assert_true(shows(session, "copy · step 50"));
  assert_false(tick_as_asked(session, "Cannot save"));
  assert_true(run_is_saved(session_run(session)));
  session_tick(session, os_now_ms() + 60000);
  assert_true(session_tick(session, os_now_ms() + 120000) < 0);
  session_free(session);
}

/* A save that fails after the pause is reported even if nobody touches the window. */
static void what_cannot_be_saved_is_told(void **state) {
  (void)state;
  Session *session = start();
  os_list_folder(arena, folder, remove_name, folder);
  assert_int_equal(rmdir(folder), 0);
  say(session, "train copy; train pace full; train go 3");
  tick_until(session, 3);
  assert_true(tick_as_asked(session, "Cannot save"));
  assert_int_equal(news(session).steps_done, 3);
  session_free(session);
}

static double slow_clock(void *self) { return *(double *)self += 10; }

/* A step that takes long is computed when the timeline is at rest, at most once for a key held
** down; the step shown meanwhile is labelled with its own number. */
static void a_slow_step_waits_for_the_timeline_to_rest(void **state) {
  (void)state;
  Session *session;
  Status status;
  double now_ms = 0;
  SessionOptions options = {.clock_ms = slow_clock, .clock_self = &now_ms};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  say(session, "train copy; train go 20; view training; watch w_q 1 1");
  assert_int_equal(session_worked_step(session)->report.step, 21);
  say(session, "timeline 10"); /* without a window nothing waits */
  assert_int_equal(session_worked_step(session)->report.step, 11);
  session_tick(session, now_ms);
  say(session, "timeline prev; timeline prev");
  assert_int_equal(session_worked_step(session)->report.step, 11);
  double due_ms = session_tick(session, now_ms);
  assert_true(due_ms > 0 && due_ms < 150);
  now_ms += 200;
  session_tick(session, now_ms);
  assert_int_equal(session_worked_step(session)->report.step, 9);
  say(session, "timeline 4; watch w_q 2 2"); /* another number is wanted at once */
  assert_int_equal(session_worked_step(session)->report.step, 5);
  session_free(session);
}

/* "Closing it saves the state": the next session restores the training when it is opened. */
static void closing_saves_and_the_next_start_goes_on(void **state) {
  (void)state;
  Session *session = start();
  say(session, "train copy heads 2; train pace full; train go 25");
  tick_until(session, 25);
  session_free(session);
  session = start();
  say(session, "view training");
  assert_true(shows(session, "copy · step 25"));
  assert_int_equal(run_shape(session_run(session))->head_count, 2);
  assert_true(strstr(session_message(session).at, "step 25"));
  session_free(session);
}

/* "A killed process: the last complete checkpoint opens." */
static void killed_it_comes_back(void **state) {
  (void)state;
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    Session *session = start();
    say(session, "train copy steps 100 seed 9; train pace full; train go");
    tick_until(session, 100);
    while (!run_is_saved(session_run(session))) usleep(10000);
    if (write(ready[1], "x", 1) == 1)
      for (;;) usleep(1000);
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  Session *session = start();
  say(session, "restore yes");
  WAIT_UNTIL(
      (session_tick(session, os_now_ms()), session_script_place(session).state == SCRIPT_NONE));
  assert_true(shows(session, "copy · step 100"));
  session_free(session);
}

static Session *train_and_close(const char *what, int steps) {
  Session *session = start();
  say(session, "%s; train pace full; train go %d", what, steps);
  tick_until(session, steps);
  session_free(session);
  return start();
}

/* A short training does not replace a longer one; each is restored when its task is chosen. */
static void each_choice_comes_back_with_its_own_steps(void **state) {
  (void)state;
  Session *session = train_and_close("train sort", 40);
  session_free(session);
  session = train_and_close("train copy", 3);
  say(session, "train sort");
  assert_true(shows(session, "sort · step 40"));
  assert_non_null(strstr(session_message(session).at, "step 40"));
  say(session, "train copy; undo; train copy");
  assert_true(shows(session, "copy · step 3"));
  session_free(session);
}

/* "Of two of one choice the shorter is the beginning of the longer, which stays." */
static void the_longer_of_one_choice_stays(void **state) {
  (void)state;
  Session *session = train_and_close("train copy", 30);
  say(session, "train copy; train again; train go 4");
  tick_until(session, 4);
  session_free(session);
  session = start();
  say(session, "view training");
  assert_true(shows(session, "copy · step 30"));
  session_free(session);
}

static void play(Session *session, const char *path) {
  Str script;
  Status status;
  if (!os_read_file(arena, path, 1 << 16, &script, &status) ||
      !session_run_script(session, &(Script){.path = path, .text = script}, &status))
    fail_msg("%s", status.sentence);
}

static void play_every_lesson(Session *session) {
  static const char *const lessons[] = {"causal-mask", "watch-attention-form"};
  for (int i = 0; i < 2; i++)
    play(session, str_format(arena, TEST_SOURCE_FOLDER "/../assets/lessons/%s.txt", lessons[i]));
}

/* "A lesson plays from any earlier state": after a training that is finished, one half done, and
** after itself; in a window, where steps are made beside it. */
static void a_lesson_plays_after_any_training(void **state) {
  (void)state;
  static const int kept_steps[] = {1000, 400};
  Session *clean = session_of("x");
  session_tick(clean, os_now_ms());
  play_every_lesson(clean);
  for (int i = 0; i < 2; i++) {
    Session *session = train_and_close("train copy", kept_steps[i]);
    for (int twice = 0; twice < 2; twice++) {
      play_every_lesson(session);
      assert_true(shows(session, "copy · step 0"));
      assert_same_state(clean, session, "a lesson");
    }
    session_free(session);
    tear_down(NULL);
    set_up(NULL);
  }
  session_free(clean);
}

/* "In a script train TASK begins at step 0": a kept training is restored only for a person, and
** still exists after the script. */
static void a_script_begins_its_training_anew(void **state) {
  (void)state;
  Status status;
  Session *session = train_and_close("train copy steps 30", 30);
  say(session, "train copy steps 30");
  assert_true(shows(session, "copy · step 30"));
  if (!session_run_script(session,
                          &(Script){.path = "s", .text = STR("train copy steps 30\ntrain go 5\n")},
                          &status))
    fail_msg("%s", status.sentence);
  tick_until(session, 5);
  assert_int_equal(news(session).steps_done, 5);
  session_free(session);
  session = start();
  say(session, "train copy steps 30");
  assert_true(shows(session, "copy · step 30"));
  session_free(session);
}

/* A saved state that says "train until 30" gets its numbers at once if they were kept, and
** computes them otherwise. */
static void a_state_takes_back_what_it_was_saved_with(void **state) {
  (void)state;
  Status status;
  Session *session = start();
  say(session, "train copy steps 60; train pace full; train go 30");
  tick_until(session, 30);
  Str script = session_script(session, arena);
  session_free(session);
  session = start();
  if (!session_run_script(session, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  assert_int_equal(news(session).steps_done, 30);
  assert_true(shows(session, "copy · step 30"));
  say(session, "train go 10");
  tick_until(session, 40);
  if (!session_run_script(session, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  tick_until(session, 30);
  assert_int_equal(news(session).steps_done, 30);
  session_free(session);
}

static void count_left(void *self, const char *name) {
  if (strncmp(name, "training.", 9) == 0) ++*(int *)self;
}

/* "Of more than LEFT_MOST the one with the fewest steps goes, but never the newest." */
static void few_are_left_and_the_longest_among_them(void **state) {
  (void)state;
  static const int steps[] = {50, 5, 12, 13, 14, 2};
  Session *session = start();
  for (int i = 0; i < 6; i++) {
    char what[64];
    snprintf(what, sizeof what, "train copy seed %d", i + 1);
    session_free(session);
    session = train_and_close(what, steps[i]);
  }
  session_free(session);
  session = start();
  int count = 0;
  os_list_folder(arena, folder, count_left, &count);
  assert_int_equal(count, 4);
  say(session, "train copy seed 1");
  assert_true(shows(session, "copy · step 50"));
  say(session, "train copy seed 2");
  assert_true(shows(session, "copy · step 0"));
  session_free(session);
}

/* Files of earlier versions of the program, and files that are invalid. */
static void an_older_file_comes_back_and_a_broken_one_is_said(void **state) {
  (void)state;
  Session *session = start();
  TrainingRun *run;
  say(session, "train copy; train go 6");
  tick_until(session, 6);
  run = session_run(session);
  assert_true(run_save(run, str_format(arena, "%s/training", folder), NULL));
  os_save_file(str_format(arena, "%s/training-4194300", folder), "x", 1, NULL);
  session_free(session);
  session = start();
  assert_non_null(strstr(session_message(session).at, "does not come back"));
  assert_int_equal(os_kind(str_format(arena, "%s/training-4194300.bad", folder)), OS_FILE);
  say(session, "view training");
  assert_true(shows(session, "copy · step 6"));
  session_free(session);
}

/* In a window the folder is written beside it, while steps go on, and named from the root. */
static void keeping_in_a_window_waits_for_nothing(void **state) {
  (void)state;
  Session *session = start();
  const char *target = str_format(arena, "%s/kept", folder);
  say(session, "train copy; train pace full; train go; train keep %s", target);
  assert_int_equal(session_kept_count(session), 0);
  double began_ms = os_now_ms();
  while (session_kept_count(session) == 0 && patience_lasts(began_ms))
    assert_true(session_tick(session, os_now_ms()) >= 0); /* the notice is waited for */
  assert_string_equal(session_kept(session, 0), target);
  assert_non_null(strstr(session_message(session).at, target));
  refused(session, "train keep /proc/kept", "/proc/kept");
  say(session, "model %s", target);
  assert_true(shows(session, "kept"));
  session_free(session);
}

/* "Coming back restores the model, sentence, layer, head and stage one had before." */
static void leaving_leads_back_to_what_was_before(void **state) {
  (void)state;
  Session *session = start();
  say(session,
      "model hand-made; sentence \"my own words\"; mask causal; view stage; stage weights");
  say(session, "layer 2; head 3; cell 2 1; theme dark; view training toggle; train go 3");
  tick_until(session, 3);
  View before = *session_view(session);
  say(session, "head 1; stage scores; view training; view training toggle");
  const Inputs *inputs = session_inputs(session);
  const View *view = session_view(session);
  assert_string_equal(inputs->model, "hand-made");
  assert_true(str_is(inputs->streams[0], "my own words"));
  assert_int_equal(inputs->mask.parts.named, 1u << MASK_CAUSAL);
  assert_int_equal(view->kind, VIEW_STAGE);
  assert_int_equal(view->stage, STAGE_WEIGHTS);
  assert_int_equal(view->layer, 1);
  assert_int_equal(view->head, 2);
  assert_int_equal(view->query, 1);
  assert_int_equal(view->key, 0);
  assert_int_equal(view->theme, before.theme);
  say(session, "view training toggle"); /* and the training is where it was */
  assert_true(shows(session, "copy · step 3"));
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "my own words"));
  session_free(session);
}

/* Other models cannot use the letters of a task; words typed meanwhile stay. */
static void another_model_gets_the_words_from_before(void **state) {
  (void)state;
  Session *session = start();
  say(session, "model hand-made; sentence \"my own words\"; view training; model reader");
  assert_true(str_is(session_inputs(session)->streams[0], "my own words"));
  assert_int_equal(session_view(session)->layer, 0); /* where a row of these words is graded */
  say(session, "view training; sentence \"c a\"; model writer");
  assert_true(str_is(session_inputs(session)->streams[0], "c a"));
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_view_opens_with_a_task, set_up, tear_down),
      cmocka_unit_test_setup_teardown(steps_are_exact, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_timeline_leads_every_view, set_up, tear_down),
      cmocka_unit_test_setup_teardown(undo_returns_to_the_former_training, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_training_that_cannot_begin_anew_stays_as_it_was, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(wrong_values_say_what_is_allowed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(steppers_offer_what_fits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(divergence_is_said_and_the_timeline_stays, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_window_shows_the_last_good_model, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_kept_model_opens, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_script_plays_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_newest_is_followed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(what_cannot_be_saved_is_told, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_slow_step_waits_for_the_timeline_to_rest, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(closing_saves_and_the_next_start_goes_on, set_up, tear_down),
      cmocka_unit_test_setup_teardown(killed_it_comes_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(each_choice_comes_back_with_its_own_steps, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_longer_of_one_choice_stays, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_lesson_plays_after_any_training, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_script_begins_its_training_anew, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_state_takes_back_what_it_was_saved_with, set_up, tear_down),
      cmocka_unit_test_setup_teardown(few_are_left_and_the_longest_among_them, set_up, tear_down),
      cmocka_unit_test_setup_teardown(an_older_file_comes_back_and_a_broken_one_is_said, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(keeping_in_a_window_waits_for_nothing, set_up, tear_down),
      cmocka_unit_test(leaving_leads_back_to_what_was_before),
      cmocka_unit_test(another_model_gets_the_words_from_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
