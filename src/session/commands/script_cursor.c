/* session/commands/script_cursor.c -- the stack of scripts: which plays, and for how long. */
#include "session/commands/script_cursor.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/commands/script_step.h"

static const double poll_ms = 20;

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
    ScriptOutside outside = script_step_begin(session, cursor);
    done = cursor->script.ended(cursor->script.ended_self, &cursor->script, done, status);
    script_step_end(session, &outside);
    arena_rewind(session->scratch, mark);
  }
  session->scripts.top = cursor->outer;
  script_step_free_cursor(cursor);
  return done;
}

/* A script that fails also fails the one that opened it, at the line that did. */
static bool end_steps(Session *session, const ScriptCursor *below, bool done, Status *status) {
  done = end_top(session, done, status);
  while (!done && session->scripts.top != below) {
    script_step_add_line(session->scripts.top, status);
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
    ScriptStep step = script_step_take(session, session->scripts.top, status);
    *waits = step == SCRIPT_STEP_WAITS;
    bool is_over = step == SCRIPT_STEP_ENDED || step == SCRIPT_STEP_FAILED;
    if (is_over && !end_steps(session, below, step == SCRIPT_STEP_ENDED, status)) return false;
    if (step == SCRIPT_STEP_SHOWS || os_now_ms() - begin_ms >= most_ms) break;
  }
  return true;
}

/* After a request to stop: cancels the pending work and fails the scripts. */
static bool stop_driving(Session *session, const ScriptCursor *below, Status *status) {
  compute_cancel(session);
  status_fail(status, STATUS_STOPPED, _("stopped"));
  if (session->scripts.top == below) return false;
  script_step_add_line(session->scripts.top, status);
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
    script_step_free_cursor(cursor);
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
  ScriptCursor *cursor = script_step_make_cursor(session, script, answer, status);
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
  ScriptCursor *cursor = script_step_make_cursor(session, script, &nobody_asked, status);
  if (!cursor) return false;
  ScriptStep step;
  do step = script_step_check(session, cursor, status);
  while (step == SCRIPT_STEP_GOES_ON);
  script_step_free_cursor(cursor);
  return step == SCRIPT_STEP_ENDED;
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
