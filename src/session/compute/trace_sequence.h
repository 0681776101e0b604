/* session/compute/trace_sequence.h -- the traces that a session holds. For session/ only.
**
**   now      of the inputs: replaced with every change of them
**   frozen   one that was now, kept beside it to be compared; at most one
**   steps    of a decode, a token more each; the oldest is step 0
**
** Each is sealed, and one of them is on show: now, until trace_sequence_show says another. A new
** now comes on show, since a person changed what it is of. A trace that stands at two places is
** there once and counts its holders; the model that made it lives as long as the last of its
** traces, since a large trace asks it for matrices when they are looked at.
**
** Memory  now and frozen stay whatever they take. Of the steps there are at most TRACE_STEPS_MOST,
**         and as many as the bytes given have room for; the oldest is dropped first, and the newest
**         always stays. What a trace that is neither now nor on show makes when it is asked for has
**         TRACE_RESTING_BYTES. The arena of a now that goes is kept for the next one.
** Errors  No memory: trace_sequence_begin and held_trace_make say so, before anything changes. All
**         else cannot fail.
** Threads The session's. Work beside may read now, which is not replaced before it has ended.
*/
#ifndef SESSION_COMPUTE_TRACE_SEQUENCE_H
#define SESSION_COMPUTE_TRACE_SEQUENCE_H

#include "model/model.h"
#include "trace/recording/recording.h"
#include "trace/trace.h"

enum { TRACE_STEPS_MOST = 32, TRACE_RESTING_BYTES = 1 << 20 };

/* A trace and what it reads from. */
typedef struct HeldTrace {
  Arena *arena; /* the trace's, and of this struct */
  const Trace *trace;
  const Recording *recording; /* what it is of, on the arena; NULL: a model made it */
  Model *model;               /* held; NULL: a recording has none */
  int holders;                /* places it stands at, in any sequence */
} HeldTrace;

/* All zero holds nothing. Read it through the functions below. */
typedef struct TraceSequence {
  HeldTrace *now, *frozen, *steps[TRACE_STEPS_MOST];
  HeldTrace *on_show; /* one of those; NULL: there is none */
  int step_count;
  Arena *spare; /* where the next now may be made */
} TraceSequence;

/* 0 and more: that step. */
typedef enum TracePlace { TRACE_PLACE_NOW = -2, TRACE_PLACE_FROZEN = -1 } TracePlace;

/* An empty arena for the next now, which stays the sequence's until replace; NULL: no memory. */
Arena *trace_sequence_begin(TraceSequence *traces);

/* A trace ready to be held, on its own arena; NULL: no memory. recording may be NULL. */
HeldTrace *held_trace_make(Arena *arena, const Trace *trace, const Recording *recording);

/* The sequence takes the trace and its arena, and holds the model. The now of before goes, unless
** it stands at another place; the new one is on show. */
void trace_sequence_replace(TraceSequence *traces, HeldTrace *next, Model *model);

/* The now of another sequence is this one's, too. */
void trace_sequence_lend(TraceSequence *traces, const TraceSequence *from);

/* now is frozen as well, in the place of what was frozen before. */
void trace_sequence_freeze(TraceSequence *traces);
void trace_sequence_thaw(TraceSequence *traces); /* nothing is frozen any more */

/* now becomes the last step, too; the bound of all steps is in bytes of their arenas. */
void trace_sequence_add_step(TraceSequence *traces, size_t bytes_most);
void trace_sequence_clear_steps(TraceSequence *traces);

/* False: nothing stands there. cache_bytes: for what it makes when asked for. */
bool trace_sequence_show(TraceSequence *traces, int place, size_t cache_bytes);

/* NULL: nothing stands there. Valid until it stands at no place. */
const HeldTrace *trace_sequence_at(const TraceSequence *traces, int place);

void trace_sequence_free(TraceSequence *traces);

#endif
