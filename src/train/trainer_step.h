/* train/trainer_step.h -- forward and backward over some sequences of a batch; for the trainer and
** its tests only.
**
**   loss = Σ loss_scale · (−log p_target)            over the tokens that have a target
**        + Σ look_scale · (−log share)               share = Σ_keys A[t, looks[t] + …] of one head
**
** Shapes  The tokens of all sequences stand together in [N,…] matrices, so a linear map is one
**         product; attention goes by sequence and head, in views. Logits only where a target is:
**         [M,V].
** Memory  A StepRoom holds every activation of the sequences at work; nothing is taken in step_run.
** Threads A room belongs to one thread at a time.
*/
#ifndef TRAIN_TRAINER_STEP_H
#define TRAIN_TRAINER_STEP_H

#include "base/arena.h"
#include "model/network.h"
#include "train/task.h"

typedef struct StepSizes { /* the most of each at a time */
  int sequences, tokens, tokens_of_sequence;
} StepSizes;

typedef struct StepLayer {
  Mat x;           /* [N,E] what comes in */
  Mat q, k, v;     /* [N,E] heads side by side */
  float *weights;  /* per sequence and head [T,T] */
  Mat concat;      /* [N,E] outputs of the heads */
  Mat sum_1, h;    /* [N,E] x + joined; normalised */
  Mat bend, sum_2; /* [N,F] relu(h W_1 + b_1); [N,E] h + MLP */
} StepLayer;

typedef struct StepRoom {
  StepSizes sizes;
  StepLayer layers[NETWORK_LAYERS_MOST];
  Mat x;                                   /* [N,E] what the last layer gives */
  Mat position;                            /* [T,E] */
  const unsigned char *hidden;             /* [T,T] of the causal mask, or NULL */
  int *asked, *targets;                    /* [M] rows of x with a target, and it */
  Mat asked_x, d_asked_x;                  /* [M,E] */
  Mat logits;                              /* [M,V] */
  Mat d_x, d_sum, d_q, d_k, d_v, d_concat; /* [N,E] */
  Mat d_bend;                              /* [N,F] */
  Mat d_weights;                           /* [T,T] */
} StepRoom;

/* Bytes a room takes, near enough. */
double step_room_bytes(const NetworkShape *shape, StepSizes sizes);
StepRoom *step_room_make(Arena *arena, const NetworkShape *shape, StepSizes sizes, Status *status);

typedef struct LookSums { /* how much of the pattern each head finds */
  double share[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int counted;
} LookSums;

typedef struct StepOrder {
  const NetworkShape *shape;
  const float *numbers; /* flat, as model/network.h lays them out */
  const Batch *batch;
  int first_sequence, sequence_count;
  double loss_scale; /* 1 / positions asked for, of the whole batch */
  double look_scale; /* weight / positions with looks, of the whole batch; 0: no such objective */
  int look_layer, look_head;
  float *gradients; /* same layout as numbers, added to; NULL: forward only */
  LookSums *looks;  /* added to, or NULL */
} StepOrder;

typedef struct StepSums {
  double loss_sum; /* Σ −log p_target, not scaled */
  double look_sum; /* Σ −log share, not scaled */
  int asked, right;
} StepSums;

StepSums step_run(StepRoom *room, const StepOrder *order);

/* ---- between trainer_forward.c and trainer_backward.c ---- */

typedef struct StepWork {
  StepRoom *room;
  const StepOrder *order;
  Network network, gradients; /* gradients: only when wanted */
  int first_token, token_count, asked_count;
  StepSums sums;
} StepWork;

/* One sequence of the work: its rows in the [N,…] matrices and its weights in a layer. */
typedef struct StepSequence {
  int first_row, length; /* first_row counts from the first token of the work */
  size_t weights_at;     /* of head 0; heads follow each other */
} StepSequence;

StepSequence step_first_sequence(const StepWork *work);
void step_next_sequence(const StepWork *work, int index, StepSequence *sequence);
Mat step_weights(const StepWork *work, const StepSequence *sequence, int layer, int head);
MaskView step_mask(const StepWork *work, int length);
/* Σ of the shares in row t where the task says to look; 0 is kept from being exactly that. */
double step_look_share(const Batch *batch, int token, const float *row);
void step_backward(StepWork *work);

#endif
