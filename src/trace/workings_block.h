/* trace/workings_block.h -- one row of what leaves a layer, worked out by core, for showing.
**
**   sum   = input + joined
**   norm  = (sum − μ₁) / σ₁ · gain₁ + bias₁         σ = √(variance + ε)              (M-15)
**   awake = f(norm W_1 + b_1), f mostly relu     mlp = awake W_2 + b_2
**   block = (norm + mlp − μ₂) / σ₂ · gain₂ + bias₂                                  (M-16)
**           without an MLP block = norm, without norms block = sum
**   norm before: norm = norm₂(sum), what the MLP reads, and block = sum + mlp
**   term_f = awake_f · W_2[f, column]     mlp = Σ term_f + b_2
**
** The trace keeps input, joined, sum, norm, mlp and block; the rest is computed here from the
** model's own weights by the functions that ran the model. Sealed like a trace.
**
** Shapes  rows of d_model numbers; awake and terms have F.
** Memory  One allocation on the arena given; the trace must outlive it.   Errors  Out of memory.
*/
#ifndef TRACE_WORKINGS_BLOCK_H
#define TRACE_WORKINGS_BLOCK_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

/* One number on its way through a norm: (x − mean) / deviation · gain + bias. */
typedef struct WorkedNorm {
  float x, mean, deviation, gain, bias, result;
} WorkedNorm;

typedef struct BlockWorkings {
  int layer, row, column; /* column −1: the row alone */
  int d_model, hidden_count;
  bool has_norms, has_mlp;
  bool norm_before; /* norm_1 is then that of the MLP, sum_2 is block, and there is no norm_2 */
  const float *input, *joined, *sum, *norm, *mlp, *sum_2, *block; /* [d_model] or NULL */
  const float *awake;                                             /* [F] */
  int awake_count;                                                /* those above 0 */
  /* Of the row; x, gain, bias and result of the column. */
  WorkedNorm norm_1, norm_2;
  const float *terms; /* [F] */
  float mlp_bias;
} BlockWorkings;

/* NULL when memory is out. */
const BlockWorkings *block_workings_make(Arena *arena, const Trace *trace, int layer, int row,
                                         int column, Status *status);

#endif
