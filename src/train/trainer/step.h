/* train/trainer/step.h -- forward and backward over some sequences of a batch; for the trainer and
** its tests only.
**
**   loss = Σ loss_scale · (−log p_target)            over the tokens that have a target  (M-29)
**        + Σ attn_target_scale · (−log share)        of one head, where
**          share = Σ A[t, key] over the attn_target_counts[t] keys from attn_targets[t] on  (M-19)
**
**   x ─ W_Q W_K W_V → q k v ─ attention → concat ─ W_O, + x → sum_1 ─ norm_1 → h
**                                h ─ W_1, relu → bend ─ W_2, + h → sum_2 ─ norm_2 → x of the next
**
** Forward M-14 to M-17 by the functions of core/ that the open model uses, too; backward M-19 to
** M-29 by core/backward.h and, at the two ends, core/embedding.h and core/loss.h. What a stage
** gives is kept until its gradient is taken.
** Shapes  The tokens of all sequences stand together in [N,…] matrices, so a linear map is one
**         product; attention goes by sequence and head, in views. Logits only where a target is:
**         [M,V]. A room's matrices are made for the most rows; the first N (or M) are in use.
** Memory  A StepWorkspace holds every activation of the sequences at work; nothing is taken in
**         step_run.
** Threads A room belongs to one thread at a time; numbers and batch are only read.
** Errors  None: a loss that is not finite is the caller's to notice. Sizes are asserted.
*/
#ifndef TRAIN_TRAINER_STEP_H
#define TRAIN_TRAINER_STEP_H

#include "core/mask.h"
#include "base/arena.h"
#include "model/network.h"
#include "train/task/task.h"

/* The most of each at a time. */
typedef struct StepSizes {
  int sequences, tokens, tokens_of_sequence; /* tokens: of all sequences together */
} StepSizes;

/* What the forward pass of one layer leaves for the backward pass. E = d_model, F = d_ff. */
typedef struct StepLayer {
  Mat x;           /* [N,E] what comes in */
  Mat q, k, v;     /* [N,E] heads side by side */
  float *weights;  /* per sequence and head [T,T], one behind the other */
  Mat concat;      /* [N,E] outputs of the heads */
  Mat sum_1, h;    /* [N,E] x + joined; normalised */
  Mat bend, sum_2; /* [N,F] relu(h W_1 + b_1); [N,E] h + MLP */
} StepLayer;

/* d_… is the gradient of the loss by that matrix. Gradients are not kept by layer: one set of
** matrices goes down through all of them. */
typedef struct StepWorkspace {
  StepSizes sizes;
  StepLayer layers[NETWORK_LAYERS_MOST];
  Mat x;                                   /* [N,E] what the last layer gives */
  Mat position;                            /* [T,E] sines and cosines, filled once */
  const unsigned char *hidden;             /* [T,T] of the causal mask, or NULL */
  int *asked, *targets;                    /* [M] rows of x with a target, and it */
  Mat asked_x, d_asked_x;                  /* [M,E] */
  Mat logits;                              /* [M,V]; then d_logits in the same place */
  Mat d_x, d_sum, d_q, d_k, d_v, d_concat; /* [N,E] */
  Mat d_bend;                              /* [N,F] */
  Mat d_weights;                           /* [T,T] of one sequence and head */
} StepWorkspace;

/* Bytes a room takes, near enough: for refusing a batch before its memory is asked for. */
double step_workspace_bytes(const NetworkShape *shape, StepSizes sizes);
/* On the arena, for its lifetime; NULL with *status set when memory is out. Positions and mask are
** filled in here, once: they are the same for every sequence. */
StepWorkspace *step_workspace_make(Arena *arena, const NetworkShape *shape, StepSizes sizes,
                                   Status *status);

/* How much of the pattern each head finds: share summed over `counted` tokens that look. */
typedef struct AttnTargetSums {
  double share[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int counted;
} AttnTargetSums;

/* What step_run is to do. */
typedef struct StepOrder {
  const NetworkShape *shape;
  const float *numbers; /* flat, as model/network.h lays them out */
  const Batch *batch;
  int first_sequence, sequence_count;
  /* Of the whole batch, not of these sequences: both losses are means over it, whoever adds up its
  ** parts. */
  double loss_scale;                       /* 1 / positions asked for */
  double attn_target_scale;                /* weight / positions with targets; 0: none */
  int attn_target_layer, attn_target_head; /* from 0: which head the objective is for */
  float *gradients;             /* same layout as numbers, added to; NULL: forward only */
  AttnTargetSums *attn_targets; /* added to, or NULL */
} StepOrder;

/* What it found. right counts targets whose logit is the largest of their row. */
typedef struct StepSums {
  double loss_sum;        /* Σ −log p_target, not scaled */
  double attn_target_sum; /* Σ −log share, not scaled; 0 without that objective */
  int asked, right;
} StepSums;

/* No sequences give sums of 0 and leave the gradients. */
StepSums step_run(StepWorkspace *room, const StepOrder *order);

/* ---- between forward.c and backward.c ---- */

/* One call of step_run: what was ordered, where it is worked out, and how far it is. */
typedef struct StepWork {
  StepWorkspace *room;
  const StepOrder *order;
  Network network, gradients; /* gradients: only when wanted */
  int first_token;            /* of the batch */
  int token_count;            /* N */
  int asked_count;            /* M */
  StepSums sums;
} StepWork;

/* One sequence of the work: its rows in the [N,…] matrices and its weights in a layer. */
typedef struct StepSequence {
  int first_row, length; /* first_row counts from the first token of the work */
  size_t weights_at;     /* of head 0; heads follow each other */
} StepSequence;

/* Walks the sequences in order: `index` is the one that is left behind. */
StepSequence step_first_sequence(const StepWork *work);
void step_next_sequence(const StepWork *work, int index, StepSequence *sequence);
/* [length,length], written into the room by the forward pass. */
Mat step_weights(const StepWork *work, const StepSequence *sequence, int layer, int head);
/* The corner of the room's mask; empty where nothing is hidden. */
MaskView step_mask(const StepWork *work, int length);
/* Σ of the shares in row t where the task says to look; 0 is kept from being exactly that. */
double step_attn_target_share(const Batch *batch, int token, const float *row);
/* Adds to the gradients of the order. The logits must be d_logits by now. */
void step_backward(const StepWork *work);

#endif
