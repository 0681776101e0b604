/* trace/trace_scan.h -- scans new numbers for the largest, and counts broken ones. For trace/ only.
**
** A number is broken when it is not finite, except −inf in a hidden cell of MASKED.
**
** Shapes  numbers [rows, cols] of the part, of a trace whose mask is known.
** Memory  None.   Errors  None.
*/
#ifndef TRACE_TRACE_SCAN_H
#define TRACE_TRACE_SCAN_H

#include "trace/trace_storage.h"

/* Returns the count of broken numbers; *largest is the largest finite |x|, or 0. */
long trace_scan(const Trace *trace, TracePart part, MatView numbers, float *largest);

#endif
