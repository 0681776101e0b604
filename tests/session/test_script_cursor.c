/* A script in a window runs by ticks: it waits for a model without blocking, stops and resumes, and
** ends in the same state as a script run in one go. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "session/say.h"
#include "session/slow.h"
#include "support/folder.h"
#include "support/patience.h"

static double clock_now_ms;
static double read_clock(void *self) { return (void)self, clock_now_ms; }
static bool go_on(void *self) { return (void)self, true; }
static atomic_int woken; /* how often background work ended */
static void wake(void *self) { (void)self, atomic_fetch_add(&woken, 1); }

/* As in a window: slow models run in the background. */
static Session *begin(const char *model, const char *sentence) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.model = model,
                            .sentence = str_from(sentence),
                            .background = true,
                            .engine = slow_engine(),
                            .hooks = {.go_on = go_on, .wake = wake}};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  session_tick(session, os_now_ms());
  return session;
}

static bool opened(Session *session, const char *path, const char *text, Status *status) {
  Script script = {.path = path, .text = str_from(text), .is_opened = true};
  return session_begin_script(session, &script, status);
}

static void open_text(Session *session, const char *text) {
  Status status = {0};
  if (!opened(session, "s", text, &status)) fail_msg("%s", status.sentence);
}

static ScriptState state_of(const Session *session) { return session_script_place(session).state; }

/* The number of ticks. */
static int tick_to_the_end(Session *session) {
  double began_ms = os_now_ms();
  int ticks = 0;
  do session_tick(session, os_now_ms()), ticks++;
  while ((state_of(session) != SCRIPT_NONE || session_is_pending(session)) &&
         patience_lasts(began_ms));
  assert_int_equal(state_of(session), SCRIPT_NONE);
  return ticks;
}

/* Until the engine waits at its gate. */
static void tick_until_waiting(Session *session) {
  double began_ms = os_now_ms();
  do session_tick(session, os_now_ms());
  while (slow_waits() == 0 && patience_lasts(began_ms));
  assert_int_equal(slow_waits(), 1);
}

static void tick(Session *session, int times) {
  while (times-- > 0) session_tick(session, os_now_ms());
}

static void assert_message(const Session *session, const char *part) {
  Str message = session_message(session);
  if (!message.at || !strstr(message.at, part))
    fail_msg("“%.*s” does not hold “%s”", (int)message.bytes, message.at, part);
}

static void assert_shows(const Session *session, const char *sentence) {
  Str shown = trace_sentence(session_trace(session));
  if (!str_is(shown, sentence))
    fail_msg("“%.*s” is not “%s”", (int)shown.bytes, shown.at, sentence);
}

static void assert_at(const Session *session, ScriptState state, int line) {
  ScriptPlace place = session_script_place(session);
  assert_int_equal(place.state, state);
  assert_int_equal(place.line, line);
}

/* A slow machine does less in a tick. */
static void tick_until_at(Session *session, int line) {
  double began_ms = os_now_ms();
  while ((state_of(session) != SCRIPT_PLAYS || session_script_place(session).line < line) &&
         patience_lasts(began_ms))
    session_tick(session, os_now_ms());
  assert_at(session, SCRIPT_PLAYS, line);
}

/* Nothing blocks: a tick that waited for the engine would never return, since only later code
** lets the engine run. */
static void a_script_waits_for_its_model_while_the_window_lives(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  const Trace *before = session_trace(session);
  open_text(session, "model slow\nsentence \"x y\"\nhead 4\ncell 2 2\n");
  tick_until_at(session, 1);
  tick_until_waiting(session);
  tick(session, 5);
  assert_at(session, SCRIPT_PLAYS, 1);
  assert_ptr_equal(session_trace(session), before);
  slow_let_open(1);
  tick_until_waiting(session);
  slow_let_run(1);
  while (session_script_place(session).line == 1) session_tick(session, os_now_ms());
  tick_until_waiting(session);
  assert_at(session, SCRIPT_PLAYS, 2);
  assert_shows(session, "a b c");
  assert_int_equal(session_view(session)->head, 0);
  slow_let_run(1);
  tick_to_the_end(session);
  assert_shows(session, "x y");
  assert_int_equal(session_view(session)->head, 3);
  assert_int_equal(session_view(session)->query, 1);
  slow_let_open(1); /* for the way back */
  slow_let_run(2);
  say(session, "undo");
  assert_string_equal(session_inputs(session)->model, "hand-made");
  assert_false(session_can_undo(session));
  say(session, "redo");
  tick_to_the_end(session);
  assert_shows(session, "x y");
  assert_false(session_can_redo(session));
  session_free(session);
}

/* A tick executes as many commands as fit into it, while checking as well as while playing. */
static void a_long_script_takes_many_short_ticks(void **state) {
  enum { LINES = 1500 };
  (void)state;
  Session *session = begin("hand-made", "a b c"), *other = session_of("a b c");
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < LINES; i++)
    strbuf_format(&text, "sentence \"%d the cat sat on the mat\"\nhead %d\n", i, 1 + i % 4);
  Script script = {.path = "s", .text = strbuf_str(&text), .is_opened = true};
  double longest_ms = 0, begin_ms = os_process_cpu_ms();
  assert_true(session_begin_script(session, &script, NULL));
  assert_int_equal(state_of(session), SCRIPT_CHECKED);
  tick(session, 1);
  assert_int_equal(state_of(session), SCRIPT_CHECKED);
  assert_false(session_can_undo(session)); /* nothing has run yet */
  int ticks = 0, checking = 0;
  while (state_of(session) != SCRIPT_NONE) {
    double tick_ms = os_process_cpu_ms();
    checking += state_of(session) == SCRIPT_CHECKED;
    session_tick(session, os_now_ms());
    longest_ms = fmax(longest_ms, os_process_cpu_ms() - tick_ms);
    ticks++;
  }
  double whole_ms = os_process_cpu_ms() - begin_ms;
  assert_true(checking > 2 && ticks - checking > 2);
  assert_true(longest_ms < 8 + whole_ms / 4);
  assert_true(session_run_script(other, &script, NULL));
  assert_same_state(session, other, "by ticks and at once");
  say(session, "undo");
  assert_shows(session, "a b c");
  session_free(other);
  session_free(session);
  arena_free(arena);
}

/* From any state to any other, by ticks as in one go. */
static void a_script_ends_by_ticks_where_it_ends_at_once(void **state) {
  (void)state;
  Rng rng = rng_make(11);
  Session *from = session_of(NULL), *session = begin("hand-made", "x y"),
          *other = session_of("x y");
  Arena *arena = arena_make(0);
  for (int round = 0; round < 600; round++) {
    char line[160];
    random_command(&rng, from, line, sizeof line);
    say(from, "%s", line);
    if (round % 3) continue;
    arena_reset(arena);
    Script script = {.path = "s", .text = session_script(from, arena)};
    assert_true(session_begin_script(session, &script, NULL));
    while (state_of(session) != SCRIPT_NONE) session_tick(session, os_now_ms());
    assert_true(session_run_script(other, &script, NULL));
    assert_same_state(session, other, line);
    assert_same_state(session, from, line);
  }
  arena_free(arena);
  session_free(other);
  session_free(session);
  session_free(from);
}

static void a_stopped_script_goes_on_where_it_stood(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  open_text(session, "sentence \"one\"\nmodel slow\nsentence \"two\"\nhead 3\n");
  tick_until_at(session, 2);
  say(session, "hover 1 1");
  say(session, "fullscreen");
  assert_int_equal(state_of(session), SCRIPT_PLAYS);
  say(session, "theme dark"); /* the script stops, but its model still comes */
  assert_at(session, SCRIPT_STOPPED, 2);
  assert_message(session, "s stopped at line 2");
  slow_let_open(1);
  slow_let_run(2);
  double began_ms = os_now_ms();
  while (session_is_pending(session) && patience_lasts(began_ms))
    session_tick(session, os_now_ms());
  tick(session, 5);
  assert_at(session, SCRIPT_STOPPED, 2);
  assert_shows(session, "one");
  assert_int_equal(session_view(session)->theme, THEME_DARK);
  say(session, "script go");
  tick_to_the_end(session);
  assert_shows(session, "two");
  assert_int_equal(session_view(session)->head, 2);
  assert_int_equal(session_view(session)->theme, THEME_DARK);
  say(session, "undo"); /* one step, since a person only looked */
  assert_shows(session, "a b c");
  assert_false(session_can_undo(session));
  refused(session, "script go", "no script is stopped");
  refused(session, "script stop", "no script plays");
  session_free(session);
}

static void what_a_person_changes_meanwhile_is_a_step_of_its_own(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  open_text(session, "sentence \"one\"\nwait 60000\nsentence \"two\"\n");
  tick_until_at(session, 2);
  say(session, "mask causal");
  assert_int_equal(state_of(session), SCRIPT_STOPPED);
  say(session, "script go");
  assert_int_equal(state_of(session), SCRIPT_PLAYS);
  assert_true(session_wait(session, NULL)); /* waiting for it takes no time */
  assert_shows(session, "two");
  say(session, "undo");
  assert_shows(session, "one");
  assert_false(session_inputs(session)->mask.model_own);
  say(session, "undo");
  assert_shows(session, "one");
  assert_true(session_inputs(session)->mask.model_own);
  say(session, "undo");
  assert_shows(session, "a b c");
  assert_false(session_can_undo(session));
  session_free(session);
}

static void escape_takes_the_model_back_and_go_asks_for_it_again(void **state) {
  static const char *const stops[] = {"escape", "cancel", "script stop"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    Session *session = begin("hand-made", "a b c");
    open_text(session, "sentence \"one\"\nhead 2; model slow; head 3\n");
    tick_until_waiting(session);
    say(session, "%s", stops[i]);
    assert_at(session, SCRIPT_STOPPED, 2);
    assert_false(session_is_pending(session));
    assert_string_equal(session_inputs(session)->model, "hand-made");
    assert_int_equal(session_view(session)->head, 1);
    double began_ms = os_now_ms();
    while (slow_stopped() == 0 && patience_lasts(began_ms)) session_tick(session, os_now_ms());
    slow_let_open(1);
    slow_let_run(1);
    say(session, "script go");
    tick_to_the_end(session);
    assert_string_equal(session_inputs(session)->model, "slow");
    assert_int_equal(session_view(session)->head, 2);
    session_free(session);
  }
}

/* In a window; a script run in one go waits for no time. */
static void wait_lets_time_pass(void **state) {
  (void)state;
  Session *session = NULL;
  SessionOptions options = {.clock_ms = read_clock};
  Script script = {.path = "s", .text = STR("head 2\nwait 500; head 3\nhead 4\n")};
  clock_now_ms = 1000;
  assert_true(session_make(&options, &session, NULL));
  assert_true(session_run_script(session, &script, NULL));
  assert_int_equal(session_view(session)->head, 3);
  session_tick(session, clock_now_ms);
  say(session, "head 1; wait 500");
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_at(session, 2);
  assert_int_equal(session_view(session)->head, 1);
  clock_now_ms = 1400;
  assert_float_equal(session_tick(session, clock_now_ms), 100, 0.01);
  assert_int_equal(session_view(session)->head, 1);
  clock_now_ms = 1501;
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 3);
  assert_int_equal(state_of(session), SCRIPT_NONE);
  refused(session, "wait soon", "wait takes a number from 0 to 600000");
  refused(session, "wait 600001", "wait takes a number from 0 to 600000");
  refused(session, "script on", "script takes stop|go");
  session_free(session);
}

/* Without a number a wait lasts until Space, which also ends one with a number; 3s are seconds. */
static void space_ends_a_wait(void **state) {
  (void)state;
  Session *session = NULL;
  SessionOptions options = {.clock_ms = read_clock};
  Script script = {.path = "s", .text = STR("head 2\nwait; head 3\nwait 3s; head 4\n")};
  clock_now_ms = 1000;
  assert_true(session_make(&options, &session, NULL));
  session_tick(session, clock_now_ms);
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_at(session, 2);
  clock_now_ms = 900000;
  assert_true(session_tick(session, clock_now_ms) < 0);
  assert_true(session_script_waits(session));
  assert_int_equal(session_view(session)->head, 1);
  say(session, "play toggle");
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 2);
  assert_false(session_script_waits(session) || session_view(session)->playing);
  assert_float_equal(session_tick(session, clock_now_ms), 3000, 0.01);
  say(session, "play toggle");
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 3);
  assert_int_equal(state_of(session), SCRIPT_NONE);
  session_free(session);
}

/* A stop keeps the rest of a wait for when the script goes on, which also takes back the notice that
** it stopped. */
static void a_stop_keeps_the_rest_of_a_wait(void **state) {
  (void)state;
  Session *session = NULL;
  SessionOptions options = {.clock_ms = read_clock};
  Script script = {.path = "s", .text = STR("head 2\nwait 9000; head 3\n")};
  clock_now_ms = 1000;
  assert_true(session_make(&options, &session, NULL));
  session_tick(session, clock_now_ms);
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_at(session, 2);
  for (int stops = 1; stops <= 2; stops++) {
    clock_now_ms += 1000;
    say(session, "script stop");
    assert_message(session, "s stopped at line 2; w lets it go on");
    clock_now_ms += 20000;
    session_tick(session, clock_now_ms);
    say(session, "script go");
    assert_int_equal(session_message(session).bytes, 0);
    assert_float_equal(session_tick(session, clock_now_ms), 9000 - 1000 * (float)stops, 0.01);
    assert_int_equal(session_view(session)->head, 1);
  }
  clock_now_ms += 7001;
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 2);
  assert_int_equal(state_of(session), SCRIPT_NONE);
  session_free(session);
}

static void a_line_that_fails_later_is_named_and_the_lines_before_it_stay(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  open_text(session, "sentence \"one\"\n\nmodel slow-broken\nhead 4\n");
  slow_let_open(1);
  tick_to_the_end(session);
  assert_message(session, "s:3: slow-broken cannot be opened");
  assert_shows(session, "one");
  assert_string_equal(session_inputs(session)->model, "hand-made");
  assert_int_equal(session_view(session)->head, 0);
  Status status = {0};
  bool is_refused = !opened(session, "s", "sentence \"two\"\nhead 9\n", &status);
  if (!is_refused) tick_to_the_end(session); /* the check took longer than a tick */
  if (is_refused) check_sentence(&status, "s:2: there is no head “9”");
  else assert_message(session, "s:2: there is no head “9”");
  assert_shows(session, "one");
  session_free(session);
}

/* A script that opens itself has one place to tell. */
static void a_place_is_told_once(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  Folder folder = folder_make();
  Status status = {0};
  const char *path = folder_file(&folder, "self");
  const char *text = str_format(folder.arena, "# headsup 1\nopen \"%s\"\n", path);
  folder_write(&folder, "self", str_from(text));
  Script script = {.path = path, .text = str_from(text), .rights = SCRIPT_WRITES};
  assert_false(session_run_script(session, &script, &status));
  const char *place = str_format(folder.arena, "%s:2: ", path);
  assert_true(str_starts(str_from(status.sentence), place));
  assert_null(strstr(status.sentence + 1, place));
  session_free(session);
  folder_remove(&folder);
}

/* A person's own script may open others: each plays before the next line of the
** script that opened it. */
static void scripts_that_open_one_another_play_in_turn(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  Folder folder = folder_make();
  const char *inner = folder_file(&folder, "inner"), *broken = folder_file(&folder, "broken");
  folder_write(&folder, "inner", STR("# headsup 1\nmodel slow\nhead 3\n"));
  folder_write(&folder, "broken", STR("# headsup 1\nhead 4\nmodel slow-broken\n"));
  Script script = {.path = "outer", .rights = SCRIPT_WRITES};
  script.text = str_from(str_format(folder.arena, "head 2\nopen \"%s\"\nlayer 2\n", inner));
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_waiting(session);
  assert_string_equal(session_script_place(session).path, inner);
  assert_int_equal(session_view(session)->layer, 0);
  slow_let_open(1);
  slow_let_run(1);
  tick_to_the_end(session);
  assert_int_equal(session_view(session)->layer, 1);
  assert_int_equal(session_view(session)->head, 2);

  script.text = str_from(str_format(folder.arena, "head 2\nopen \"%s\"\nlayer 1\n", broken));
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_waiting(session);
  slow_let_open(1);
  tick_to_the_end(session);
  assert_message(session, str_format(folder.arena, "outer:2: %s:3: slow-broken cannot", broken));
  assert_int_equal(session_view(session)->layer, 1);
  session_free(session);
  folder_remove(&folder);
}

/* Tokens that are added one by one are one command of a script, and one undo step
** with the rest of it. */
static void a_script_goes_on_when_all_tokens_have_come(void **state) {
  static const char text[] = "sentence \"the cat\"\ncontinue 3\nhead 2\nsave-nothing";
  (void)state;
  Session *session = begin("writer", "a b c"), *other = NULL;
  SessionOptions options = {.model = "writer", .sentence = STR("a b c")};
  Script script = {.path = "s", .text = {text, strlen(text) - strlen("\nsave-nothing")}};
  script.is_opened = true;
  assert_true(session_make(&options, &other, NULL));
  assert_true(session_begin_script(session, &script, NULL));
  tick_to_the_end(session);
  assert_true(session_run_script(other, &script, NULL));
  assert_int_equal(trace_token_count(session_trace(other)), 5);
  assert_same_state(session, other, text);
  say(session, "undo");
  assert_shows(session, "a b c");
  assert_false(session_can_undo(session));
  session_free(other);
  session_free(session);
}

static atomic_int runs;     /* of the engine below, so far */
static double run_least_ms; /* what each of its runs takes at least */
static bool run_counted(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                        const Trace **trace, Status *status) {
  const SessionEngine *models = engine_of_models();
  double begin_ms = os_now_ms();
  (void)self;
  atomic_fetch_add(&runs, 1);
  bool done = models->run(models->self, model, order, arena, trace, status);
  while (os_now_ms() - begin_ms < run_least_ms) continue;
  return done;
}

/* A built-in model, whose tokens need no waiting, in a window. */
static Session *begin_counted(SessionEngine *engine) {
  Session *session = NULL;
  Status status = {0};
  *engine = *engine_of_models();
  engine->run = run_counted;
  SessionOptions options = {.model = "writer",
                            .sentence = STR("a b c"),
                            .background = true,
                            .engine = engine,
                            .hooks = {.go_on = go_on, .wake = wake}};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  session_tick(session, os_now_ms());
  return session;
}

static int tokens_of(const Session *session) { return trace_token_count(session_trace(session)); }

/* Where a run takes longer than a tick, a tick of the check still makes one. */
static void a_tick_brings_one_token_at_most(void **state) {
  static const char text[] = "sentence \"the cat sat\"\ncontinue 20\ncell 23 23\nhead 2\n";
  (void)state;
  for (int round = 0; round < 2; round++) {
    SessionEngine engine;
    run_least_ms = round == 0 ? 0 : 9; /* more than SCRIPT_TICK_MS */
    Session *session = begin_counted(&engine), *other = NULL;
    SessionOptions options = {.model = "writer", .sentence = STR("a b c")};
    Script script = {.path = "s", .text = str_from(text)};
    assert_true(session_make(&options, &other, NULL));
    assert_true(session_begin_script(session, &script, NULL));
    int seen = 0, checked = 0;
    while (state_of(session) != SCRIPT_NONE) {
      int before = tokens_of(session), ran = atomic_load(&runs);
      bool checks = state_of(session) == SCRIPT_CHECKED;
      double due_ms = session_tick(session, os_now_ms());
      int came = tokens_of(session) - before;
      assert_true(came <= 1);
      if (round == 1) assert_true(atomic_load(&runs) - ran <= 1);
      if (came == 1 && seen > 0) assert_float_equal(due_ms, 0, 0);
      seen += came == 1;
      checked += checks;
    }
    assert_true(seen >= 19);
    if (round == 1) assert_true(checked >= 19);
    assert_true(session_run_script(other, &script, NULL));
    assert_int_equal(tokens_of(other), 23);
    assert_same_state(session, other, text);
    session_free(other);
    session_free(session);
  }
  run_least_ms = 0;
}

/* If a person does something else meanwhile, the script stops after the tokens. */
static void tokens_end_where_a_person_stops_the_script(void **state) {
  static const char *const stops[] = {"escape", "cancel", "script stop", "theme dark"};
  (void)state;
  for (int i = 0; i < 4; i++) {
    SessionEngine engine;
    Session *session = begin_counted(&engine);
    open_text(session, "sentence \"the cat\"\ncontinue 20\nhead 2\n");
    tick_until_at(session, 2);
    while (tokens_of(session) < 6) session_tick(session, os_now_ms());
    assert_int_equal(tokens_of(session), 6);
    say(session, "%s", stops[i]);
    assert_at(session, SCRIPT_STOPPED, 2);
    tick(session, 30);
    assert_int_equal(tokens_of(session), i < 3 ? 6 : 22);
    assert_int_equal(session_view(session)->query, tokens_of(session) - 1);
    say(session, "script go");
    tick_to_the_end(session);
    assert_int_equal(tokens_of(session), i < 3 ? 6 : 22);
    assert_int_equal(session_view(session)->head, 1);
    session_free(session);
  }
}

static void quit_ends_an_opened_script_alone(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  open_text(session, "model slow\nquit\nhead 4\n");
  slow_let_open(1);
  slow_let_run(1);
  tick_to_the_end(session);
  assert_false(session_has_quit(session));
  assert_int_equal(session_view(session)->head, 0);
  session_free(session);
}

/* A model may come while the script is checked: it is shown afterwards. */
static void a_model_that_comes_during_the_check_waits_for_its_end(void **state) {
  (void)state;
  Session *session = begin("hand-made", "a b c");
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < 200000; i++) strbuf_add(&text, STR("head 2\n"));
  strbuf_add(&text, STR("sentence \"c d\""));
  say(session, "model slow-quick");
  tick_until_waiting(session);
  Script script = {.path = "s", .text = strbuf_str(&text)};
  const Trace *before = session_trace(session);
  assert_true(session_begin_script(session, &script, NULL));
  assert_int_equal(state_of(session), SCRIPT_CHECKED);
  atomic_store(&woken, 0);
  slow_let_open(1);
  WAIT_UNTIL(atomic_load(&woken) > 0);
  while (state_of(session) == SCRIPT_CHECKED) {
    assert_ptr_equal(session_trace(session), before);
    session_tick(session, os_now_ms());
  }
  tick_to_the_end(session);
  assert_shows(session, "c d");
  session_free(session);
  arena_free(arena);
}

/* Sanitizers detect leaks and use after free. */
static void a_session_ends_in_the_middle_of_a_script(void **state) {
  enum { MIDDLES = 6 };
  (void)state;
  Folder folder = folder_make();
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < 3000; i++) strbuf_format(&text, "sentence \"%d b\"\n", i);
  folder_write(&folder, "inner", STR("# headsup 1\nmodel slow\nhead 3\n"));
  for (int i = 0; i < MIDDLES; i++) {
    Session *session = begin("hand-made", "a b c");
    Script script = {.path = "s", .rights = SCRIPT_WRITES, .is_opened = true};
    script.text = i < 2    ? strbuf_str(&text)
                  : i < 4  ? STR("sentence \"z\"\nmodel slow\nhead 2\n")
                  : i == 4 ? STR("head 2\nwait 1000\n")
                           : str_from(str_format(arena, "head 2\nopen \"%s\"\nhead 3",
                                                 folder_file(&folder, "inner")));
    assert_true(session_begin_script(session, &script, NULL));
    if (i >= 2 && i != 4) tick_until_waiting(session);
    if (i == 4) tick_until_at(session, 2);
    assert_int_equal(state_of(session), i < 2 ? SCRIPT_CHECKED : SCRIPT_PLAYS);
    if (i == 1 || i == 3) say(session, "script stop");
    if (i == 1) say(session, "script go");
    if (i == 5) open_text(session, "head 4"); /* in place of both */
    session_free(session);
  }
  arena_free(arena);
  folder_remove(&folder);
}

/* An autosave is also restored by ticks, and removed once its state is there. */
static void an_autosave_is_taken_back_while_the_window_lives(void **state) {
  (void)state;
  Folder folder = folder_make();
  for (int round = 0; round < 2; round++) {
    const char *model = round ? "slow-broken" : "slow";
    const char *left = str_format(
        folder.arena, "# headsup 1\n# saved 1\nmodel %s\nsentence \"was here\"\n", model);
    folder_write(&folder, "journal-4194305", str_from(left));
    Session *session = NULL;
    Status status = {0};
    SessionOptions options = {.sentence = STR("a b"),
                              .state_folder = folder.path,
                              .background = true,
                              .engine = slow_engine(),
                              .hooks = {.go_on = go_on}};
    if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
    session_tick(session, os_now_ms());
    assert_true(session_has_left_autosave(session));
    say(session, "restore yes");
    tick_until_waiting(session);
    assert_true(session_has_left_autosave(session)); /* not yet */
    assert_shows(session, "a b");
    slow_let_open(1);
    slow_let_run(2);
    tick_to_the_end(session);
    assert_shows(session, "was here");
    assert_false(session_has_left_autosave(session));
    if (round) assert_message(session, "The model did not open: slow-broken cannot be opened");
    say(session, "undo");
    assert_false(session_can_undo(session));
    session_free(session);
  }
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_script_waits_for_its_model_while_the_window_lives),
      cmocka_unit_test(a_long_script_takes_many_short_ticks),
      cmocka_unit_test(a_script_ends_by_ticks_where_it_ends_at_once),
      cmocka_unit_test(a_stopped_script_goes_on_where_it_stood),
      cmocka_unit_test(what_a_person_changes_meanwhile_is_a_step_of_its_own),
      cmocka_unit_test(escape_takes_the_model_back_and_go_asks_for_it_again),
      cmocka_unit_test(wait_lets_time_pass),
      cmocka_unit_test(space_ends_a_wait),
      cmocka_unit_test(a_stop_keeps_the_rest_of_a_wait),
      cmocka_unit_test(a_line_that_fails_later_is_named_and_the_lines_before_it_stay),
      cmocka_unit_test(a_place_is_told_once),
      cmocka_unit_test(scripts_that_open_one_another_play_in_turn),
      cmocka_unit_test(a_script_goes_on_when_all_tokens_have_come),
      cmocka_unit_test(a_tick_brings_one_token_at_most),
      cmocka_unit_test(tokens_end_where_a_person_stops_the_script),
      cmocka_unit_test(quit_ends_an_opened_script_alone),
      cmocka_unit_test(a_model_that_comes_during_the_check_waits_for_its_end),
      cmocka_unit_test(a_session_ends_in_the_middle_of_a_script),
      cmocka_unit_test(an_autosave_is_taken_back_while_the_window_lives)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
