/* app/presenting.h -- the window follows the presenter view: full screen while it lasts, then as it
** was before.
**
** Memory  Plain data.   Threads  That of the window.
*/
#ifndef APP_PRESENTING_H
#define APP_PRESENTING_H

#include "app/window.h"

/* All zero: not presenting. */
typedef struct Presenting {
  bool is_on;
  bool was_full_screen; /* before it began */
} Presenting;

/* To be called in each round of the loop. */
void presenting_follow(Presenting *presenting, Window *window, const Session *session);

#endif
