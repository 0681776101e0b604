/* session/compute/kept_run.h -- the run that is kept for comparison: the frozen trace of the
** sequence, made of the inputs that Inputs.kept names. For session/ only.
**
**   freeze            inputs.kept = the present inputs; the trace of now is held, nothing is run
**   a change          the trace of now is another; the kept one stays
**   undo, a state     another run may be kept than the one that is there: it is made anew
**
** What is kept follows the inputs that are committed (compute_commit), so undo, states and scripts
** need nothing of their own.
**
** Memory  The trace is the sequence's; the inputs it was made of lie on an arena of this.
** Errors  A run that cannot be made anew, as when its model is gone from the disk, is told; the
**         session goes on without it, and problem says why.
** Threads The session's; it waits for the thread beside before it makes a run.
*/
#ifndef SESSION_COMPUTE_KEPT_RUN_H
#define SESSION_COMPUTE_KEPT_RUN_H

#include "session/inputs.h"
#include "session/session.h"

/* All zero: none is kept. */
typedef struct KeptRun {
  Arena *arena;                        /* of inputs; NULL: the sequence has no frozen trace */
  Inputs inputs;                       /* that the frozen trace was made of */
  char problem[STATUS_SENTENCE_BYTES]; /* why the wanted one could not be made; "": it could */
} KeptRun;

/* Before the trace of now is replaced: it may be the one that inputs keep. */
void kept_run_hold(Session *session, const Inputs *inputs);
/* Behind it: the frozen trace is that of inputs->kept, held, made or let go. */
void kept_run_follow(Session *session, const Inputs *inputs);
/* A copy of a session shares it. */
void kept_run_lend(Session *session, const Session *from);
void kept_run_free(Session *session); /* the inputs; the sequence frees the trace */

#endif
