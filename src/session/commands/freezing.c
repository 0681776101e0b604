/* session/commands/freezing.c -- the run kept for comparison: freeze, let go, change places.
**
** What is kept is part of the inputs, so that undo and states have it; the view compares with it.
*/
#include "base/i18n.h"
#include "session/session_internal.h"

/* A stage that can stand beside another run's. */
static bool has_something_beside(const View *view) {
  bool is_matrix = stage_info(view->stage)->by_pair || view->stage == stage_of_part(TRACE_OUTPUT);
  return view->kind == VIEW_GRID || view->kind == VIEW_HEADS ||
         (view->kind == VIEW_STAGE && is_matrix);
}

/* Nothing is kept of a model in training: the step that it was at is gone with the next. */
static bool may_keep(const CommandContext *context) {
  if (!training_is_model(session_now(context->session))) return true;
  return status_fail(context->status, STATUS_COULD_NOT,
                     _("a model in training changes with every step, so its run cannot be kept; "
                       "train keep writes it as a model that can"));
}

static bool keep_now(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session), kept = next;
  if (!may_keep(context)) return false;
  kept.kept = NULL;
  next.kept = &kept;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  session->view.compare = COMPARE_KEPT;
  return true;
}

static bool let_go(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  next.kept = NULL;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  if (session->view.compare == COMPARE_KEPT) session->view.compare = COMPARE_OFF;
  return true;
}

static bool needs_kept(const CommandContext *context) {
  if (session_now(context->session)->kept) return true;
  return status_fail(context->status, STATUS_COULD_NOT,
                     _("no run is kept; freeze keeps the one on show"));
}

static bool swap(const CommandContext *context) {
  Session *session = context->session;
  Inputs now = *session_now(session);
  if (!needs_kept(context) || !may_keep(context)) return false;
  Inputs next = *now.kept;
  now.kept = NULL;
  next.kept = &now;
  next.sampling = now.sampling;
  next.experiments = now.experiments;
  return undo_change(session, &next, CHANGE_ALONE, context->status);
}

/* The key shows what it begins, and ends it. */
static bool toggle(const CommandContext *context) {
  Session *session = context->session;
  if (session_now(session)->kept) return let_go(context);
  if (!keep_now(context)) return false;
  if (!has_something_beside(&session->view)) steps_go(session, stage_of_part(TRACE_WEIGHTS));
  session_tell(session, _("This run is kept. Change a word, the model, the mask or a number: both "
                          "stand beside each other, with their difference"));
  return true;
}

bool do_freeze(const CommandContext *context) {
  if (context->words->count == 1) return keep_now(context);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "off")) return let_go(context);
  if (command_is(context, 1, "swap")) return swap(context);
  if (command_is(context, 1, "toggle")) return toggle(context);
  return command_wrong(context);
}
