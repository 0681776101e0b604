/* measure/window_views.h -- from the command that shows many heads or all layers to its picture.
**
** Figures  arcs, average, rollout, answers: from the weights of one head to the arcs of all heads
**          of the layer, their average, the rollout of all layers, the answer layer by layer.
**          Their numbers are made anew each time. The median; a frame ends as in window_frames.h.
*/
#ifndef MEASURE_WINDOW_VIEWS_H
#define MEASURE_WINDOW_VIEWS_H

#include "app/main_loop.h"
#include "measure/window_figures.h"

/* Of the sentence on show, in the last layer. `before` is put before each name. A view that refuses
** this model is left out. */
void measure_views(App *app, const char *before, WindowFrames *frames);

#endif
