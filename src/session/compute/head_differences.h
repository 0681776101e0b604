/* session/compute/head_differences.h -- what layers × heads show of a kept run: made when they are
** on show beside it and one of the two runs is another, within a command. For session/ only.
**
** Memory  A DifferencesOnShow owns an arena until differences_free.
** Errors  Without memory there is none, and the thumbnails are those of the run on show.
*/
#ifndef SESSION_COMPUTE_HEAD_DIFFERENCES_H
#define SESSION_COMPUTE_HEAD_DIFFERENCES_H

#include "session/session.h"

/* arena NULL: nothing yet. now and kept: trace_serial of the two. */
typedef struct DifferencesOnShow {
  Arena *arena;
  HeadDifferences made;
  uint64_t now, kept;
} DifferencesOnShow;

void differences_follow(Session *session);
void differences_free(DifferencesOnShow *on_show);

#endif
