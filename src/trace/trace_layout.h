/* trace/trace_layout.h -- where each matrix of a new trace lies. For trace/ only.
**
** Gives every part its shape, and numbers to those that are stored (trace_storage.h says which
** share them). Memory: the trace's arena.   Errors: false when it is out.
*/
#ifndef TRACE_TRACE_LAYOUT_H
#define TRACE_TRACE_LAYOUT_H

#include "trace/trace_storage.h"

/* Once, by trace_begin, when shape and tables are there. False: out of memory; the trace is
** unusable then. */
bool trace_layout(Trace *trace);

#endif
