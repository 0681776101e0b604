/* train/trainer/step.h -- the forward and backward pass over some sequences of a batch; for the
** trainer and its tests only.
**
**   loss = Σ loss_scale · (−log p_target)            over the tokens that have a target  (M-29)
**        + Σ scale · (−p log share − (1 − p) log (1 − share))      over the looks       (M-19)
**          share = Σ A[t, key] over the keys where the look's head is told to look from t
**
**   x ─ W_Q W_K W_V → q k v ─ attention → concat ─ W_O, + x → sum_1 ─ norm_1 → h
**                          h ─ W_1, relu → activation ─ W_2, + h → sum_2 ─ norm_2 → x of the next
**
** Under positions rope the rows of q and k are turned as soon as they are there (M-50), and their
** gradients are turned back (M-76); alibi adds its numbers to the scaled scores (M-47), which have
** no gradient; t5 adds those of its buckets to scores that are not divided (M-48), and shaw rows
** for the distance to keys and values (M-63), whose gradients are M-77. Of heads that share K and V
** the gradients of K and V add up (M-49).
**
** Of two sentences (model/network.h) the rows of all sources come first, then those of all targets:
** each layer works on one of the two, and what the encoder gives lies in the first rows of the
** input of the first decoder layer. Of a source that is squeezed its rows become one, the mean
** (M-80): the layers between the halves have one key and value for each sequence.
**
** The forward pass computes M-14 to M-17 with the functions of core/ that an open model uses too;
** the backward pass computes M-19 to M-29, M-76 and M-77 with core/backward.h and, at the two ends,
** core/embedding.h and core/loss.h. The results of the forward pass are kept for the backward pass.
**
** Shapes  The tokens of all sequences are the rows of one [N,…] matrix, so a linear map is one
**         product; attention runs per sequence and head, on views. Logits are computed only for
**         tokens with a target: [M,V]. The matrices of a workspace have rows for the largest N and
**         M; the first N (or M) are in use.
** Memory  A StepWorkspace holds every activation of the sequences; step_run takes no memory.
** Threads A workspace belongs to one thread at a time; numbers and batch are only read.
** Errors  None: the caller checks that the loss is finite. Sizes are asserted.
*/
#ifndef TRAIN_TRAINER_STEP_H
#define TRAIN_TRAINER_STEP_H

#include "base/arena.h"
#include "model/network.h"
#include "train/task/task.h"

/* The largest sizes of one step_run. */
typedef struct StepSizes {
  int sequences, tokens, tokens_of_sequence; /* tokens: of all sequences together */
} StepSizes;

/* The results of one layer that the backward pass needs. E = d_model, F = d_ff. */
typedef struct StepLayer {
  Mat x;                 /* [N,E] the input */
  Mat q;                 /* [N,E] heads side by side, turned under rope */
  Mat k, v;              /* [N,G·D] alike */
  float *weights;        /* [T,T] per sequence and head, one after the other */
  Mat concat;            /* [N,E] outputs of the heads */
  Mat sum_1, h;          /* [N,E] x + concat W_O; norm_1 of it */
  Mat activation, sum_2; /* [N,F] relu(h W_1 + b_1); [N,E] h + MLP */
} StepLayer;

/* The matrices of one pass. d_… is the gradient of the loss with respect to that matrix; all layers
** share these, from the last layer to the first. */
typedef struct StepWorkspace {
  StepSizes sizes;
  StepLayer layers[NETWORK_STACK_MOST];
  Mat x;                         /* [N,E] the output of the last layer */
  Mat position;                  /* [T,E] sines and cosines, filled once */
  const unsigned char *hidden;   /* [T,T] of the mask, or NULL */
  const RotaryTurn *turns;       /* [T,D/2] of positions rope, or NULL */
  float *offsets;                /* [2T−1] of positions t5, of one head and sequence, or NULL */
  int *tokens, *ids;             /* [N] of each row: which token of the batch, its id */
  int *asked, *targets;          /* [M] rows of x with a target; the targets */
  Mat asked_x, d_asked_x;        /* [M,E] */
  Mat logits;                    /* [M,V]; overwritten by d_logits */
  Mat d_x, d_sum, d_q, d_concat; /* [N,E] */
  Mat d_k, d_v;                  /* [N,G·D] */
  Mat d_key;                     /* [T,D] of one head among those that share */
  Mat d_activation;              /* [N,F] */
  Mat d_source;                  /* [N,E] of what the decoder asks; of two sentences */
  Mat squeezed;                  /* [sequences,E] of each source one vector; or empty */
  Mat d_weights;                 /* [T,T] of one sequence and head */
} StepWorkspace;

/* The approximate bytes of a workspace, to refuse a batch before its memory is taken. */
double step_workspace_bytes(const NetworkShape *shape, StepSizes sizes);
/* On the arena, for its lifetime; NULL with *status set when memory is out. Fills positions and
** mask, which are the same for every sequence. */
StepWorkspace *step_workspace_make(Arena *arena, const NetworkShape *shape, StepSizes sizes,
                                   Status *status);

/* Of each head, the sum of its shares (M-19) over the `counted` tokens that have attention
** targets. */
typedef struct AttnTargetSums {
  double share[NETWORK_STACK_MOST][NETWORK_HEADS_MOST];
  int heaviest[NETWORK_STACK_MOST][NETWORK_HEADS_MOST]; /* tokens whose heaviest key is one */
  int counted;
} AttnTargetSums;

/* A head told where to look. scale is weight / tokens that have such a place. */
typedef struct StepLook {
  Look look;
  double scale;
} StepLook;

/* The input of step_run. */
typedef struct StepOrder {
  const NetworkShape *shape;
  const float *numbers; /* flat, as model/network.h lays them out */
  const Batch *batch;
  int first_sequence, sequence_count;
  /* Counts are those of the whole batch, not of these sequences: both losses are means over it. */
  double loss_scale; /* 1 / tokens with a target */
  StepLook looks[RECIPE_LOOKS_MOST];
  int look_count;
  float *gradients;             /* laid out like numbers, added to; NULL: forward only */
  AttnTargetSums *attn_targets; /* added to, or NULL */
} StepOrder;

/* The result of step_run. */
typedef struct StepSums {
  double loss_sum;  /* Σ −log p_target, not scaled */
  double look_loss; /* of all looks, scaled; 0 without them */
  int asked, right; /* targets; those whose logit is the largest of its row */
  int whole;        /* sequences all of whose targets are right */
} StepSums;

/* With no sequences the sums are 0 and the gradients stay as they are. */
StepSums step_run(StepWorkspace *workspace, const StepOrder *order);

/* A range of the rows of a matrix [N,…]. */
typedef struct StepRows {
  int first, count;
} StepRows;
static inline Mat step_rows(StepRows rows, Mat matrix) {
  return mat_rows(matrix, rows.first, rows.count);
}
static inline MatView step_view(StepRows rows, Mat matrix) {
  return mat_view(step_rows(rows, matrix));
}

#endif
