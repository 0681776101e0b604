/* session/compute/roles_state.h -- when to measure the roles of heads, for session/ only.
**
** Roles (M-33 to M-41) of a pretrained model take seconds, so they are measured on other threads,
** starting when the picture has been the same for 0.7 s. They pause while a trace is made, because
** both need the processors.
**
** Memory  The session's.   Errors  None: without memory there are no labels.
*/
#ifndef SESSION_COMPUTE_ROLES_STATE_H
#define SESSION_COMPUTE_ROLES_STATE_H

#include "session/session.h"

/* The time of session_tick since which the picture has this revision; 0: not known. */
typedef struct RolesQuiet {
  double since_ms;
  unsigned long revision;
} RolesQuiet;

double roles_tick(Session *session, double now_ms); /* milliseconds until it must be called again */

#endif
