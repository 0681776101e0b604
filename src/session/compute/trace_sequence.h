/* session/compute/trace_sequence.h -- the traces that a session holds. For session/ only.
**
**   now      the trace of the inputs; replaced with every change of them
**   frozen   an earlier now, kept for comparison; at most one
**   steps    of a decode, each with one more token; the oldest is step 0
**
** Each is sealed, and one of them is on show: now, unless trace_sequence_show chose another. A new
** now comes on show, because a person changed its inputs. A trace at two places is stored once and
** counts its holders. The model that made it lives as long as the last of its traces, since a large
** trace asks it for matrices when they are viewed.
**
** Memory  now and frozen have no limit. There are at most TRACE_STEPS_MOST steps, and only as many
**         as fit the bytes given; the oldest is dropped first, and the newest always stays. The
**         cache of a trace that is neither now nor on show is limited to TRACE_RESTING_BYTES. The
**         arena of a freed now is reused for the next one.
** Errors  No memory: trace_sequence_begin and held_trace_make return NULL before anything changes.
**         No other function can fail.
** Threads The session's. A job on another thread may read now, which is not replaced before its
**         end.
*/
#ifndef SESSION_COMPUTE_TRACE_SEQUENCE_H
#define SESSION_COMPUTE_TRACE_SEQUENCE_H

#include "model/model.h"
#include "trace/recording/recording.h"
#include "trace/trace.h"

enum { TRACE_STEPS_MOST = 32, TRACE_RESTING_BYTES = 1 << 20 };

/* A trace and what it reads from. */
typedef struct HeldTrace {
  Arena *arena; /* holds the trace and this struct */
  const Trace *trace;
  const Recording *recording; /* the recording that it shows, on the arena; NULL: a model made it */
  Model *model;               /* held; NULL for a recording */
  int holders;                /* number of places that hold it, in any sequence */
} HeldTrace;

/* All zero holds nothing. Read it through the functions below. */
typedef struct TraceSequence {
  HeldTrace *now, *frozen, *steps[TRACE_STEPS_MOST];
  HeldTrace *shaken;  /* a moment of a number that is shaken, in place of now */
  HeldTrace *on_show; /* one of the above; NULL: none */
  int step_count;
  Arena *spare; /* reused for the next now */
} TraceSequence;

/* 0 and above: the step with that index. */
typedef enum TracePlace { TRACE_PLACE_NOW = -2, TRACE_PLACE_FROZEN = -1 } TracePlace;

/* An empty arena for the next now, owned by the sequence until replace; NULL: no memory. */
Arena *trace_sequence_begin(TraceSequence *traces);

/* Prepares a trace to be held, on its own arena; NULL: no memory. recording may be NULL. */
HeldTrace *held_trace_make(Arena *arena, const Trace *trace, const Recording *recording);

/* The sequence takes ownership of the trace and its arena, and holds the model. The old now is
** freed unless another place holds it; the new one comes on show. */
void trace_sequence_replace(TraceSequence *traces, HeldTrace *next, Model *model);

/* Shows a trace in place of now, which is kept, until the next one or trace_sequence_still. The
** sequence takes ownership of the trace and its arena, and holds the model. */
void trace_sequence_shake(TraceSequence *traces, HeldTrace *next, Model *model);
void trace_sequence_still(TraceSequence *traces);

/* This sequence shares the now of another, and what it has frozen. */
void trace_sequence_lend(TraceSequence *traces, const TraceSequence *from);

/* Freezes now, replacing the frozen trace. */
void trace_sequence_freeze(TraceSequence *traces);
/* The same of a trace that never was now, which the sequence takes ownership of; it holds the
** model. */
void trace_sequence_keep(TraceSequence *traces, HeldTrace *kept, Model *model);
void trace_sequence_thaw(TraceSequence *traces); /* drops the frozen trace */

/* Appends now as the last step; bytes_most limits the arenas of all steps. */
void trace_sequence_add_step(TraceSequence *traces, size_t bytes_most);
void trace_sequence_clear_steps(TraceSequence *traces);

/* Shows the trace at a place; false: none is there. cache_bytes limits its cache. */
bool trace_sequence_show(TraceSequence *traces, int place, size_t cache_bytes);

/* NULL: none is there. Valid until no place holds it. */
const HeldTrace *trace_sequence_at(const TraceSequence *traces, int place);

void trace_sequence_free(TraceSequence *traces);

#endif
