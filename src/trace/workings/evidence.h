/* trace/workings/evidence.h -- what the numbers of one head tell of a mistake in them.
**
** It goes by the numbers alone, as a person does who does not know what is wrong.
**
** Cost    A few passes over one head; where numbers may break, over the heads before it too.
** Memory  None.   Errors  None: what a trace lacks is counted as none.
*/
#ifndef TRACE_WORKINGS_EVIDENCE_H
#define TRACE_WORKINGS_EVIDENCE_H

#include "trace/workings/moved.h"

/* The least and the largest sum of finite numbers, and of which row or column, from 0; those of
** zeros alone are left out. count 0: there is none. */
typedef struct EvidenceSums {
  double least, most;
  int at_least, at_most, count;
} EvidenceSums;

typedef struct Evidence {
  EvidenceSums rows, columns; /* of the weights */
  /* The pair with the largest |score|, and what it was divided by. */
  int divided_query, divided_key;
  float score, scaled;
  double divisor; /* 0: not known */
  /* The largest weight of a pair that the mask was to hide; query −1: there is none. */
  int leak_query, leak_key;
  float leak, leak_masked;
  float largest_masked; /* what softmax gets, in this head */
  long broken_weights, broken_outputs;
  /* Under a mistake that breaks numbers: the first of them, up to this layer. */
  bool has_broken;
  BrokenPlace first;
} Evidence;

/* In double. */
double evidence_column_sum(MatView weights, int col);

Evidence evidence_of(const Trace *trace, int layer, int head);

#endif
