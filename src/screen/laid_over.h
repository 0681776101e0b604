/* screen/laid_over.h -- a chip for each thing that is laid over a model, changed or kept, with the
** command that takes it away.
**
** Memory  On the list's arena.   Errors  Without memory there are none.
*/
#ifndef SCREEN_LAID_OVER_H
#define SCREEN_LAID_OVER_H

#include "scene/scene.h"
#include "session/session.h"
#include "ui/ui.h"

void laid_over_fill(const Session *session, const Scene *scene, UiInputs *inputs);

#endif
