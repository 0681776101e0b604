/* session/compute/compute_internal.h -- what compute.c and compute_thread.c share. For these two
** alone.
**
** Memory, errors  As in session/compute/compute.h.
*/
#ifndef SESSION_COMPUTE_COMPUTE_INTERNAL_H
#define SESSION_COMPUTE_COMPUTE_INTERNAL_H

#include "session/compute/compute.h"
#include "session/session_internal.h"

/* Between two looks at what the thread does. */
enum { COMPUTE_POLL_MS = 20 };

/* Whether the inputs name the model on show. False for the training, whose numbers change, and
** for a recording, which has no model. */
bool compute_is_model_on_show(const Session *session, const Inputs *inputs);
/* Whether a run takes less than a frame. Estimated from the slowest run of this model so far; a
** model that never ran is not small. */
bool compute_is_small(const Session *session, const Inputs *inputs);
/* How the engine runs these inputs. Rows of the trace on show can be reused only if the same
** model made it, and if a person has not switched that off. */
EngineOrder compute_order(const Session *session, const Inputs *inputs);
/* Makes the trace in an arena that is not on show, so a failure overwrites nothing. */
bool compute_make_now(Session *session, const Inputs *inputs, Computed *made, Status *status);
/* The result of a job that is done. The thread is idle from here on, so the trace on show gets
** its full cache again. */
JobResult compute_take_result(Session *session);
void compute_free_result(JobResult *result);
/* Drops a result: one that nobody takes would keep its memory and block the next job. */
void compute_drop_done(Session *session);
/* Limits the cache of the session's own trace; a lent trace belongs to another session, and at
** first there is none. */
void compute_limit_shown(Session *session);

#endif
