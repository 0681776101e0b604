/* model/roles/role_work.h -- the roles of a model, measured on a thread of their own. For model/.
**
**   beside      begins when the model is opened, and goes on beside the start of the window; the
**               first to ask for a label waits for the end, so a trace shows the same labels
**               every time. A model whose heads were named when they were made has labels already:
**               it is measured when a note is first asked for.
**   when asked  a model of a checkpoint, which may be on show for one frame of a training only,
**               needs no thread: whoever asks first measures it
**   when begun  a model of others takes seconds: role_work_begin starts a thread that gives way to
**               all others; labels are empty until role_work_show. Nobody who draws ever waits.
**
** A model that is freed stops it. The last kind stops between two layers of a short pass, and rests
** there while it is paused.
**
** Under a limit on memory there is one thread only: the first kind is measured at once, the last
** when somebody waits for it.
** Memory  An arena of its own. Errors: without memory there are no labels; nothing else fails.
*/
#ifndef MODEL_ROLES_ROLE_WORK_H
#define MODEL_ROLES_ROLE_WORK_H

#include "model/roles/roles.h"
#include "trace/trace_build.h"

typedef struct RoleWork RoleWork;

/* Begins as the model says (see above); the model must outlive it. NULL without memory. */
RoleWork *role_work_make(const Model *model);

/* Stops the measuring and waits for its thread; before the model's arena goes. NULL is allowed. */
void role_work_free(RoleWork *work);

const TraceRoles *role_work_labels(const RoleWork *work);

#endif
