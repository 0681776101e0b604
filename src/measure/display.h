/* measure/display.h -- an X display of its own for measuring the window where there is none.
**
** Starts Xvfb on a free number and sets DISPLAY; ends it again.
** Errors  Xvfb is not installed or does not start: a sentence with its package.
*/
#ifndef MEASURE_DISPLAY_H
#define MEASURE_DISPLAY_H

#include "base/status.h"

typedef struct Display {
  int process_id; /* of Xvfb; 0: there was a display already */
} Display;

/* A DISPLAY that is set is used as it is. Else Xvfb is started, at most 10 s are waited for it, and
** DISPLAY is set for this process and its children. Not for use while other threads run: it forks
** and changes the environment. On false nothing is left running. */
bool display_begin(Display *display, Status *status);
/* Ends the Xvfb that display_begin started and waits for its end; nothing when there was none. */
void display_end(Display *display);

#endif
