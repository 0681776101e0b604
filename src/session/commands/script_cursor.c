/* session/commands/script_cursor.c -- checking and playing a script, one command a step. */
#include "session/commands/script_cursor.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/session_internal.h"

static const double poll_ms = 20;

/* ---- the cursor ---- */

void script_rewind(ScriptCursor *cursor) {
  cursor->rest = str_without_mark(cursor->script.text);
  cursor->line = cursor->command = (Str){"", 0};
  cursor->number = 0;
  cursor->due_ms = cursor->wait_rest_ms = 0;
  cursor->waited = 0;
  cursor->is_at_end = false;
}

/* Empty lines are counted. False: the end of the script. */
static bool find_line(ScriptCursor *cursor) {
  while (cursor->line.bytes == 0 && cursor->rest.bytes > 0) {
    cursor->line = str_take_line(&cursor->rest);
    cursor->number++;
  }
  return cursor->line.bytes > 0;
}

/* Commands inside a string do not count, nor does a wait that a script behind `open` has. */
static void count_waits(ScriptCursor *cursor) {
  Str rest = cursor->script.text;
  cursor->waits = 0;
  ArenaMark mark = arena_mark(cursor->arena);
  while (rest.bytes > 0) {
    Str line = str_take_line(&rest);
    CommandWords words;
    Status status;
    while (line.bytes > 0 && line_next(cursor->arena, &line, &words, &status)) {
      if (words.count == 0) continue;
      cursor->ends_waiting = line_is(&words, 0, "wait");
      cursor->waits += cursor->ends_waiting;
    }
    arena_rewind(cursor->arena, mark);
  }
}

static void free_cursor(ScriptCursor *cursor) {
  session_free(cursor->copy);
  script_pages_free(cursor);
  arena_free(cursor->arena);
}

/* Copies the paths of an answer, because the question that held them ends before the script. */
static bool copy_answer(Guard *guard, const ScriptAnswer *answer) {
  guard->passes_over = answer->passes_over;
  guard->wish_count = answer->allowed_count;
  for (int i = 0; i < answer->allowed_count; i++) {
    guard->wishes[i] = answer->allowed[i];
    guard->wishes[i].path = str_copy(guard->arena, str_from(answer->allowed[i].path));
    if (!guard->wishes[i].path) return false;
  }
  return true;
}

static ScriptCursor *make_cursor(const Session *session, const Script *script,
                                 const ScriptAnswer *answer, Status *status) {
  Arena *arena = arena_make(0);
  ScriptCursor *cursor = arena ? arena_take(arena, 1, sizeof *cursor) : NULL;
  if (cursor) {
    *cursor = (ScriptCursor){.arena = arena, .script = *script, .is_checking = true};
    cursor->script.path = str_copy(arena, str_from(script->path));
    cursor->script.text.at = str_copy(arena, script->text);
    cursor->begins_group = script->is_opened || script->takes_back;
  }
  if (cursor && cursor->script.path && cursor->script.text.at &&
      guard_begin(session, &cursor->script, arena, &cursor->guard) &&
      copy_answer(&cursor->guard, answer)) {
    script_rewind(cursor);
    count_waits(cursor);
    if (script_pages_make(cursor)) return cursor;
  }
  arena_free(arena);
  status_no_memory(status);
  return NULL;
}

/* The sentence gets the place of the line, once where a script opens itself. Before the first line
** no line is at fault, nor is any when memory is out. */
static bool add_line_to_sentence(const ScriptCursor *cursor, Status *status) {
  if (status_is_no_memory(status) || cursor->number == 0) return false;
  Status place;
  status_fail(&place, status->kind, "%s:%d: ", cursor->script.path, cursor->number);
  if (str_starts(str_from(status->sentence), place.sentence)) return false;
  char sentence[STATUS_SENTENCE_BYTES];
  memcpy(sentence, status->sentence, sizeof sentence);
  return status_fail(status, status->kind, "%s%s", place.sentence, sentence);
}

static bool is_stopped_outside(const Session *session) {
  return session->hooks.stopped && session->hooks.stopped(session->hooks.self);
}

/* ---- one step ---- */

/* STEP_SHOWS: a token came, which a window shows before the next step. */
typedef enum CursorStep {
  STEP_GOES_ON,
  STEP_SHOWS,
  STEP_WAITS,
  STEP_ENDED,
  STEP_FAILED
} CursorStep;

/* Runs the next command, on the session or on the copy of the check. */
static CursorStep run_command(Session *session, ScriptCursor *cursor, Status *status) {
  if (session_is_ending(session) || !find_line(cursor)) return STEP_ENDED;
  if (is_stopped_outside(session)) {
    status_fail(status, STATUS_COULD_NOT, _("stopped"));
  } else {
    cursor->command = cursor->line;
    if (commands_run_next(session, &cursor->line, status)) return STEP_GOES_ON;
  }
  add_line_to_sentence(cursor, status);
  return STEP_FAILED;
}

/* A copy works synchronously, so nothing is waited for; but each token is a step. */
static CursorStep check_command(const Session *session, ScriptCursor *cursor, Status *status) {
  if (!cursor->copy) {
    cursor->guard.collects = cursor->script.asks;
    if (!session_make_copy(session, &cursor->copy, status)) return STEP_FAILED;
    cursor->copy->guard = &cursor->guard;
    cursor->copy->opens_nothing |= cursor->script.opens_nothing;
    cursor->copy->is_blind |= cursor->script.checks_names;
  }
  ComputeLook found;
  if (!compute_look(cursor->copy, &found, status)) {
    add_line_to_sentence(cursor, status);
    return STEP_FAILED;
  }
  assert(found != LOOK_WAITS);
  if (found == LOOK_TOKEN) return STEP_GOES_ON;
  return run_command(cursor->copy, cursor, status);
}

/* Hands a model of the disk that the check opened to the session, because opening
** it again takes time. */
static void keep_model(Session *session, Session *copy) {
  bool worth = !copy->is_lent && copy->model && compute_is_outside(copy->model_name);
  if (!worth) return;
  model_free(session->spare);
  session->spare = copy->model;
  memcpy(session->spare_name, copy->model_name, sizeof session->spare_name);
  copy->model = NULL;
}

/* After a check without errors: if the script has wishes the question is opened before
** its first line runs. */
static CursorStep end_check(Session *session, ScriptCursor *cursor, Status *status) {
  keep_model(session, cursor->copy);
  session_free(cursor->copy);
  cursor->copy = NULL;
  cursor->is_checking = false;
  script_rewind(cursor);
  if (cursor->script.asks && cursor->guard.wish_count > 0) {
    if (!asking_begin(session, &cursor->script, &cursor->guard, status)) return STEP_FAILED;
    cursor->script.ended = NULL; /* it is over with the script that the answer begins */
    return STEP_ENDED;
  }
  cursor->guard.collects = cursor->guard.ended = false;
  cursor->guard.passed_count = 0;
  session->generation.left = 0; /* they belonged to another sentence */
  return STEP_GOES_ON;
}

/* The last page of a script, too, lasts until the speaker goes on, so that the way back from it is
** open. */
static bool stays_at_end(const Session *session, ScriptCursor *cursor) {
  bool is_last = session->view.presenter && !cursor->outer && cursor->waits > 0;
  if (!is_last || cursor->ends_waiting || cursor->is_at_end || find_line(cursor)) return false;
  cursor->is_at_end = true;
  cursor->due_ms = INFINITY;
  return true;
}

/* The results that the command before asked for are there before the next runs. Without a window a
** wait ends at once and no token is shown. */
static CursorStep play_command(Session *session, ScriptCursor *cursor, Status *status) {
  bool is_seen = session->scripts.driven == 0;
  ComputeLook found;
  if (session_is_ending(session)) return STEP_ENDED;
  if (!compute_look(session, &found, status)) {
    add_line_to_sentence(cursor, status);
    return STEP_FAILED;
  }
  if (found == LOOK_WAITS) return STEP_WAITS;
  if (found == LOOK_TOKEN) return is_seen ? STEP_SHOWS : STEP_GOES_ON;
  if (is_seen && session_now_ms(session) < cursor->due_ms) return STEP_WAITS;
  cursor->due_ms = 0;
  if (is_seen && stays_at_end(session, cursor)) return STEP_WAITS;
  CursorStep step = run_command(session, cursor, status);
  bool is_first_token = step == STEP_GOES_ON && session->generation.left > 0;
  return is_first_token && is_seen ? STEP_SHOWS : step;
}

/* The fields of the session that a step of a script changes, with their values outside of it. */
typedef struct Outside {
  Guard *guard;
  bool in_script, in_restore, is_stepping;
  int group;
} Outside;

/* Sets these fields for a step. The group counts the whole stack, since a script that another one
** opened plays in its group. */
static Outside begin_step(Session *session, ScriptCursor *cursor) {
  ScriptStack *stack = &session->scripts;
  Outside outside = {session->guard, session->in_script, session->in_restore, stack->is_stepping,
                     session->group};
  session->guard = &cursor->guard;
  session->in_script = true;
  session->in_restore = cursor->script.takes_back;
  session->group = 0;
  for (const ScriptCursor *at = cursor; at; at = at->outer)
    session->group += at->script.is_opened || at->script.takes_back;
  if (!stack->is_stepping) session->group_started = stack->is_grouped;
  if (cursor->begins_group && !cursor->is_checking)
    session->group_started = cursor->begins_group = false;
  stack->is_stepping = true;
  settings_hold(session, true);
  return outside;
}

static void end_step(Session *session, const Outside *outside) {
  ScriptStack *stack = &session->scripts;
  settings_hold(session, false);
  session->guard = outside->guard;
  session->in_script = outside->in_script;
  session->in_restore = outside->in_restore;
  session->group = outside->group;
  stack->is_stepping = outside->is_stepping;
  if (!stack->is_stepping) stack->is_grouped = session->group_started;
}

void script_note_change(Session *session) {
  if (!session->scripts.is_stepping) session->scripts.is_grouped = false;
}

static CursorStep take_step(Session *session, ScriptCursor *cursor, Status *status) {
  if (cursor->is_checking) {
    CursorStep step = check_command(session, cursor, status);
    return step == STEP_ENDED ? end_check(session, cursor, status) : step;
  }
  Outside outside = begin_step(session, cursor);
  CursorStep step = play_command(session, cursor, status);
  end_step(session, &outside);
  return step;
}

/* ---- the stack ---- */

static void tell_passed_over(Session *session, const Script *script, int count) {
  Status told;
  status_fail(&told, STATUS_OK,
              P_("%s was played; %d command that writes was passed over.",
                 "%s was played; %d commands that write were passed over.", count),
              script->path, count);
  session_tell(session, told.sentence);
}

/* Removes the finished cursor on top. The script's hook `ended` may decide
** whether it counts as done. */
static bool end_top(Session *session, bool done, Status *status) {
  ScriptCursor *cursor = session->scripts.top;
  int passed = cursor->guard.passed_count;
  if (done && passed > 0) tell_passed_over(session, &cursor->script, passed);
  model_free(session->spare);
  session->spare = NULL;
  if (cursor->script.ended) {
    ArenaMark mark = arena_mark(session->scratch);
    Outside outside = begin_step(session, cursor);
    done = cursor->script.ended(cursor->script.ended_self, &cursor->script, done, status);
    end_step(session, &outside);
    arena_rewind(session->scratch, mark);
  }
  session->scripts.top = cursor->outer;
  free_cursor(cursor);
  return done;
}

/* A script that fails also fails the one that opened it, at the line that did. */
static bool end_steps(Session *session, const ScriptCursor *below, bool done, Status *status) {
  done = end_top(session, done, status);
  while (!done && session->scripts.top != below) {
    add_line_to_sentence(session->scripts.top, status);
    done = end_top(session, false, status);
  }
  return done;
}

/* Takes steps until `below` is on top, the top waits or shows a token, or most_ms are over. */
static bool take_steps(Session *session, const ScriptCursor *below, double most_ms, bool *waits,
                       Status *status) {
  double begin_ms = os_now_ms();
  *waits = false;
  while (session->scripts.top != below && !*waits) {
    CursorStep step = take_step(session, session->scripts.top, status);
    *waits = step == STEP_WAITS;
    bool is_over = step == STEP_ENDED || step == STEP_FAILED;
    if (is_over && !end_steps(session, below, step == STEP_ENDED, status)) return false;
    if (step == STEP_SHOWS || os_now_ms() - begin_ms >= most_ms) break;
  }
  return true;
}

/* After a request to stop: cancels the pending work and fails the scripts. */
static bool stop_driving(Session *session, const ScriptCursor *below, Status *status) {
  compute_cancel(session);
  status_fail(status, STATUS_STOPPED, _("stopped"));
  if (session->scripts.top == below) return false;
  add_line_to_sentence(session->scripts.top, status);
  return end_steps(session, below, false, status);
}

static bool advance_all(Session *session, bool *waits, Status *status) {
  ComputeLook found;
  bool done;
  do done = compute_look(session, &found, status);
  while (done && found == LOOK_TOKEN);
  *waits = found == LOOK_WAITS;
  return done;
}

/* A script that a person stopped is left as it is. */
bool script_drive(Session *session, const ScriptCursor *below, Status *status) {
  const SessionHooks *hooks = &session->hooks;
  bool plays = session->scripts.top != below && !session->scripts.is_stopped;
  bool done, waits;
  session->scripts.driven++;
  while (true) {
    done = plays ? take_steps(session, below, INFINITY, &waits, status)
                 : advance_all(session, &waits, status);
    if (!done || !waits) break;
    if (hooks->go_on && !hooks->go_on(hooks->self)) {
      done = stop_driving(session, below, status);
      break;
    }
    job_wait(session->job, poll_ms);
  }
  session->scripts.driven--;
  return done;
}

static void drop_scripts(Session *session) {
  ScriptStack *stack = &session->scripts;
  while (stack->top) {
    ScriptCursor *cursor = stack->top;
    stack->top = cursor->outer;
    free_cursor(cursor);
  }
  model_free(session->spare);
  session->spare = NULL;
  stack->is_stopped = false;
  session_forget_stop(session);
}

void script_free(Session *session) { drop_scripts(session); }

/* A person's new script replaces all others. */
static bool push(Session *session, const Script *script, const ScriptAnswer *answer,
                 Status *status) {
  ScriptCursor *cursor = make_cursor(session, script, answer, status);
  if (!cursor) return false;
  if (!session->scripts.is_stepping) {
    drop_scripts(session);
    session->note[0] = 0;
  }
  bool is_answer = answer->passes_over || answer->allowed_count > 0;
  if (!session->scripts.is_stepping && !is_answer) session->openings++;
  cursor->outer = session->scripts.top;
  session->scripts.top = cursor;
  return true;
}

/* ---- beginning ---- */

static const ScriptAnswer nobody_asked = {0};

bool script_is_ticked(const Session *session) {
  return session->ticking && session->scripts.driven == 0;
}

/* A window may begin a script before its first tick. */
bool script_takes_tokens(const Session *session) {
  bool is_of_check = session->dry && session->guard;
  return is_of_check || (session->scripts.is_stepping && session->scripts.driven == 0);
}

/* The first steps are taken here, so a short script is finished when this returns, and the command
** that opened it reports its errors. */
static bool begin_ticked(Session *session, const Script *script, const ScriptAnswer *answer,
                         Status *status) {
  bool waits;
  return push(session, script, answer, status) &&
         take_steps(session, session->scripts.top->outer, SCRIPT_TICK_MS, &waits, status);
}

static bool begin_driven(Session *session, const Script *script, const ScriptAnswer *answer,
                         Status *status) {
  return push(session, script, answer, status) &&
         script_drive(session, session->scripts.top->outer, status);
}

bool script_begin(Session *session, const Script *script, const ScriptAnswer *answer,
                  Status *status) {
  return script_is_ticked(session) ? begin_ticked(session, script, answer, status)
                                   : begin_driven(session, script, answer, status);
}

bool session_begin_script(Session *session, const Script *script, Status *status) {
  Status own = {STATUS_OK, ""};
  return begin_ticked(session, script, &nobody_asked, status ? status : &own);
}

bool session_run_script(Session *session, const Script *script, Status *status) {
  Status own = {STATUS_OK, ""};
  return begin_driven(session, script, &nobody_asked, status ? status : &own);
}

bool session_check_script(const Session *session, const Script *script, Status *status) {
  Status own = {STATUS_OK, ""};
  if (!status) status = &own;
  ScriptCursor *cursor = make_cursor(session, script, &nobody_asked, status);
  if (!cursor) return false;
  CursorStep step;
  do step = check_command(session, cursor, status);
  while (step == STEP_GOES_ON);
  free_cursor(cursor);
  return step == STEP_ENDED;
}

/* ---- in a window ---- */

bool script_plays(const Session *session) {
  return session->scripts.top && !session->scripts.is_stopped;
}

bool script_checks(const Session *session) {
  return script_plays(session) && session->scripts.top->is_checking;
}

ScriptPlace session_script_place(const Session *session) {
  const ScriptCursor *top = session->scripts.top;
  if (!top) return (ScriptPlace){SCRIPT_NONE, "", 0, false};
  ScriptState state = session->scripts.is_stopped ? SCRIPT_STOPPED
                      : top->is_checking          ? SCRIPT_CHECKED
                                                  : SCRIPT_PLAYS;
  return (ScriptPlace){state, top->script.path, top->number, top->script.is_option};
}

/* A failure that opened a question is not told, since the question tells it. */
double script_tick(Session *session) {
  Status status = {STATUS_OK, ""};
  bool waits;
  assert(script_plays(session));
  bool done = take_steps(session, NULL, SCRIPT_TICK_MS, &waits, &status);
  bool is_asked = status.kind == STATUS_ASK && session->view.menu == MENU_QUESTION;
  if (!done && !is_asked) session_tell_failure(session, status.sentence);
  const ScriptCursor *top = session->scripts.top;
  bool waits_for_time = done && waits && top && top->due_ms > 0;
  if (!waits_for_time) session->revision++;
  if (!waits) return 0;
  if (waits_for_time && isinf(top->due_ms)) return -1;
  return waits_for_time ? fmax(0, top->due_ms - session_now_ms(session)) : compute_due_ms(session);
}
