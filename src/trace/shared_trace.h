/* trace/shared_trace.h -- a trace on an arena of its own, which several others are compared with:
** the run without what-ifs, of which each bent number makes another. For model/ and trace/ only.
**
** Memory  It lives until the last arena that holds it is freed, reset or rewound.
** Errors  Memory.
** Threads Arenas that hold it may end on any; else the rules of a trace.
*/
#ifndef TRACE_SHARED_TRACE_H
#define TRACE_SHARED_TRACE_H

#include <stdbool.h>

#include "base/arena.h"

struct Trace;

typedef struct SharedTrace SharedTrace;

/* Without a trace, and held by nobody yet. NULL: out of memory. */
SharedTrace *shared_trace_make(void);
/* Holds it as long as `by`. False: memory is out, and it is gone if nobody else holds it. */
bool shared_trace_hold(SharedTrace *shared, Arena *by);

/* The arena that its trace is to be made on, and, once it is made, the trace. */
Arena *shared_trace_arena(const SharedTrace *shared);
void shared_trace_set(SharedTrace *shared, const struct Trace *trace);
const struct Trace *shared_trace_of(const SharedTrace *shared);

#endif
