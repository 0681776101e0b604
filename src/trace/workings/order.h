/* trace/workings/order.h -- the order experiment: what a shuffled sentence gives, put back into the
** order of the sentence, beside what the sentence gives.
**
**   back(p_i, p_j) = shuffled(i, j)      p_i the place of token i in the sentence
**   difference = in order − back
**
** Rows are put back, and of matrices by pair the columns too. Where nothing tells the model where a
** token stands the difference is rounding alone: the sums of a row have another order.
**
** Shapes  [T,T] by pair, [T,Dv] of the weighted sum.
** Cost    Two copies of one matrix.   Memory  The arena given; both traces must outlive it.
** Errors  Out of memory.
** Source  Vaswani et al. 2017, section 3.5, for why positions are needed.
*/
#ifndef TRACE_WORKINGS_ORDER_H
#define TRACE_WORKINGS_ORDER_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

typedef struct OrderBack {
  TracePart part;
  MatView in_order, back; /* of the sentence; of the shuffled one, put back */
  MatView difference;     /* NaN where both hide the cell; infinite where one does */
  float largest, size;    /* the largest |difference|; the largest |x| in order */
  MaskView mask;          /* of back; hidden NULL: none */
} OrderBack;

/* Largest differences up to this share of the largest number are called rounding. */
#define ORDER_ROUNDING 1e-5f

/* Whether the trace is of a shuffled sentence whose keys are its tokens. */
bool order_can(const Trace *trace);

/* of.part: by pair, or OUTPUT. NULL: out of memory. */
const OrderBack *order_make(Arena *arena, const Trace *trace, TraceMatrixId of, Status *status);

#endif
