/* trace/trace_layout.h -- allocates the matrices of a new trace. For trace/ only.
**
** Sets the shape of every part, and allocates numbers for stored parts (trace_storage.h says which
** parts share them). Memory: the trace's arena.   Errors: false when it is out.
*/
#ifndef TRACE_TRACE_LAYOUT_H
#define TRACE_TRACE_LAYOUT_H

#include "trace/trace_storage.h"

/* trace_begin calls it once, after shape and tables are set. False: out of memory; the trace is
** then unusable. */
bool trace_layout(Trace *trace);

#endif
