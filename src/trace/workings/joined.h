/* trace/workings/joined.h -- what one head adds to a row of the joined heads.
**
**   term_h[c] = Σ_i O_h[row, i] · W_O[h·D + i, c]        joined = Σ_h term_h + b_O        (M-09)
**
** In double, because W_O adds up hundreds of small products.
**
** Shapes  joined_terms_make: d_model numbers.
** Memory  On the arena given.   Errors  Out of memory: NULL.
*/
#ifndef TRACE_WORKINGS_JOINED_H
#define TRACE_WORKINGS_JOINED_H

#include "base/arena.h"
#include "trace/trace.h"

/* One number; the trace must have the concatenated heads and W_O. */
double joined_term(const Trace *trace, int layer, int row, int head, int column);
/* All columns. */
const float *joined_terms_make(Arena *arena, const Trace *trace, int layer, int row, int head);
/* The length of that vector, √Σ_c term_h[c]²: how much the head adds, whatever its direction; 0
** without W_O. NaN when out of memory. */
double joined_length(Arena *arena, const Trace *trace, int layer, int row, int head);

#endif
