/* session/commands/script_control.c -- stopping a script, letting it go on, and its waits: in the
** presenter view a wait lasts until the speaker goes on.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "session/commands/script_cursor.h"
#include "session/session_internal.h"

bool script_stop(Session *session, bool takes_back) {
  ScriptCursor *top = session->scripts.top;
  Status told;
  if (!script_plays(session) || session->scripts.is_stepping) return false;
  session->scripts.is_stopped = true;
  if (top->due_ms > 0) top->wait_rest_ms = fmax(0, top->due_ms - session_now_ms(session));
  top->due_ms = 0;
  if (top->guard.rights == SCRIPT_LOOKS) recent_pass_over(session);
  int line = top->number > 0 ? top->number : 1;
  if (top->is_checking) {
    /* the trace that it reads may be replaced before the check starts again */
    session_free(top->copy);
    top->copy = NULL;
    if (top->guard.collects) top->guard.wish_count = 0;
    script_rewind(top);
    line = 1;
  } else if (takes_back && session->pending.is_on && !session->generation.follows) {
    top->line = top->command;
    compute_cancel(session);
  } else if (takes_back) compute_cancel(session);
  if (takes_back && !top->is_checking) session->generation.left = 0;
  if (session->view.presenter) return true; /* no words on the projected screen */
  if (top->script.is_option)
    status_fail(&told, STATUS_OK, _("the commands of --do stopped at line %d; w lets them go on"),
                line);
  else
    status_fail(&told, STATUS_OK, _("%s stopped at line %d; w lets it go on"), top->script.path,
                line);
  session_tell(session, told.sentence);
  session->message_is_stop = true;
  return true;
}

static bool script_go(Session *session, Status *status) {
  if (!session->scripts.top || !session->scripts.is_stopped)
    return status_fail(status, STATUS_COULD_NOT, _("no script is stopped"));
  ScriptCursor *top = session->scripts.top;
  session->scripts.is_stopped = false;
  session_forget_stop(session);
  if (top->wait_rest_ms > 0)
    top->due_ms = session->view.presenter ? INFINITY : session_now_ms(session) + top->wait_rest_ms;
  top->wait_rest_ms = 0;
  return script_is_ticked(session) || script_drive(session, NULL, status);
}

bool script_advance(Session *session, Status *status) {
  ScriptCursor *top = session->scripts.top;
  assert(top);
  if (session->scripts.is_stopped) {
    if (!script_go(session, status)) return false;
    top = session->scripts.top;
  }
  if (top) top->due_ms = 0;
  return true;
}

/* ---- waits ---- */

double script_wait_end_ms(const Session *session, double wait_ms) {
  return session->view.presenter ? INFINITY : session_now_ms(session) + wait_ms;
}

void script_wait_changed(Session *session) {
  ScriptCursor *top = session->scripts.top;
  if (top && top->due_ms > 0) top->due_ms = script_wait_end_ms(session, top->wait_ms);
  if (top && top->wait_rest_ms > 0) top->wait_rest_ms = top->wait_ms;
}

bool session_script_page(const Session *session, int *page, int *count) {
  const ScriptCursor *top = session->scripts.top;
  if (!top || top->is_checking || top->waits == 0) return false;
  bool stands = !top->is_at_end && (top->due_ms > 0 || top->wait_rest_ms > 0);
  *page = top->waited + (stands ? 0 : 1);
  *count = top->waits + (top->ends_waiting ? 0 : 1);
  if (*page > *count) *page = *count;
  return true;
}

/* ---- commands ---- */

/* Only a person may stop or continue a script. */
bool do_script(const CommandContext *context) {
  Session *session = context->session;
  bool stop = command_is(context, 1, "stop"), go = command_is(context, 1, "go");
  if (!command_has(context, 1) || (!stop && !go)) return command_wrong(context);
  if (session->guard)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%s is a command for a person; a script cannot give it"),
                       context->info->name);
  if (session->dry) return true;
  if (go) return script_go(session, context->status);
  return script_stop(session, true) ||
         status_fail(context->status, STATUS_COULD_NOT, _("no script plays"));
}

/* "4000" milliseconds, "3s" seconds; nothing: until a person goes on. */
static bool read_wait(const CommandContext *context, double *wait_ms) {
  Str word = command_text(context, 1), number = word;
  *wait_ms = (double)INFINITY;
  if (context->words->count == 1) return true;
  if (!command_has(context, 1)) return false;
  bool is_seconds = str_ends(word, "s");
  if (is_seconds) number.bytes--;
  double most = is_seconds ? WAIT_MS_MOST / 1000.0 : WAIT_MS_MOST, value;
  if (!str_to_double(number, &value) || !(value >= 0 && value <= most))
    return command_wrong_number(context, 1, 0, WAIT_MS_MOST);
  *wait_ms = is_seconds ? value * 1000 : value;
  return true;
}

bool script_waits(const Session *session) {
  return script_plays(session) && session->scripts.top->due_ms > 0;
}

bool session_script_waits(const Session *session) {
  return script_waits(session) && isinf(session->scripts.top->due_ms);
}

/* A person's own `wait` does nothing. A film shows a wait without an end for a while. */
bool do_wait(const CommandContext *context) {
  static const double film_ms = 3000;
  Session *session = context->session;
  double ms;
  if (!read_wait(context, &ms)) return false;
  if (!session->scripts.is_stepping) return true;
  ScriptCursor *top = session->scripts.top;
  top->waited++;
  top->wait_ms = ms;
  if (!session->dry && top->waited <= top->waits) script_page_keep(session, top);
  if (session->scripts.driven == 0) top->due_ms = script_wait_end_ms(session, top->wait_ms);
  else if (!session->dry && session->hooks.waits)
    return session->hooks.waits(session->hooks.self, session, fmin(ms, isinf(ms) ? film_ms : ms),
                                context->status);
  return true;
}
