/* trace/head_order.h -- the heads of all layers in the order in which a picture shows them.
**
**   by place   layer by layer, head by head
**   by role    heads of one role together, the role with the most heads first, in it the surest
**              head first; heads without a role last, by place
**
** Memory  The list on the arena given.   Errors  NULL: out of memory.
*/
#ifndef TRACE_HEAD_ORDER_H
#define TRACE_HEAD_ORDER_H

#include "base/arena.h"
#include "trace/trace.h"

/* One head of the trace. */
typedef struct HeadPlace {
  int layer, head; /* from 0 */
} HeadPlace;

/* All heads of the trace, *count of them. by_role reads the measured roles, which may wait until
** they are measured (trace_head_role). */
HeadPlace *head_order(const Trace *trace, bool by_role, Arena *arena, int *count);

#endif
