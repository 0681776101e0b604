/* app/measure.h -- the figures of the window, taken in child processes that open a real one.
**
** app_measure starts the program again with HEADSUP_MEASURE=KIND:FD in its environment. The child
** draws its first frame, measures what is asked for, writes an AppFigures (app_measure_frames: an
** AppFrames) to FD and ends.
*/
#ifndef APP_MEASURE_H
#define APP_MEASURE_H

#include "app/main_loop.h"

/* After the first frame; does nothing in an ordinary run. */
void measure_child(App *app);

/* Rounds of the loop for so long, or until the window closes. */
void measure_rest(App *app, double for_ms);
/* Of an array that it sorts. */
double measure_median(double *values, int count);

#endif
