/* train/trainer/trainer_internal.h -- the parts of a Trainer; for train/trainer/ only.
**
** A step makes the new numbers beside the old ones and swaps them at its end, so that a step that
** fails has changed nothing. The batch of the next step is drawn while this one is at work.
**
**   draw batch s → TRAINER_SHARDS passes → sum and norm, piece by piece → update, piece by piece
**                  + draw batch s + 1                                        now ⇄ before
**
** Each arrow waits for all threads of the pool. What a thread writes is its shard's room and
** gradient, or its piece of the flat arrays: two threads never write the same number.
*/
#ifndef TRAIN_TRAINER_TRAINER_INTERNAL_H
#define TRAIN_TRAINER_TRAINER_INTERNAL_H

#include "train/trainer/trainer.h"
#include "train/trainer/step.h"

/* Some numbers of one tensor: what one thread updates at a time. It never spans two tensors, since
** only some of them decay. */
typedef struct TrainerPiece {
  size_t first, count; /* of the flat array */
  bool decays;
  double square_sum; /* of the gradient */
  bool is_finite;    /* every new number is */
} TrainerPiece;

/* All of it is taken when the trainer is made, on its own arena; a step takes nothing. */
struct Trainer {
  Arena *arena;
  Pool *pool; /* the caller's; NULL: one thread */
  Recipe recipe;
  NetworkShape shape;
  const Task *task;
  const bool *asked; /* [V], see trainer_asked */
  size_t number_count;
  /* before: valid after a step; its memory is also where the next step, or a file that is being
  ** read, goes before it counts. */
  TrainerState now, before;
  float *gradients;                       /* [number_count] summed and clipped */
  float *shard_gradients[TRAINER_SHARDS]; /* [number_count] each */
  StepWorkspace *rooms[TRAINER_SHARDS];
  TrainerPiece *pieces; /* [piece_count], the flat array from end to end */
  int piece_count;
  /* The batch of step s is batches[s % 2]: the last step's can still be shown while the next one's
  ** is being drawn. scored is for measuring, nothing is empty. */
  Batch batches[2], scored, nothing;
  int batch_steps[2]; /* which step's it is; 0: none */
  int made_step;      /* the last step made here, for update_of; 0: none */
};

/* Fills trainer->asked from samples of a stream of its own. */
bool trainer_find_asked(Trainer *trainer, Status *status);

/* What a random stream is for. Their order is part of what a seed means: new ones go last. */
typedef enum TrainerStream {
  STREAM_NUMBERS, /* the model at step 0 */
  STREAM_BATCH,   /* of a step, which is its index */
  STREAM_SCORE,   /* samples to measure by; the seed is a TrainerDraw, the index a set */
  STREAM_ASKED    /* samples that tell which words a task asks at */
} TrainerStream;
/* The index-th stream of its kind: for STREAM_BATCH that is the step. Streams do not depend on each
** other, so a step can be drawn without those before it. */
Rng trainer_rng(uint64_t seed, TrainerStream stream, uint64_t index);

/* Runs all sequences of a batch in shards. order gives the scales and what is wanted; where
** gradients are, they go to shard_gradients. Sums and attention targets are added in the order of
** shards. */
typedef struct TrainerPass {
  Trainer *trainer;
  StepOrder order; /* its sequences and gradients are set for each shard */
  bool with_gradients;
  StepSums sums[TRAINER_SHARDS];
  AttnTargetSums attn_targets[TRAINER_SHARDS]; /* only where order.attn_targets is not NULL */
} TrainerPass;
/* A shard is the sequences from ⌊n·i/4⌋ on: the same whatever the number of threads, and maybe
** none. */
void trainer_run_shard(TrainerPass *pass, int shard);
StepSums trainer_sums(const TrainerPass *pass);

#endif
