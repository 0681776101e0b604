/* session/compute/roles_state.h -- when the roles of heads are measured, for session/ only.
**
** Roles (M-33 to M-41) of a model of others take seconds, so they are measured on threads beside
** the window, begun only when the picture has been the same for 0.7 s. While a trace is made they
** rest, since both want the processors.
**
** Memory  The session's.   Errors  None: without memory there are no labels.
*/
#ifndef SESSION_COMPUTE_ROLES_STATE_H
#define SESSION_COMPUTE_ROLES_STATE_H

#include "session/session.h"

/* Since when, on the clock of session_tick, the picture has this revision; 0: it is not known. */
typedef struct RolesQuiet {
  double since_ms;
  unsigned long revision;
} RolesQuiet;

double roles_tick(Session *session, double now_ms); /* ms until it wants to be called again */

#endif
