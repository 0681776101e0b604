/* train/trainer/trainer_internal.h -- the parts of a Trainer; for train/trainer/ only.
**
** A step writes the new numbers to `before` and swaps `before` and `now` at its end, so that a
** failed step changes nothing. The batch of the next step is drawn during the passes of this one.
**
**   draw batch s → TRAINER_SHARDS passes → sum and norm, piece by piece → update, piece by piece
**                  + draw batch s + 1                                        now ⇄ before
**
** Each arrow waits for all threads of the pool. A thread writes its shard's workspace and gradient,
** or its piece of the flat arrays: two threads never write the same number.
*/
#ifndef TRAIN_TRAINER_TRAINER_INTERNAL_H
#define TRAIN_TRAINER_TRAINER_INTERNAL_H

#include "train/trainer/trainer.h"
#include "train/trainer/step.h"

/* A range of one tensor that one thread updates at a time; tensors differ in whether they decay. */
typedef struct TrainerPiece {
  size_t first, count; /* of the flat array */
  bool decays;
  double square_sum; /* of the gradient */
  bool is_finite;    /* all new numbers are finite */
} TrainerPiece;

/* trainer_make takes all memory, on the trainer's own arena; a step takes none. */
struct Trainer {
  Arena *arena;
  Pool *pool; /* the caller's; NULL: one thread */
  Recipe recipe;
  NetworkShape shape;
  const Task *task;
  const bool *asked; /* [V], see trainer_asked */
  size_t number_count;
  /* `before` is valid after a step. The next step, or the file that trainer_resume reads, is
  ** written to its memory and swapped in when it is complete. */
  TrainerState now, before;
  float *gradients;                       /* [number_count] summed and clipped */
  float *shard_gradients[TRAINER_SHARDS]; /* [number_count] each */
  StepWorkspace *workspaces[TRAINER_SHARDS];
  TrainerPiece *pieces; /* [piece_count], the flat array from end to end */
  int piece_count;
  /* The batch of step s is batches[s % 2], so the batch of the last step is still there while the
  ** next one is drawn. `scored` is for measuring, `empty` for trainer_batch. */
  Batch batches[2], scored, empty;
  int batch_steps[2]; /* the step of each batch; 0: none */
  int made_step;      /* the step that led from `before` to `now`; 0: none */
};

/* Fills trainer->asked from samples of STREAM_ASKED. */
bool trainer_find_asked(Trainer *trainer, Status *status);

/* The purpose of a random stream. The values are part of what a seed gives: append new ones. */
typedef enum TrainerStream {
  STREAM_NUMBERS,  /* the model at step 0 */
  STREAM_BATCH,    /* a batch; the index is its step */
  STREAM_SCORE,    /* samples for measuring; the seed is a TrainerDraw, the index a set */
  STREAM_ASKED,    /* samples that show which words have targets */
  STREAM_BY_LENGTH /* sentences of by_length.h */
} TrainerStream;
/* Streams are independent of each other, so the batch of a step can be drawn without those
** before. */
Rng trainer_rng(uint64_t seed, TrainerStream stream, uint64_t index);

/* Clears the batch and draws that of a step of the recipe, from 1: what the step trains with. */
void trainer_draw_step(const Trainer *trainer, int step, Batch *batch);

/* One pass over a batch in shards. Gradients go to shard_gradients; sums and attention targets of
** the shards are added in order. */
typedef struct TrainerPass {
  Trainer *trainer;
  StepOrder order; /* sequences and gradients are set per shard */
  bool with_gradients;
  StepSums sums[TRAINER_SHARDS];
  AttnTargetSums attn_targets[TRAINER_SHARDS]; /* only where order.attn_targets is not NULL */
} TrainerPass;
/* Shard i is the sequences ⌊n·i/4⌋ … ⌊n·(i+1)/4⌋ − 1, maybe none, whatever the number of
** threads. */
void trainer_run_shard(TrainerPass *pass, int shard);
StepSums trainer_sums(const TrainerPass *pass);

#endif
