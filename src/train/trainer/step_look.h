/* train/trainer/step_look.h -- the loss of a head that is told where to look (M-19).
**
**   loss = −p log share − (1 − p) log (1 − share)      share = Σ A[t, key] over the keys named
**
** Both logarithms stay finite where a share is 0 or 1 (step_look.c).
**
** Shapes  weights [T,T] of one sequence and head; tokens count from the first of the batch.
** Memory  None.   Errors  None.
*/
#ifndef TRAIN_TRAINER_STEP_LOOK_H
#define TRAIN_TRAINER_STEP_LOOK_H

#include "core/matrix.h"
#include "train/task/task.h"

/* The sum of the row's weights on the token's attention targets, at least 1e-12, so that its
** logarithm is finite. */
double step_attn_target_share(const Batch *batch, int token, const float *row);
/* May a head told to look at `place` look from this token of the batch at `key` of its sequence,
** whose first token is `first`? */
bool step_look_has(const Batch *batch, LookPlace place, int first, int token, int key);
/* The tokens of these sequences that have a place to look at. */
int step_look_count(const Batch *batch, LookPlace place);
/* The loss of one row of weights, not scaled, and its derivative by the weight of each key that the
** look names; false where the token has none, and nothing is written. */
typedef struct LookLoss {
  double loss, d_weight;
} LookLoss;
bool step_look_loss(const Batch *batch, const Look *look, int first, int token, MatView weights,
                    LookLoss *loss);

#endif
