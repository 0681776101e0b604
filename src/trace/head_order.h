/* trace/head_order.h -- the heads of all layers in the order in which a picture shows them.
**
**   by place   layer by layer, head by head
**   by role    heads of one role together, the role with the most heads first, in it the surest
**              head first; heads without a role last, by place
**
** Memory  The list on the arena given.   Errors  Out of memory: NULL.
*/
#ifndef TRACE_HEAD_ORDER_H
#define TRACE_HEAD_ORDER_H

#include "base/arena.h"
#include "trace/trace.h"

/* One head of the trace. */
typedef struct HeadPlace {
  int layer, head; /* from 0 */
} HeadPlace;

/* The list of all L · H heads, *count of them. By role it asks for the measured roles, and the
** first to ask waits while the measuring goes on (trace_head_role). */
HeadPlace *head_order(const Trace *trace, bool by_role, Arena *arena, int *count);

#endif
