/* trace/workings/block.h -- the computation of one row of a layer's output, step by step, for the
** inspector.
**
**   sum   = input + joined
**   norm  = (sum − μ₁) / σ₁ · gain₁ + bias₁       σ = √(variance + ε)              (M-15)
**   or    = sum / r · gain₁                       r = √(mean of squares + ε)       (M-71)
**   bent  = f(norm W_1 + b_1)      mlp = bent W_2 + b_2
**   or    = gate ⊙ up,  gate = f(norm W_gate),  up = norm W_1 + b_1                (M-72)
**   sum_2 = kept + mlp             kept: norm with post-norm, sum with pre-norm
**   block = (sum_2 − μ₂) / σ₂ · gain₂ + bias₂     post-norm                        (M-16)
**           sum_2                                 pre-norm
**           without an MLP block = norm, without norms block = sum
**   term_f = bent_f · W_2[f, column]     mlp = Σ term_f + b_2
**
** With pre-norm, norm is the layer's second norm; worked_first_norm has the first.
**
** The trace has input, joined, sum, norm, mlp and block; the rest is computed here from the model's
** weights by the functions that ran the model. The result is const.
**
** Shapes  rows of d_model numbers; bent, gate, up and terms have F.
** Memory  One allocation on the arena given; the trace must outlive it.   Errors  Out of memory.
*/
#ifndef TRACE_WORKINGS_BLOCK_H
#define TRACE_WORKINGS_BLOCK_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

/* One number on its way through a norm: (x − mean) / deviation · gain + bias. Of NORM_RMS mean and
** bias are 0, and deviation is the root mean square. */
typedef struct WorkedNorm {
  NormMethod method;
  float x, mean, deviation, gain, bias, result;
} WorkedNorm;

/* Rows point into the trace or behind this struct. What the model does not have is NULL or 0:
** norm and norm_1 without norms, mlp, bent and sum_2 without an MLP, terms without a column. */
typedef struct BlockWorkings {
  int layer, row, column; /* column −1: the row alone */
  int d_model, hidden_count;
  bool has_norms, has_mlp, is_gated;
  NormPlace norm_place;
  Activation activation;
  const float *input, *joined, *sum, *norm, *mlp, *kept, *sum_2, *block; /* [d_model] or NULL */
  const float *bent;                                                     /* [F] */
  const float *gate, *up;                                                /* [F] with a gate */
  int awake_count;                                                       /* those above 0 */
  /* Of the row; x, gain, bias and result of the column. norm_2 where the norms come after. */
  WorkedNorm norm_1, norm_2;
  const float *terms; /* [F] */
  bool has_mlp_bias;
  float mlp_bias;
} BlockWorkings;

/* One token's row in one layer, all from 0; column −1: the row alone. */
typedef struct BlockPlace {
  int layer, row, column;
} BlockPlace;

/* Recomputes the first half of the MLP for this row, d_model · F multiplications, where the trace
** has not kept it. NULL: out of memory, as status says. */
const BlockWorkings *block_workings_make(Arena *arena, const Trace *trace, BlockPlace of,
                                         Status *status);

/* The norm before the heads (M-42) for one number of a layer's input; column −1: mean and σ alone.
** All 0 for a model without pre-norm. */
WorkedNorm worked_first_norm(const Trace *trace, int layer, int row, int column);

#endif
