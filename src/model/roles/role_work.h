/* model/roles/role_work.h -- measures the roles of a model, usually on a thread. For model/.
**
** There are three ways, by the kind of model:
**
**   in background  A thread starts when the model is opened, during the start of the window. The
**                  first reader of a label waits for its end, so that a trace always shows the same
**                  labels. A model whose heads have labels from the start waits only for notes.
**   on demand      A checkpoint of a training may be shown for one frame only, so it has no thread:
**                  the first reader measures.
**   when begun     A model of another program takes seconds: model_roles_begin starts a thread of
**                  low priority; labels are empty until model_roles_show. Drawing never waits.
**
** Freeing the model stops the measuring. The last way stops or pauses between two layers.
**
** Under a limit on memory no thread is started: the first way measures at once, the last one in
** model_roles_finish.
** Memory  An arena of its own. Errors: when memory is out there are no labels; nothing else fails.
*/
#ifndef MODEL_ROLES_ROLE_WORK_H
#define MODEL_ROLES_ROLE_WORK_H

#include "model/roles/roles.h"
#include "trace/trace_build.h"

typedef struct RoleWork RoleWork;

/* Starts in the way that fits the model; the model must outlive it. NULL when memory is out. */
RoleWork *role_work_make(const Model *model);

/* Stops the measuring and waits for its thread; call it before the model's arena is freed. NULL is
** allowed. */
void role_work_free(RoleWork *work);

const TraceRoles *role_work_labels(const RoleWork *work);

#endif
