/* trace/workings/cache_step.h -- the same trace taken token by token, with kept keys and values.
**
**   step 0 (prefill)  K and V of the P tokens of the prompt are made at once; the last of them asks
**   step s            the row of token P + s of K and V is appended; its query meets the n = P + s
**                     rows that are kept                                                    (M-51)
**
** Under a mask that lets no query look ahead, row p of every matrix depends on the tokens up to p
** alone: so the first n rows of the trace are those after step n − P, and nothing is computed here
** but counts. In multiplications, for one head with E columns of its input, D of Q and K and Dv of
** V, and r rows made now:
**
**   work(r, n) = r E (2 D + Dv) + r n (D + Dv)       Q, K, V; scores and weighted sum
**   kept       work(1, n), for the prompt work(P, P)       anew   work(n, n)
**   bytes      4 n (D + Dv) of one head; the sum over layers and heads of K and V of all
**
** Scores are counted as dot products, whatever is laid over. Hidden cells count, since a matrix is
** multiplied as a whole. What heads are joined by, and the MLP, are left out: with kept rows they
** take 1 row of n as well.
**
** Units   Steps and rows from 0; bytes of 32-bit floats.   Memory  None, but the arena given.
** Errors  A trace whose rows would change with a later token: cache_refusal says why.
** Source  Pope et al. 2022, section 3.1, for what is kept.
*/
#ifndef TRACE_WORKINGS_CACHE_STEP_H
#define TRACE_WORKINGS_CACHE_STEP_H

#include "trace/trace.h"

typedef enum CacheRefusal {
  CACHE_CAN,
  CACHE_NO_TOKENS,
  CACHE_MIXED,          /* queries meet mixtures, which every new key would change */
  CACHE_OTHER_SENTENCE, /* keys of another sentence are all there from the start */
  CACHE_LOOKS_AHEAD,    /* a query sees a key behind it that is not of the prompt */
  CACHE_NOT_RECORDED    /* a recording lacks Q, K, V, the weights or the output */
} CacheRefusal;

/* One step of the trace on show. */
typedef struct CacheStep {
  int prompt, step, step_count; /* step 0 … step_count − 1, the prefill included */
  int row_count;                /* n: rows of K and V that are there now */
  int first_new;                /* the rows from here to row_count are made now */
  int query;                    /* the row that asks */
} CacheStep;

/* What a step costs, with kept rows and without. */
typedef struct CacheWork {
  double kept, anew; /* multiplications of this step */
  double bytes;      /* of the rows of K and V that are kept */
} CacheWork;

/* Whose work is counted. */
typedef enum CacheScope { CACHE_OF_HEAD, CACHE_OF_MODEL } CacheScope;

/* The length of the prompt that the view asks for, within what the trace has; 0: half of the
** tokens, rounded up. */
int cache_prompt(const Trace *trace, int asked);

/* Why the rows of K and V of that layer cannot be kept after such a prompt. query and key get the
** first pair that looks ahead, from 0; they may be NULL. */
CacheRefusal cache_refusal(const Trace *trace, int layer, int prompt, int *query, int *key);

/* The step that the view asks for, from 1; 0, or more than there are: the last. */
CacheStep cache_step_of(const Trace *trace, int asked_prompt, int asked_step);

/* Another step of the same prompt. */
CacheStep cache_step_at(const Trace *trace, int prompt, int step);

CacheWork cache_work(const Trace *trace, int layer, CacheScope scope, const CacheStep *step);

/* The largest |difference| between the output row of the query as the trace has it and that made
** from the kept rows alone: softmax over the first row_count scores, times as many rows of V. Below
** 0: the output is made otherwise (relative values, dropout), or memory is out. */
double cache_difference(Arena *arena, const Trace *trace, int layer, int head,
                        const CacheStep *step);

#endif
