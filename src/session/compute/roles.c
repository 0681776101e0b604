/* session/compute/roles.c -- measures the roles of the heads of a pretrained model while the window
** is idle.
**
** Measuring begins when the model is on show and nothing has changed for a moment, pauses while a
** trace is made on the thread, and is shown between two pictures. A session that is not ticked, as
** on the command line, measures only for an export sorted by role.
*/
#include <assert.h>

#include "session/session_internal.h"

#include "model/roles/roles.h"

static const double quiet_ms = 700, look_every_ms = 100;

/* Milliseconds until nothing has changed for quiet_ms. */
static double quiet_in(Session *session, double now_ms) {
  RolesQuiet *quiet = &session->roles_quiet;
  if (quiet->revision != session->revision || quiet->since_ms <= 0)
    *quiet = (RolesQuiet){now_ms, session->revision};
  double passed_ms = now_ms - quiet->since_ms;
  return passed_ms < quiet_ms ? quiet_ms - passed_ms : 0;
}

static double begin_measuring(Session *session, double now_ms) {
  assert(session->model && !session->is_lent);
  double left_ms = quiet_in(session, now_ms);
  if (left_ms > 0) return left_ms;
  model_roles_begin(session->model);
  return look_every_ms;
}

static double show_labels(Session *session) {
  model_roles_show(session->model);
  session->revision++;
  return -1;
}

double roles_tick(Session *session, double now_ms) {
  if (!session->model || session->is_lent) return -1;
  RolesState state = model_roles_state(session->model);
  if (state == ROLES_BUSY) model_roles_pause(session->model, session->pending.is_on);
  if (session->pending.is_on) return -1;
  return state == ROLES_WAIT    ? begin_measuring(session, now_ms)
         : state == ROLES_BUSY  ? look_every_ms
         : state == ROLES_READY ? show_labels(session)
                                : -1;
}

bool session_finish_roles(const Session *session, const Progress *progress, Status *status) {
  const View *view = &session->view;
  bool needed = view->kind == VIEW_GRID && view->grid_order == GRID_BY_ROLE;
  if (!needed || !session->model) return true;
  return model_roles_finish(session->model, &(RolesOrder){session->pool, progress}, status);
}
