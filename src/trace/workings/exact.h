/* trace/workings/exact.h -- exact attention over the queries, keys and values of a trace, beside
** what is laid over its model, and how far the two are apart.
**
**   exact weights = softmax(mask(Q Kᵀ / divisor))    exact output = exact weights · V
**   difference = what is laid over − exact           of every cell                      (M-74)
**   divergence of a row = Σ_j w_j log2(w_j / e_j)    w the row laid over, e the exact one
**
** Beside a mistake (trace/mistakes.h) stands the same attention without it: the mask that is laid
** over stays, and heads that were split wrongly are put right. Else:
** Q, K and V are the trace's own, before they are turned by their places; K and V are the shared
** ones where heads share them. Mask, divisor and what the model's own positions do behind Q, K and
** V are the model's own: turned rows (rope), a bias (alibi, t5), relative vectors (shaw). Nothing
** that was laid over, neither setting nor mask, is in the exact attention. Vectors that a model
** adds to its input are in Q, K and V or not: other positions that are laid over have taken them
** out. A recording does not say which mask its model has, so the mask is the recorded one.
**
** The divergence is that of Kullback and Leibler, in bits, from the exact row to the one laid over.
** A weight w of 0 adds nothing. Where the exact row has no weight on a key that the other has one
** on, the divergence is infinite: such a row is counted and left out of the mean, as is a row of
** either that attends to nothing. Both rows are divided by their sums, which dropout and rounding
** change.
**
** Numbers Products and softmax are those of the forward pass, in bands of as many rows: where what
**         is laid over changes nothing behind Q, K and V, the difference is 0 to the bit.
** Shapes  S the keys, also where mixtures stand for them; [T,S] by pair, output [T,Dv].
** Cost    That of the attention of one head: 0.5 ms for 64 tokens. Nothing while it is not asked.
** Memory  The arena given; the trace must outlive what is made.
** Errors  Out of memory.
** Source  Kullback and Leibler 1951, section 2.
*/
#ifndef TRACE_WORKINGS_EXACT_H
#define TRACE_WORKINGS_EXACT_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

/* How far what is laid over is from exact attention, over all rows of one head. Differences that
** are not finite, as behind NaN, are counted and left out. */
typedef struct ExactErrors {
  float output_largest, output_mean; /* |difference| of the weighted sum */
  long output_broken, weight_broken; /* differences that are not finite */
  int output_row, output_col;        /* of the largest, from 0 */
  float output_size;                 /* the largest |x| of the exact weighted sum */
  /* Of the weights; only with has_pairs. */
  float weight_largest;
  int weight_query, weight_key;
  float divergence_mean; /* bits, over divergence_rows; 0 without any */
  int divergence_rows, infinite_rows, empty_rows;
} ExactErrors;

typedef struct Exact {
  int layer, head;
  bool has_pairs;  /* the matrices laid over have a column for each key, as the exact ones have */
  bool has_output; /* the trace has its weighted sum */
  TracePart part;  /* the part by pair that `pairs` stands beside */
  MatView pairs;   /* [T,S] exact: scores, scaled, masked or weights */
  MatView weights; /* [T,S] exact */
  MatView output;  /* [T,Dv] exact */
  /* [T,S] pairs of part; [T,Dv]. NaN where neither number is finite; infinite where one is not. */
  MatView pair_difference, output_difference;
  float pair_largest; /* the largest finite |x| of pair_difference */
  MaskView mask;      /* of the exact attention; hidden NULL: it hides nothing */
  ExactErrors errors;
} Exact;

/* Why there is nothing to compare. */
typedef enum ExactProblem {
  EXACT_FINE,
  EXACT_NOTHING_LAID_OVER,
  EXACT_NO_MASK, /* a recording of mixtures whose mask has no name that says what it hides */
  EXACT_NO_QKV,  /* a recording without queries, keys or values of a head */
} ExactProblem;
ExactProblem exact_problem(const Trace *trace);

/* The exact part that stands beside a part by pair: the last of scores, scaled, masked and weights
** at it or before it in the order of the computation. */
TracePart exact_part_beside(TracePart part);

/* Of one head; of.part is by pair, and is the one that pairs and pair_difference are of. The trace
** has no exact_problem. NULL: out of memory. */
const Exact *exact_make(Arena *arena, const Trace *trace, TraceMatrixId of, Status *status);

#endif
