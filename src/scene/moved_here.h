/* scene/moved_here.h -- which numbers of the matrix on show moved, and against what.
**
**   something set, taken away or swapped   the run without it (trace/workings/moved.h)
**   a step bent: another divisor, none, a temperature of softmax
**                                          exact attention over the same Q, K and V of that head
**                                          (trace/workings/exact.h)
**
** Against exact attention, which is worked out anew in every frame, only in the window, of at most
** MOVED_TOKENS_MOST keys, not while a quiz asks what was done, and not where the difference stands
** beside them.
**
** Memory  On the arena of the draw list.   Errors  Without memory nothing is said to have moved.
*/
#ifndef SCENE_MOVED_HERE_H
#define SCENE_MOVED_HERE_H

#include "scene/scene.h"
#include "trace/workings/moved.h"

enum { MOVED_TOKENS_MOST = 256 };

/* Of the layer and head on show. */
Moved moved_here(const Scene *scene, TracePart part);

#endif
