/* train/trainer/step_work.h -- which rows of the matrices of a step belong to which sequence, layer
** and head; what forward.c and backward.c share.
**
** Shapes  [N,…] holds the rows of all sources, then those of all targets (step.h). A StepSequence
**         walks over the sequences in the order of the batch.
** Memory  Views into the StepWorkspace; nothing here allocates.
** Errors  None.
*/
#ifndef TRAIN_TRAINER_STEP_WORK_H
#define TRAIN_TRAINER_STEP_WORK_H

#include "core/mask.h"
#include "train/trainer/step.h"

/* The state of one call of step_run. */
typedef struct StepWork {
  StepWorkspace *workspace;
  const StepOrder *order;
  Network network, gradients; /* gradients: only if order->gradients is not NULL */
  int first_token;            /* of the batch */
  int token_count;            /* N */
  int source_count;           /* rows of sources, before those of targets; 0: of one sentence */
  int asked_count;            /* M */
  StepSums sums;
} StepWork;

/* Where one sequence is in the [N,…] matrices and in StepLayer.weights. */
typedef struct StepSequence {
  int index;                     /* from 0 */
  int first_row, length;         /* of the target, or the only sentence */
  int source_row, source_length; /* 0: there is one sentence */
  size_t weights_at;             /* index of head 0's weights; those of the other heads follow */
} StepSequence;

/* The tokens of a sequence's source; `index` counts from the first of the order. */
int step_source_length(const StepWork *work, int index);
/* Iterate over the sequences in order; `index` is that of *sequence before the call. */
StepSequence step_first_sequence(const StepWork *work);
void step_next_sequence(const StepWork *work, int index, StepSequence *sequence);
/* [queries,keys] of the workspace, written by the forward pass. */
Mat step_weights(const StepWork *work, const StepSequence *sequence, int layer, int head);
/* The upper left corner of the workspace's mask; empty where the layer hides nothing. */
MaskView step_mask(const StepWork *work, int layer, int length);
/* Which head of K and V a head uses, and how many there are. */
typedef struct StepKeyHead {
  int head, count;
  bool is_first; /* the head is the first of those that use it */
} StepKeyHead;
StepKeyHead step_key_head(const StepWork *work, int head);

NetworkLayerKind step_layer_kind(const StepWork *work, int layer);
/* Whether each source becomes one vector between encoder and decoder (M-80). */
bool step_is_squeezed(const StepWork *work);
/* The rows that a layer works on, and those that its keys and values are made from; and the same of
** one sequence. */
StepRows step_queries(const StepWork *work, int layer);
StepRows step_keys(const StepWork *work, int layer);
StepRows step_sequence_queries(const StepWork *work, const StepSequence *sequence, int layer);
StepRows step_sequence_keys(const StepWork *work, const StepSequence *sequence, int layer);
/* What keys and values are made from: the layer's input, or what the encoder gives. Of squeezed
** sources step_keys and step_sequence_keys of these layers count rows of `squeezed`. */
MatView step_key_input(const StepWork *work, int layer);

/* Adds to the gradients of the order. The workspace's logits must be d_logits already. */
void step_backward(const StepWork *work);

#endif
