/* session/compute/layer_views.h -- what the views of layers show: average, rollout, and the answer
** layer by layer. Made when such a view is on show and the trace, the layer or, of a large table of
** words, the row is another one; within a command or a tick. In a window the answers of a large
** table of words take some ticks, a step in each, so that the window goes on drawing.
**
** Memory  A LayerViewsOnShow owns an arena until layer_views_free.
** Errors  Without memory there is none, and the view says so.
*/
#ifndef SESSION_COMPUTE_LAYER_VIEWS_H
#define SESSION_COMPUTE_LAYER_VIEWS_H

#include "session/session.h"

/* arena NULL: nothing yet. kind: which of the two is there. */
typedef struct LayerViewsOnShow {
  Arena *arena;
  ViewKind kind;
  uint64_t failed; /* the trace for which there was no memory */
  Together together;
  LayerAnswers answers;
  struct LayerAnswersWork *work; /* on the arena, while answers are under way */
} LayerViewsOnShow;

/* How soon it is to be called again, in ms; below 0: not before something else happens. */
double layer_views_follow(Session *session);
/* Before a picture that is not drawn again: what is under way is made to its end. */
void layer_views_finish(Session *session);
void layer_views_free(LayerViewsOnShow *on_show);

#endif
