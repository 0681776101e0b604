/* trace/workings/together.h -- all heads of a layer in one matrix, and all layers up to it.
**
**   average  Ā = 1/H Σ_h A_h of the layer                                             (M-104)
**   rollout  Ã = (½ Ā + ½ I) by rows, R_l = Ã_l R_(l−1) from the first layer on       (M-105)
**
** The weights are those before dropout. Rollout multiplies the matrices of one sentence over
** itself, from the first layer of its half to the one asked for: in an encoder and a decoder those
** of the encoder. It is refused where columns are no rows of the layer before (together_refusal).
**
** Rollout knows only weights: what a head does with them (V, W_O), the norms and the MLP are not in
** it, so that it says through which places words could have reached a row, and not what they did.
**
** Shapes  average [T,S]; mixed and rollout [T,T] of each layer.
** Cost    H T S sums for each layer, and T³ products.
** Memory  On the arena given: 24 T S bytes of an average, 16 T S + 8 T² of a layer of rollout.
** Errors  Out of memory.
** Source  Abnar and Zuidema 2020, section 3.
*/
#ifndef TRACE_WORKINGS_TOGETHER_H
#define TRACE_WORKINGS_TOGETHER_H

#include "base/arena.h"
#include "core/rollout.h"
#include "trace/trace.h"

/* Longer sentences are refused: T³ products in every layer. */
enum { ROLLOUT_TOKENS_MOST = 512 };

typedef enum TogetherKind { TOGETHER_AVERAGE, TOGETHER_ROLLOUT } TogetherKind;

typedef enum TogetherRefusal {
  TOGETHER_CAN,
  TOGETHER_NO_TOKENS,
  TOGETHER_NOT_RECORDED,   /* the recording lacks weights of a layer */
  TOGETHER_OTHER_SENTENCE, /* the keys are those of another sentence */
  TOGETHER_DECODER,        /* a layer of a decoder, between whose layers the source comes in */
  TOGETHER_MIXED,          /* the columns are mixtures of keys */
  TOGETHER_KEPT,           /* rows of earlier tokens were kept, and are no rows of this trace */
  TOGETHER_TOO_LONG
} TogetherRefusal;

typedef struct Together {
  TogetherKind kind;
  TogetherRefusal refusal; /* the matrices are there if it is TOGETHER_CAN */
  uint64_t serial;         /* of the trace */
  int layer, first, count; /* from layer `first` on, `count` of them, the last is `layer` */
  int head_count;
  MatView average;  /* of the layer */
  RolloutPeak peak; /* of an average: the cell where one head is furthest above it */
  /* [count] of rollout, the first layer first; NULL of an average. */
  const MatView *averages, *mixed, *rollouts;
} Together;

/* The matrix that the kind is named after. */
MatView together_result(const Together *made);
/* What the row of ½ Ā + ½ I of the last layer was divided by to sum to 1; of a rollout. */
double together_mixed_sum(const Together *made, int row);
/* The mean of what rows have of their own token, at that place of the layers; of a rollout. */
float together_own_share(const Together *made, int place);

TogetherRefusal together_refusal(const Trace *trace, int layer, TogetherKind kind);

/* layer from 0; the trace is that of the layer (trace_of_layer). False: memory is out. */
bool together_make(Arena *arena, const Trace *trace, int layer, TogetherKind kind, Together *made);

#endif
