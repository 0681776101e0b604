/* model/role_work.h -- the roles of a model, measured on a thread of their own. For model/ only.
**
** Measuring begins when a model is opened and goes on beside the start of the window; the first to
** ask for a label waits for the end. So a trace shows the same labels every time, and a model that
** is freed before stops it. A model whose heads were named when they were made has labels already:
** it is measured when a note is first asked for. One of a checkpoint, which may be on show for one
** frame of a training only, needs no thread: whoever asks first measures it.
**
** Under a limit on memory there is one thread only, and measuring is done at once.
** Memory  An arena of its own. Errors: without memory there are no labels; nothing else fails.
*/
#ifndef MODEL_ROLE_WORK_H
#define MODEL_ROLE_WORK_H

#include "model/roles.h"
#include "trace/trace_build.h"

typedef struct RoleWork RoleWork;

RoleWork *role_work_make(const Model *model); /* NULL without memory */
void role_work_free(RoleWork *work);          /* before the model's arena */
const TraceRoles *role_work_labels(const RoleWork *work);
const RoleReport *role_work_report(RoleWork *work); /* waits */

#endif
