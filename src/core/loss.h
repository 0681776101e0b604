/* core/loss.h -- how far the answers are from the right ones, and the gradient of that.
**
**   p = softmax(logits)     ℓ = −(1/N) Σ log p_target     dlogits = (p − onehot) / N     (M-29)
**
** The sums run over the N rows that are asked for; a row with TARGET_NONE has no part in them.
**
** Shapes  N rows of V logits; one target, an id in 0 … V−1, for each row.
** Memory  The caller's; the gradient takes the place of the logits.
** Errors  None; a target outside the vocabulary is a bug: assert.
*/
#ifndef CORE_LOSS_H
#define CORE_LOSS_H

#include "core/matrix.h"

enum { TARGET_NONE = -1 }; /* a position that is not asked for */

/* Sums over a batch, to be added to those of others; the mean loss is loss_sum / counted. */
typedef struct CrossEntropy {
  double loss_sum;    /* Σ −log p_target over the counted rows, natural logarithm */
  int counted, right; /* rows with a target; those whose first largest logit is the target */
} CrossEntropy;

/* M-29. logits [N,V] become their gradient in place, times gradient_scale (1/N for the mean, N
** the rows that are asked for in the whole batch); rows with TARGET_NONE become 0. targets has
** one id in 0 .. V−1, or TARGET_NONE, for each row. */
CrossEntropy cross_entropy_backward(Mat logits, const int *targets, float gradient_scale);

#endif
