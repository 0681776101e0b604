/* cli/display.h -- an X display of its own for measuring the window where there is none.
**
** Starts Xvfb on a free number and sets DISPLAY; ends it again.
** Errors  Xvfb is not installed or does not start: a sentence with its package.
*/
#ifndef CLI_DISPLAY_H
#define CLI_DISPLAY_H

#include "base/status.h"

typedef struct Display {
  int process_id; /* of Xvfb; 0: there was a display already */
} Display;

bool display_begin(Display *display, Status *status);
void display_end(Display *display);

#endif
