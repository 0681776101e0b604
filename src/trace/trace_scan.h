/* trace/trace_scan.h -- numbers as they come from a source: the largest, and how many are broken.
** For trace/ only.
**
** Broken is what is not finite where it may not be: −inf belongs into a hidden cell of MASKED, and
** nowhere else.
**
** Shapes  numbers [rows, cols] of the part, of a trace whose mask is known.
** Memory  None.   Errors  None.
*/
#ifndef TRACE_TRACE_SCAN_H
#define TRACE_TRACE_SCAN_H

#include "trace/trace_storage.h"

/* Returns how many are broken; *largest is the largest finite |x|, 0 where there is none. */
long trace_scan(const Trace *trace, TracePart part, MatView numbers, float *largest);

#endif
