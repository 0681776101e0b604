/* session/compute/lengths.h -- what the view of lengths shows: the measured points of the two
** models that ship, and one sentence said by both of them, now.
**
** The sentence is that of the measured length nearest to the one wanted, of two as near the
** shorter. Both models are opened and say it within a command: some tens of milliseconds.
**
** Memory  lengths_make: on the arena given, models and all. A LengthsOnShow owns an arena until
**         lengths_free.
** Errors  A file of the program that cannot be read, or memory: Lengths.problem, a sentence.
*/
#ifndef SESSION_COMPUTE_LENGTHS_H
#define SESSION_COMPUTE_LENGTHS_H

#include "session/session.h"

/* Of the present view; arena NULL: nothing yet. */
typedef struct LengthsOnShow {
  Arena *arena;
  int asked; /* the length that it was made for */
  Lengths lengths;
} LengthsOnShow;

/* Makes what the view needs, if it is on show and not there yet. */
void lengths_follow(Session *session);
void lengths_free(LengthsOnShow *on_show);
/* The measured length after (by 1) or before (by −1) the one that is shown for `tokens`. */
int lengths_neighbour(int tokens, int by);

#endif
