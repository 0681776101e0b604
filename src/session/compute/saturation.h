/* session/compute/saturation.h -- what the view of saturation shows: made when it is on show and
** something else was asked, within a command.
**
** Memory  A SaturationOnShow owns an arena until saturation_free.
** Errors  Without memory there is none, and the view says so.
*/
#ifndef SESSION_COMPUTE_SATURATION_H
#define SESSION_COMPUTE_SATURATION_H

#include "session/session.h"

/* arena NULL: nothing yet. */
typedef struct SaturationOnShow {
  Arena *arena;
  Saturation made;
} SaturationOnShow;

void saturation_follow(Session *session);
void saturation_free(SaturationOnShow *on_show);

#endif
