/* trace/workings/head_differences.h -- where two runs differ most: the weights of every head of a
** run beside those of the same head of a kept one.
**
**   difference(i, j) = w_ij − e_ij      at the queries and keys that both have (beside.h)
**   mean of a head = mean |difference|  by which heads are ranked, the largest first; ties by place
**
** Heads are matched by layer and number; one that the kept run has not is at the end, without a
** rank. Thumbnails are the differences of matched rows and columns, or means of them
** (trace/thumbnails.h).
**
** Cost    The weights of all heads of both runs, once.
** Memory  The arena given: a thumbnail for each head.   Errors  Out of memory: false.
*/
#ifndef TRACE_WORKINGS_HEAD_DIFFERENCES_H
#define TRACE_WORKINGS_HEAD_DIFFERENCES_H

#include "trace/head_order.h"
#include "trace/workings/beside.h"

typedef struct HeadDifference {
  bool is_there; /* the kept run has the head, and both share a query and a key */
  int rank;      /* from 0: the most different */
  MatView small; /* the thumbnail */
  BesideErrors errors;
} HeadDifference;

typedef struct HeadDifferences {
  const HeadDifference *at; /* by layer and head: see head_difference_at */
  const HeadPlace *order;   /* by rank */
  int count, there_count, heads_most;
  float largest; /* of all heads */
  bool is_mean;  /* thumbnails are means */
} HeadDifferences;

/* now and kept are any traces of theirs. */
bool head_differences_make(Arena *arena, const Trace *now, const Trace *kept,
                           HeadDifferences *made);
const HeadDifference *head_difference_at(const HeadDifferences *differences, int layer, int head);

#endif
