/* trace/workings/lookup.h -- a shelf of books that answers by similarity: attention with one query
** and three keys, small enough to be worked out on paper.
**
**   score_j = q · k_j     scaled_j = c score_j     w = softmax(scaled)                (M-93)
**   answer = Σ w_j v_j
**
** A key says how much a book is about cooking and how much about travel, and has length 1; a value
** is how many recipes and maps it has. With q = (1, 0) scores are 0.8, 0.6 and 0. An exact look-up
** finds a key that equals the query or nothing; the nearest is the key with the largest score, the
** first of several.
**
** Shapes  q [2], k [3,2], v [3,2].   Memory  None.   Errors  None.
** Source  Bahdanau et al. 2015 (soft alignment); Vaswani et al. 2017, 3.2.
*/
#ifndef TRACE_WORKINGS_LOOKUP_H
#define TRACE_WORKINGS_LOOKUP_H

#include "core/softmax.h"
#include "trace/workings/experiments.h"

enum { LOOKUP_BOOKS = 3, LOOKUP_COLUMNS = 2 };

typedef struct Lookup {
  float query[LOOKUP_COLUMNS], sharpness;
  float keys[LOOKUP_BOOKS][LOOKUP_COLUMNS], values[LOOKUP_BOOKS][LOOKUP_COLUMNS];
  float scores[LOOKUP_BOOKS], scaled[LOOKUP_BOOKS];
  float exponentials[LOOKUP_BOOKS], weights[LOOKUP_BOOKS];
  SoftmaxParts parts;
  float answer[LOOKUP_COLUMNS];
  float entropy;      /* in bits */
  int exact, nearest; /* books; exact −1: none */
} Lookup;

Lookup lookup_of(const Experiments *asked);

#endif
