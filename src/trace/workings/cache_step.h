/* trace/workings/cache_step.h -- the same trace taken token by token, with kept keys and values.
**
**   step 0 (prefill)  K and V of the P tokens of the prompt are made at once; the last of them asks
**   step s            the row of token P + s of K and V is appended; its query meets the n = P + s
**                     rows that are kept                                                    (M-51)
**
** Under a mask that lets no query look ahead, row p of every matrix depends on the tokens up to p
** alone: so the first n rows of the trace are those after step n − P, and nothing is computed here
** but counts. In multiplications, for one head with E columns of its input, D of Q and K and Dv of
** V, r rows made now, and pairs a = r n, of a mask out of which rows fall the pairs that it shows:
**
**   maps    r E (2 D + Dv)           Q, K, V
**   turns   r 4 D                    rotary positions: four for each pair of columns of q and k
**   score maps                       general r D D; cosine (r + n) D, the lengths; additive
**                                    (r + n) D D, since U k of every key that is met is made again
**   scores  a D                      with relative vectors a 2 D
**   biases  a                        linear biases: slope times distance
**   sums    a Dv                     with relative vectors a 2 Dv
**
**   kept    r = 1, for the prompt r = P      anew   r = n
**   bytes   4 m (D + Dv) of one head, m rows that are there; of all, over layers and heads of K and
**           V, which are fewer where heads share
**
** Let go  Under a causal mask of windows and blocks, with or without global tokens, no query sees a
**         row again once the window has passed it. Under every other mask a row stays, for later
**         tokens may see it, and hidden cells count, since a matrix is multiplied as a whole.
** Left    Divisions and exponentials; what heads are joined by, and the MLP, which take 1 row of n
** out     as well with kept rows. By tiles (schedule flash) the same products are made.
**
** Units   Steps and rows from 0; bytes of 32-bit floats.   Memory  None, but the arena given.
** Errors  A trace whose rows would change with a later token: cache_refusal says why.
** Source  Pope et al. 2022, section 3.1, for what is kept; Jiang et al. 2023, section 2 (rolling
**         buffer cache), for what falls out.
*/
#ifndef TRACE_WORKINGS_CACHE_STEP_H
#define TRACE_WORKINGS_CACHE_STEP_H

#include "trace/trace.h"

typedef enum CacheRefusal {
  CACHE_CAN,
  CACHE_NO_TOKENS,
  CACHE_MIXED,          /* queries meet mixtures, which every new key would change */
  CACHE_SUMMED,         /* keys and values are added to sums of features and let go */
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

/* The products of a step, in the order above. */
typedef enum CacheProduct {
  CACHE_MAPS,
  CACHE_TURNS,
  CACHE_SCORE_MAPS,
  CACHE_SCORES,
  CACHE_BIASES,
  CACHE_SUMS,
  CACHE_PRODUCT_COUNT
} CacheProduct;

/* What a step costs, with kept rows and without. */
typedef struct CacheWork {
  double kept, anew;              /* multiplications of this step */
  double bytes;                   /* of the rows of K and V that are there */
  double of[CACHE_PRODUCT_COUNT]; /* together kept */
} CacheWork;

/* The rows of K and V of a layer at a step. */
typedef struct CacheRows {
  bool falls_out; /* rows are let go once no query sees them again */
  int there;      /* kept, and made now */
  int gone;
  double pairs; /* of a query of a row made now and a key, for which a score is made */
} CacheRows;

/* Whose work is counted. */
typedef enum CacheScope { CACHE_OF_HEAD, CACHE_OF_MODEL } CacheScope;

/* The length of the prompt that the view asks for, within what the trace has; 0: half of the
** tokens, rounded up. */
int cache_prompt(const Trace *trace, int asked);

/* Why the rows of K and V of that layer cannot be kept after such a prompt. query and key get the
** first pair that looks ahead, from 0; they may be NULL. */
CacheRefusal cache_refusal(const Trace *trace, int layer, int prompt, int *query, int *key);

/* The sum of the weights that the row of that head gives to keys behind it: what would change with
** a later token. */
float cache_share_ahead(const Trace *trace, int layer, int head, int row);

/* The step that the view asks for, from 1; 0, or more than there are: the last. */
CacheStep cache_step_of(const Trace *trace, int asked_prompt, int asked_step);

/* Another step of the same prompt. */
CacheStep cache_step_at(const Trace *trace, int prompt, int step);

CacheRows cache_rows(const Trace *trace, int layer, const CacheStep *step);
/* Whether that row, which was made at a step before, is not there any more. */
bool cache_row_is_gone(const Trace *trace, int layer, const CacheStep *step, int row);

CacheWork cache_work(const Trace *trace, int layer, CacheScope scope, const CacheStep *step);

/* The largest |difference| between the output row of the query as the trace has it and that made
** from the kept rows alone: softmax over the first row_count scores, times as many rows of V. Below
** 0: the output is made otherwise (relative values, dropout), or memory is out. */
double cache_difference(Arena *arena, const Trace *trace, int layer, int head,
                        const CacheStep *step);

#endif
