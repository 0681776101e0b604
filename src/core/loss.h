/* core/loss.h -- cross-entropy loss and its gradient.
**
**   p = softmax(logits)     ℓ = −(1/N) Σ log p_target     dlogits = (p − onehot) / N     (M-29)
**
** The sums run over the N rows that have a target; rows with TARGET_NONE are left out.
**
** Shapes  N rows of V logits; one target, an id in 0 … V−1, for each row.
** Memory  The caller's; the gradient overwrites the logits.
** Errors  None; a target outside the vocabulary is a bug: assert.
*/
#ifndef CORE_LOSS_H
#define CORE_LOSS_H

#include "core/matrix.h"

enum { TARGET_NONE = -1 }; /* a position without a target */

/* Sums over a batch, to be added to those of others; the mean loss is loss_sum / counted. */
typedef struct CrossEntropy {
  double loss_sum;    /* Σ −log p_target over the counted rows, natural logarithm */
  int counted, right; /* rows with a target; those whose first largest logit is the target */
} CrossEntropy;

/* M-29. Replaces logits [N,V] by their gradient times gradient_scale (1/N for the mean, N the rows
** with a target in the whole batch); rows with TARGET_NONE become 0. targets has one id in
** 0 .. V−1, or TARGET_NONE, for each row. */
CrossEntropy cross_entropy_backward(Mat logits, const int *targets, float gradient_scale);

#endif
