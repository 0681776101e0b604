/* Long work runs in the background: what was shown stays usable, typed text appears at once, and
** whatever happens to the work, undo and the state are as if it had been done at once. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/os.h"
#include "session/browser/browser.h"
#include "session/menu/menu.h"
#include "session/say.h"
#include "session/slow.h"
#include "support/patience.h"
#include "trace/file/trace_file.h"

static atomic_int woken;
static void wake(void *self) { (void)self, atomic_fetch_add(&woken, 1); }

static bool keeps_going = true;
static bool go_on(void *self) { return (void)self, keeps_going; }

static Session *begin(const char *model, const char *sentence) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.model = model,
                            .sentence = str_from(sentence),
                            .background = true,
                            .engine = slow_engine(),
                            .hooks = {.wake = wake, .go_on = go_on}};
  keeps_going = true;
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  return session;
}

static void pause_ms(long ms) {
  struct timespec time = {.tv_nsec = ms * 1000000};
  nanosleep(&time, NULL);
}

/* As a window does. */
static void tick_until_settled(Session *session) {
  double began_ms = os_now_ms();
  do session_tick(session, os_now_ms());
  while (session_is_pending(session) && patience_lasts(began_ms));
  assert_false(session_is_pending(session));
}

/* Until the work waits at the gate. */
static void tick_until_waiting(Session *session) {
  double began_ms = os_now_ms();
  do session_tick(session, os_now_ms());
  while (slow_waits() == 0 && patience_lasts(began_ms));
  assert_int_equal(slow_waits(), 1);
}

static Session *begin_opened(const char *sentence) {
  Session *session = begin("hand-made", sentence);
  say(session, "model slow");
  slow_let_open(1);
  slow_let_run(1);
  tick_until_settled(session);
  return session;
}

static void assert_shows(const Session *session, const char *sentence) {
  Str shown = trace_sentence(session_trace(session));
  if (!str_is(shown, sentence))
    fail_msg("“%.*s” is not “%s”", (int)shown.bytes, shown.at, sentence);
}

static void assert_field(const Session *session, const char *sentence) {
  Str field = session_sentence(session);
  if (!str_is(field, sentence))
    fail_msg("“%.*s” is not “%s”", (int)field.bytes, field.at, sentence);
}

static void the_old_trace_stays_in_use_while_a_model_is_opened(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  const Trace *before = session_trace(session);
  woken = 0;
  say(session, "model slow");
  tick_until_waiting(session);
  assert_ptr_equal(session_trace(session), before);
  assert_string_equal(session_inputs(session)->model, "slow");
  say(session, "view stage; stage weights; layer 2; head 3; cell 2 1");
  slow_let_open(1);
  tick_until_waiting(session);
  slow_let_run(1);
  tick_until_settled(session);
  assert_true(session_trace(session) != before);
  assert_true(atomic_load(&woken) > 0);
  assert_int_equal(session_view(session)->stage, STAGE_WEIGHTS);
  assert_int_equal(session_view(session)->head, 2);
  assert_int_equal(session_view(session)->query, 1);
  say(session, "undo");
  assert_string_equal(session_inputs(session)->model, "hand-made");
  assert_false(session_can_undo(session));
  session_free(session);
}

static void typing_shows_at_once_and_only_the_newest_is_worked_out(void **state) {
  (void)state;
  Session *session = begin_opened("the cat");
  const Trace *before = session_trace(session);
  int ran = slow_ran();
  say(session, "edit begin; edit insert \" s\"");
  tick_until_waiting(session);
  say(session, "edit insert \"a\"");
  say(session, "edit insert \"t\"");
  say(session, "edit left");
  assert_field(session, "the cat sat");
  assert_int_equal(session_edit(session)->caret, 10);
  assert_shows(session, "the cat");
  tick_until_waiting(session);
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "the cat sat");
  assert_int_equal(slow_ran(), ran + 1);
  assert_true(slow_stopped() >= 1);
  assert_ptr_equal(slow_last_before(), before);
  assert_int_equal(session_edit(session)->caret, 10);
  say(session, "undo");
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "the cat");
  session_free(session);
}

static void tick_for(Session *session, double ms) {
  for (double end = os_now_ms() + ms; os_now_ms() < end; pause_ms(1))
    session_tick(session, os_now_ms());
}

/* Until the waiting work has reported its progress and the session has read it. */
static void tick_until_told(Session *session) {
  int told = slow_told();
  double began_ms = os_now_ms();
  while (slow_told() < told + 2 && patience_lasts(began_ms)) session_tick(session, os_now_ms());
  assert_true(slow_told() >= told + 2);
  session_tick(session, os_now_ms());
}

/* Somebody types without a pause; the work has this progress at every key. */
static void type_while_at(Session *session, const char *keys, int share_percent) {
  char line[] = "edit insert \"x\"";
  slow_is_at(share_percent);
  for (; *keys; keys++) {
    line[sizeof line - 3] = *keys;
    say(session, "%s", line);
    tick_until_waiting(session);
    tick_until_told(session);
  }
}

static void tick_until_shown(Session *session, const char *sentence) {
  double began_ms = os_now_ms();
  while (!str_is(trace_sentence(session_trace(session)), sentence) && patience_lasts(began_ms))
    session_tick(session, os_now_ms());
  assert_shows(session, sentence);
}

static void a_run_that_is_far_is_shown_before_the_newest(void **state) {
  (void)state;
  Session *session = begin_opened("a");
  int stopped = slow_stopped();
  say(session, "edit begin; edit home");
  type_while_at(session, "b", 70);
  type_while_at(session, "cd", 70);
  assert_int_equal(slow_stopped(), stopped); /* that of "b" goes on */
  slow_let_run(1);
  tick_until_shown(session, "ba");
  const Trace *on_the_way = session_trace(session);
  assert_field(session, "bcda");
  assert_true(session_is_pending(session));
  tick_until_waiting(session);
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "bcda");
  assert_ptr_equal(slow_last_before(), on_the_way); /* rows are reused from the last complete run */
  say(session, "undo");
  assert_field(session, "a"); /* one step, as if nothing had come between */
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "a");
  session_free(session);
}

/* As an undo whose trace is made at once (session_undo). */
static void a_cell_comes_back_when_its_trace_is_there(void **state) {
  (void)state;
  Session *session = begin_opened("a b c");
  say(session, "view stage; stage weights; cell 3 2; sentence \"a b\"");
  slow_let_run(1);
  tick_until_settled(session);
  assert_int_equal(session_view(session)->query, -1);
  say(session, "undo");
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "a b c");
  assert_int_equal(session_view(session)->query, 2);
  assert_int_equal(session_view(session)->key, 1);
  session_free(session);
}

static void cancelling_returns_to_what_was_shown_on_the_way(void **state) {
  (void)state;
  Session *session = begin_opened("a");
  say(session, "edit begin; edit home");
  type_while_at(session, "bc", 70);
  slow_let_run(1);
  tick_until_shown(session, "ba");
  say(session, "cancel");
  assert_field(session, "ba");
  assert_int_equal(session_edit(session)->caret, 1);
  say(session, "undo");
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "a");
  session_free(session);
}

/* How long somebody types, with little progress at each key, until a run is no longer
** stopped for the next key. */
static double ms_until_kept(Session *session) {
  int stopped = slow_stopped();
  double began_ms = os_now_ms();
  say(session, "edit begin; edit home");
  type_while_at(session, "bcd", 50);
  assert_true(slow_stopped() > stopped); /* the first runs made way for the next */
  while (slow_stopped() > stopped && os_now_ms() - began_ms < 3000) {
    stopped = slow_stopped();
    type_while_at(session, "e", 50);
    tick_for(session, 60);
  }
  return os_now_ms() - began_ms;
}

/* There is still a picture within half a second, but not one for every key. Repeated if the machine
** was busy with other work. */
static void who_types_without_a_pause_sees_a_picture_twice_a_second(void **state) {
  (void)state;
  Session *session = begin_opened("a");
  double kept_ms = ms_until_kept(session);
  for (int i = 0; i < 10 && kept_ms > 700; i++) {
    session_free(session);
    session = begin_opened("a");
    kept_ms = ms_until_kept(session);
  }
  assert_in_range((int)kept_ms, 150, 700);
  Str typed = session_sentence(session);
  char before[64];
  snprintf(before, sizeof before, "%.*s", (int)typed.bytes, typed.at);
  slow_let_run(1);
  double began_ms = os_now_ms();
  while (str_is(trace_sentence(session_trace(session)), "a") && patience_lasts(began_ms))
    session_tick(session, os_now_ms());
  assert_true(session_is_pending(session));
  assert_true(trace_sentence(session_trace(session)).bytes > 1);
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, before);
  session_free(session);
}

static void typing_does_not_begin_the_opening_again(void **state) {
  (void)state;
  Session *session = begin("slow", "a");
  tick_until_waiting(session);
  say(session, "edit begin; edit end-of-line");
  type_while_at(session, "bcd", 10);
  assert_int_equal(slow_stopped(), 0);
  slow_let_open(1);
  slow_let_run(2);
  tick_until_settled(session);
  assert_shows(session, "abcd");
  assert_int_equal(slow_opened(), 1);
  session_free(session);
}

static void cancelling_brings_back_what_was_with_its_redo(void **state) {
  (void)state;
  Session *session = begin_opened("one");
  slow_let_run(2);
  say(session, "sentence \"two\"");
  tick_until_settled(session);
  say(session, "undo");
  tick_until_settled(session);
  const Trace *before = session_trace(session);
  assert_true(session_can_redo(session));
  say(session, "sentence \"three\"");
  say(session, "edit begin");
  say(session, "edit insert \"!\"");
  tick_until_waiting(session);
  assert_false(session_can_redo(session));
  say(session, "cancel");
  assert_false(session_is_pending(session));
  assert_field(session, "one");
  assert_ptr_equal(session_trace(session), before);
  assert_true(session_can_redo(session));
  refused(session, "cancel", "nothing is being opened");
  slow_let_run(1);
  say(session, "redo");
  tick_until_settled(session);
  assert_shows(session, "two");
  session_free(session);
}

static void what_fails_beside_is_told_and_all_is_as_before(void **state) {
  (void)state;
  Session *session = begin("hand-made", "one");
  const Trace *before = session_trace(session);
  slow_let_open(2);
  say(session, "model slow-broken");
  tick_until_settled(session);
  assert_string_equal(session_message(session).at, "slow-broken cannot be opened");
  assert_string_equal(session_inputs(session)->model, "hand-made");
  assert_ptr_equal(session_trace(session), before);
  assert_false(session_can_undo(session));
  slow_let_run(2);
  say(session, "model slow");
  tick_until_settled(session);
  say(session, "sentence \"broken\"");
  tick_until_settled(session);
  assert_string_equal(session_message(session).at, "that sentence cannot be run");
  assert_shows(session, "one");
  assert_field(session, "one");
  session_free(session);
}

static void undo_of_what_is_still_worked_out_waits_for_nothing(void **state) {
  (void)state;
  Session *session = begin_opened("one");
  const Trace *before = session_trace(session);
  say(session, "view stage; stage scores; sentence \"two\"");
  tick_until_waiting(session);
  say(session, "stage embed; undo");
  assert_false(session_is_pending(session));
  assert_ptr_equal(session_trace(session), before);
  assert_int_equal(session_view(session)->stage, STAGE_EMBED);
  say(session, "redo");
  assert_field(session, "two");
  slow_let_run(2);
  tick_until_settled(session);
  assert_shows(session, "two");
  session_free(session);
}

static void closing_stops_the_work_within_a_tenth_of_a_second(void **state) {
  (void)state;
  double quickest_ms = PATIENCE_MS;
  for (int i = 0; i < 10 && quickest_ms >= 100;
       i++) { /* now and then a machine is busy elsewhere */
    Session *session = begin_opened("one");
    say(session, "sentence \"two\"");
    tick_until_waiting(session);
    double began_ms = os_now_ms();
    session_free(session);
    quickest_ms = fmin(quickest_ms, os_now_ms() - began_ms);
  }
  assert_true(quickest_ms < 100);
  Session *session = begin("slow", "one");
  session_tick(session, os_now_ms());
  session_free(session); /* also when it has hardly begun */
}

static void what_is_quick_waits_until_the_stopped_work_has_ended(void **state) {
  (void)state;
  Session *session = begin_opened("one");
  say(session, "sentence \"two\"");
  tick_until_waiting(session);
  say(session, "model random");
  tick_until_settled(session);
  assert_true(str_is(trace_model_name(session_trace(session)), "random"));
  assert_shows(session, "two");
  say(session, "model slow");
  tick_until_waiting(session);
  say(session, "view training; train step; undo");
  assert_string_equal(session_inputs(session)->model, "slow");
  say(session, "undo");
  tick_until_settled(session);
  assert_true(str_is(trace_model_name(session_trace(session)), "random"));
  session_free(session);
}

static void a_line_and_a_script_wait_for_what_they_ask_for(void **state) {
  (void)state;
  Status status = {0};
  Session *session = begin("hand-made", "one");
  slow_let_open(2);
  slow_let_run(4);
  say(session, "model slow; sentence \"a b c d e\"; cell 5 5");
  assert_int_equal(session_view(session)->query, 4);
  assert_false(session_is_pending(session));
  say(session, "model hand-made");
  static const char script[] = "model slow\nsentence \"x y\"\nhead 4\ncell 2 2\n";
  if (!session_run_script(session, &(Script){.path = "test", .text = str_from(script)}, &status))
    fail_msg("%s", status.sentence);
  assert_shows(session, "x y");
  assert_int_equal(slow_opened(), 2); /* not once more for checking */
  keeps_going = false;
  assert_false(session_run_script(
      session, &(Script){.path = "test", .text = STR("sentence \"z\"\n")}, &status));
  assert_int_equal(status.kind, STATUS_STOPPED);
  assert_shows(session, "x y");
  session_free(session);
}

static void a_script_without_a_window_opens_a_model_once(void **state) {
  (void)state;
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.model = "hand-made", .engine = slow_engine()};
  assert_true(session_make(&options, &session, &status));
  slow_let_open(1);
  slow_let_run(4);
  assert_true(session_run_script(
      session, &(Script){.path = "test", .text = STR("model slow\nsentence \"x\"\n")}, &status));
  assert_int_equal(slow_opened(), 1);
  assert_shows(session, "x");
  session_free(session);
}

static void what_is_wanted_is_what_a_saved_state_holds(void **state) {
  (void)state;
  Status status = {0};
  Session *session = begin_opened("a b c d e f"), *other;
  Arena *arena = arena_make(0);
  say(session, "layer 2; head 2; cell 6 6; mask 6 6 hide");
  say(session, "sentence \"a\"");
  tick_until_waiting(session);
  Str script = session_script(session, arena);
  other = begin("hand-made", "b");
  slow_let_run(8);
  slow_let_open(2);
  if (!session_run_script(other, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  assert_true(inputs_equal(session_inputs(session), session_inputs(other)));
  assert_int_equal(session_view(other)->head, 1); /* of the same model, so that is known */
  assert_int_equal(session_view(other)->layer, 1);
  session_free(other);
  session_free(session);
  arena_free(arena);
}

/* The other model is not known yet: if it has fewer layers or heads, the nearest one is used. */
static void a_saved_state_keeps_the_place_while_another_model_is_opened(void **state) {
  (void)state;
  Status status = {0};
  Session *session = begin("reader", "a b c"), *other;
  Arena *arena = arena_make(0);
  say(session, "view stage; stage logits; layer 2; head 4; cell 1 1; model slow");
  tick_until_waiting(session);
  Str script = session_script(session, arena);
  other = begin("hand-made", "b");
  slow_let_run(4); /* enough for both */
  slow_let_open(2);
  if (!session_run_script(other, &(Script){.path = "state", .text = script}, &status))
    fail_msg("%s", status.sentence);
  const View *view = session_view(other);
  assert_int_equal(view->layer, 1);
  assert_int_equal(view->head, 3);
  const Trace *trace = session_trace(other);
  assert_int_equal(view->stage, trace_stage_at(trace, trace_stage_count(trace) - 1));
  assert_int_equal(view->kind, VIEW_STAGE);
  say(other, "layer 99 beyond; head 99 beyond");
  assert_int_equal(view->layer, trace_layer_count(session_trace(other)) - 1);
  assert_int_equal(view->head, trace_head_count(session_trace(other), view->layer) - 1);
  refused(other, "layer 99", "layer");
  refused(other, "stage nowhere beyond", "nowhere");
  session_free(other);
  session_free(session);
  arena_free(arena);
}

static void the_first_model_is_opened_behind_the_default_one(void **state) {
  (void)state;
  Session *session = begin("slow", "one two");
  assert_shows(session, "one two");
  assert_string_equal(session_inputs(session)->model, "slow");
  assert_true(session_is_pending(session));
  slow_let_open(1);
  slow_let_run(1);
  tick_until_settled(session);
  assert_string_equal(session_inputs(session)->model, "slow");
  assert_false(session_can_undo(session));
  session_free(session);
  session = begin("slow-broken", "one two");
  slow_let_open(1);
  tick_until_settled(session);
  assert_string_equal(session_inputs(session)->model, model_builtin(0)->name);
  assert_string_equal(session_message(session).at, "slow-broken cannot be opened");
  session_free(session);
}

static void progress_is_told_after_half_a_second_and_esc_stops_it(void **state) {
  (void)state;
  SessionProgress progress;
  Session *session = begin("hand-made", "one");
  double began_ms = os_now_ms();
  say(session, "model slow");
  tick_until_waiting(session);
  bool is_told = session_progress(session, &progress);
  assert_true(!is_told || os_now_ms() - began_ms >= 500);
  tick_until_told(session);
  tick_for(session, 550);
  assert_true(session_progress(session, &progress));
  assert_true(progress.opens && str_is(progress.model, "slow"));
  assert_true(progress.share > 0.49 && progress.share < 0.51);
  /* Half is done: what is left takes about as long as it has taken. */
  assert_true(progress.left_s > 0.3 && progress.left_s < (os_now_ms() - began_ms) / 1000 + 1);
  assert_in_range((int)session_tick(session, os_now_ms()), 1, 100);
  say(session, "menu help; escape");
  assert_true(session_is_pending(session)); /* the page closed first */
  say(session, "escape");
  assert_false(session_is_pending(session));
  assert_true(session_tick(session, os_now_ms()) < 0); /* idle again */
  session_free(session);
}

static void a_mask_is_edited_on_what_is_wanted(void **state) {
  (void)state;
  Session *session = begin_opened("a b c");
  say(session, "mask 2 1 toggle");
  tick_until_waiting(session);
  say(session, "mask 2 1 toggle");
  slow_let_run(1);
  tick_until_settled(session);
  assert_false(trace_hidden(session_trace(session), 1, 0));
  session_free(session);
}

static void what_memory_a_cache_may_have_is_said_in_megabytes(void **state) {
  (void)state;
  Session *session = session_of("a");
  say(session, "cache 16; cache 65536");
  refused(session, "cache 15", "16 to 65536");
  refused(session, "cache 65537", "16 to 65536");
  refused(session, "cache much", "16 to 65536");
  say(session, "cache 31");
  Arena *arena = arena_make(0);
  assert_non_null(strstr(session_script(session, arena).at, "\ncache 31\n"));
  arena_free(arena);
  session_free(session);
}

/* While one trace is made two are in memory, so the current one gives up memory, and gets it back
** when the work has ended in any way. */
static void a_trace_on_show_makes_room_for_the_next(void **state) {
  (void)state;
  Session *session = begin_opened("it was");
  const size_t whole = (size_t)100 << 20;
  say(session, "cache 100");
  assert_int_equal(trace_cache_bound(session_trace(session)), whole);
  say(session, "sentence \"it was so\"");
  tick_until_waiting(session);
  assert_shows(session, "it was");
  assert_int_equal(trace_cache_bound(session_trace(session)), whole / 4);
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "it was so");
  assert_int_equal(trace_cache_bound(session_trace(session)), whole);
  say(session, "sentence \"broken by hand\"");
  tick_until_waiting(session);
  slow_let_run(1);
  tick_until_settled(session);
  assert_shows(session, "it was so");
  assert_int_equal(trace_cache_bound(session_trace(session)), whole);
  session_free(session);
}

/* The caller of a wait may ignore why it failed. */
static void waiting_needs_no_status(void **state) {
  (void)state;
  Session *session = begin_opened("it was");
  say(session, "sentence \"broken by hand\"");
  tick_until_waiting(session);
  slow_let_run(1);
  assert_false(session_wait(session, NULL));
  assert_shows(session, "it was");
  session_free(session);
}

/* In a folder for states: the autosave of a killed session names a model
** that is slow or missing. */
static void a_state_with_such_a_model_comes_back_and_its_words_when_it_cannot(void **state) {
  (void)state;
  char folder[] = "/tmp/headsup-work-XXXXXX", path[64];
  static const char left[] = "# saved 5\n# headsup 1\nmodel slow-broken\nsentence \"x y\"\nhead 4\n"
                             "cell 2 2\n";
  Status status = {0};
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/journal-4194400", folder);
  assert_true(os_save_file(path, left, strlen(left), &status));
  SessionOptions options = {
      .sentence = STR("mine"), .state_folder = folder, .background = true, .engine = slow_engine()};
  Session *session;
  assert_true(session_make(&options, &session, &status));
  assert_true(session_has_left_autosave(session)); /* nothing was opened to find that out */
  slow_let_open(1);
  say(session, "restore yes");
  assert_shows(session, "x y");
  assert_non_null(strstr(session_message(session).at, "slow-broken cannot be opened"));
  assert_string_equal(session_inputs(session)->model, model_builtin(0)->name);
  say(session, "undo");
  assert_shows(session, "mine");
  assert_false(session_can_undo(session));
  assert_int_equal(os_kind(path), OS_MISSING);
  session_free(session);
  static const char whole[] = "# saved 5\n# headsup 1\nmodel slow\nsentence \"x y\"\ncell 2 2\n";
  assert_true(os_save_file(path, whole, strlen(whole), &status));
  assert_true(session_make(&options, &session, &status));
  slow_let_open(1);
  slow_let_run(2);
  say(session, "restore yes");
  assert_shows(session, "x y");
  assert_int_equal(session_view(session)->query, 1);
  assert_int_equal(os_kind(path), OS_MISSING);
  say(session, "sentence \"x y w\"");
  slow_let_run(1);
  tick_until_settled(session);
  tick_for(session, 300);
  snprintf(path, sizeof path, "%s/journal-%d", folder, os_process_id());
  Arena *arena = arena_make(0);
  Str text;
  assert_true(os_read_file(arena, path, 100000, &text, &status));
  assert_non_null(strstr(text.at, "x y w"));
  assert_non_null(strstr(text.at, "cell 2 2")); /* the place is in it again */
  arena_free(arena);
  session_free(session);
  rmdir(folder);
}

/* What was opened becomes the first of the recent models, and the others move down. */
static void what_is_about_to_be_chosen_stays_when_a_model_arrives(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = begin("hand-made", "one two");
  slow_let_open(1);
  say(session, "model slow-quick");
  tick_until_settled(session);
  say(session, "model slow");
  tick_until_waiting(session);
  say(session, "menu model");
  int item = session_view(session)->menu_item;
  for (; strcmp(menu_command(session, MENU_MODEL, item, arena), "browse") != 0; item++)
    say(session, "menu next");
  assert_int_equal(session_view(session)->menu_item, item);
  slow_let_open(1);
  slow_let_run(1);
  tick_until_settled(session);
  assert_int_equal(session_recent_count(session), 2);
  assert_int_equal(session_view(session)->menu_item, item + 1);
  say(session, "menu choose");
  assert_int_equal(session_view(session)->menu, MENU_BROWSE);
  session_free(session);
  arena_free(arena);
}

static void choose_the_mask_editor(Session *session) {
  Arena *arena = arena_make(0);
  int item = 0;
  while (strcmp(menu_command(session, MENU_ATTENTION, item, arena), "mask editor toggle") != 0)
    item++;
  say(session, "menu attention");
  while (session_view(session)->menu_item < item) say(session, "menu down");
  say(session, "menu choose");
  arena_free(arena);
}

/* The cell and zoom of the previous model mean nothing in the new one; what was
** chosen meanwhile does. */
static void the_mask_editor_opened_while_a_model_is_waited_for_stays_open(void **state) {
  (void)state;
  Session *session = begin("hand-made", "one two");
  say(session, "model slow");
  tick_until_waiting(session);
  choose_the_mask_editor(session);
  assert_true(session_view(session)->mask_editor);
  slow_let_open(2);
  slow_let_run(2);
  tick_until_settled(session);
  assert_true(session_view(session)->mask_editor);
  say(session, "model slow-quick");
  tick_until_settled(session);
  assert_false(session_view(session)->mask_editor); /* opened before: it was of the model before */
  session_free(session);
}

static void a_recording_asks_and_keeps_its_own_sentence(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = begin("hand-made", "one two");
  slow_let_open(4);
  say(session, "view stage; head 3; model slow-recording");
  tick_until_settled(session);
  assert_int_equal(session_view(session)->menu, MENU_QUESTION);
  assert_string_equal(session_question(session).at, "slow-recording: two axes are 4 long");
  assert_shows(session, "one two");
  assert_string_equal(menu_command(session, MENU_QUESTION, 1, arena),
                      "model \"slow-recording\" \"HLTS\"");
  say(session, "menu down; menu choose");
  tick_until_settled(session);
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  assert_true(session_is_recording(session));
  assert_string_equal(session_inputs(session)->reading, "HLTS");
  assert_shows(session, "it was recorded elsewhere");
  assert_field(session, "it was recorded elsewhere");
  assert_int_equal(session_view(session)->head, 0); /* the top of what was opened */
  refused(session, "sentence \"x\"", "a recording keeps");
  refused(session, "mask 2 1 hide", "a recording keeps");
  refused(session, "mask editor toggle", "a recording keeps");
  assert_false(session_view(session)->mask_editor);
  refused(session, "edit begin", "cannot be changed");
  assert_non_null(strstr(session_script(session, arena).at, "model slow-recording \"HLTS\"\n"));
  say(session, "model hand-made"); /* the sentence from before */
  tick_until_settled(session);
  assert_shows(session, "one two");
  assert_false(session_is_recording(session));
  say(session, "undo; undo");
  tick_until_settled(session);
  assert_false(session_can_undo(session));
  session_free(session);
  arena_free(arena);
}

/* What `headsup trace` would write of a small model, opened again by its path. */
static void a_recording_of_the_disk_is_read(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-work-XXXXXX";
  Status status = {0};
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  Session *session = session_of("a b c");
  if (!trace_save_safetensors(session_trace(session), path, "test", NULL, &status))
    fail_msg("%s", status.sentence);
  float weight = mat_get(trace_matrix(session_trace(session), TRACE_WEIGHTS, 1, 2), 2, 1);
  say(session, "sentence \"other words here now\"; model \"%s\"", path);
  assert_true(session_is_recording(session));
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  MatView read = trace_matrix(session_trace(session), TRACE_WEIGHTS, 1, 2);
  assert_true(mat_get(read, 2, 1) == weight);
  assert_string_equal(session_inputs(session)->model, path);
  refused(session, "sentence \"x\"", "a recording keeps");
  say(session, "undo");
  assert_shows(session, "other words here now");
  session_free(session);
  remove(path);
}

/* A recording lists its own masks, which cannot be edited: an open menu starts again there. */
static void a_recording_that_arrives_has_a_mask_to_choose_in_the_open_menu(void **state) {
  (void)state;
  char folder[] = "/tmp/headsup-work-XXXXXX", path[64];
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.sentence = STR("a b c"), .background = true, .hooks = {.wake = wake}};
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/recorded.safetensors", folder);
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  assert_true(trace_save_safetensors(session_trace(session), path, "test", NULL, &status));
  say(session, "model \"%s\"", path);
  choose_the_mask_editor(session);
  assert_true(session_view(session)->mask_editor);
  say(session, "menu attention; menu down; menu down; menu down; menu down; menu down");
  tick_until_settled(session);
  assert_true(trace_is_recorded(session_trace(session)));
  assert_int_equal(session_view(session)->menu, MENU_ATTENTION);
  assert_int_equal(menu_count(session, MENU_ATTENTION), 1);
  assert_int_equal(session_view(session)->menu_item, 0);
  assert_false(session_view(session)->mask_editor);
  session_free(session);
  remove(path);
  rmdir(folder);
}

static void bytes_of(char *text, size_t *used, const float *numbers, int count) {
  memcpy(text + *used, numbers, (size_t)count * sizeof *numbers);
  *used += (size_t)count * sizeof *numbers;
}

/* A NumPy file of two layers, one head, two tokens; its name says that it holds weights. */
static void write_weights(const char *path, const float weights[8]) {
  static const char header[] = "\x93NUMPY\x01\0\x76\0"
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 2, 2), }";
  char text[160];
  size_t used = 128;
  Status status;
  memset(text, ' ', sizeof text);
  memcpy(text, header, sizeof header - 1);
  text[used - 1] = '\n';
  bytes_of(text, &used, weights, 8);
  assert_true(os_save_file(path, text, used, &status));
}

static void what_speaks_against_a_recording_is_told_and_stays(void **state) {
  (void)state;
  static const float right[8] = {1, 0, 0.5f, 0.5f, 1, 0, 0.25f, 0.75f};
  static const float wrong[8] = {1, 0, 0.5f, 0.5f, 1, 0, 0.25f, 0.5f};
  char folder[] = "/tmp/headsup-work-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/weights.npy", folder);
  write_weights(path, right);
  Session *session = session_of("a b c");
  assert_int_equal(session_finding_count(session), 0);
  say(session, "model \"%s\" LHTS", path);
  assert_true(session_finding_count(session) > 0);
  assert_null(session_contradiction(session));
  assert_string_equal(session_message(session).at, "");
  say(session, "undo");
  assert_int_equal(session_finding_count(session), 0);
  write_weights(path, wrong);
  say(session, "model \"%s\" LHTS", path);
  assert_non_null(session_contradiction(session));
  assert_string_equal(session_message(session).at, session_contradiction(session));
  refused(session, "model hand-made LHTS", "only a recording has a reading");
  refused(session, "model \"/tmp\" LHTS", "only a recording has a reading");
  session_free(session);
  SessionOptions options = {.model = path, .reading = "LHTS", .background = true};
  Status status = {0};
  assert_true(session_make(&options, &session, &status));
  tick_until_settled(session);
  assert_non_null(session_contradiction(session));
  assert_string_equal(session_message(session).at, session_contradiction(session));
  session_free(session);
  remove(path);
  rmdir(folder);
}

static void what_takes_less_than_a_frame_is_made_at_once(void **state) {
  (void)state;
  Session *session = begin("hand-made", "one");
  say(session, "model slow-quick");
  assert_true(session_is_pending(session)); /* nothing is known of its speed */
  slow_let_open(1);
  tick_until_settled(session);
  say(session, "sentence \"two\"");
  assert_false(session_is_pending(session));
  assert_shows(session, "two");
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_old_trace_stays_in_use_while_a_model_is_opened),
      cmocka_unit_test(typing_shows_at_once_and_only_the_newest_is_worked_out),
      cmocka_unit_test(a_run_that_is_far_is_shown_before_the_newest),
      cmocka_unit_test(a_cell_comes_back_when_its_trace_is_there),
      cmocka_unit_test(cancelling_returns_to_what_was_shown_on_the_way),
      cmocka_unit_test(who_types_without_a_pause_sees_a_picture_twice_a_second),
      cmocka_unit_test(typing_does_not_begin_the_opening_again),
      cmocka_unit_test(cancelling_brings_back_what_was_with_its_redo),
      cmocka_unit_test(what_fails_beside_is_told_and_all_is_as_before),
      cmocka_unit_test(undo_of_what_is_still_worked_out_waits_for_nothing),
      cmocka_unit_test(closing_stops_the_work_within_a_tenth_of_a_second),
      cmocka_unit_test(what_is_quick_waits_until_the_stopped_work_has_ended),
      cmocka_unit_test(a_line_and_a_script_wait_for_what_they_ask_for),
      cmocka_unit_test(a_script_without_a_window_opens_a_model_once),
      cmocka_unit_test(what_is_wanted_is_what_a_saved_state_holds),
      cmocka_unit_test(the_first_model_is_opened_behind_the_default_one),
      cmocka_unit_test(progress_is_told_after_half_a_second_and_esc_stops_it),
      cmocka_unit_test(what_is_about_to_be_chosen_stays_when_a_model_arrives),
      cmocka_unit_test(the_mask_editor_opened_while_a_model_is_waited_for_stays_open),
      cmocka_unit_test(a_recording_that_arrives_has_a_mask_to_choose_in_the_open_menu),
      cmocka_unit_test(a_recording_asks_and_keeps_its_own_sentence),
      cmocka_unit_test(a_recording_of_the_disk_is_read),
      cmocka_unit_test(a_state_with_such_a_model_comes_back_and_its_words_when_it_cannot),
      cmocka_unit_test(what_speaks_against_a_recording_is_told_and_stays),
      cmocka_unit_test(a_saved_state_keeps_the_place_while_another_model_is_opened),
      cmocka_unit_test(what_takes_less_than_a_frame_is_made_at_once),
      cmocka_unit_test(a_mask_is_edited_on_what_is_wanted),
      cmocka_unit_test(what_memory_a_cache_may_have_is_said_in_megabytes),
      cmocka_unit_test(a_trace_on_show_makes_room_for_the_next),
      cmocka_unit_test(waiting_needs_no_status),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
