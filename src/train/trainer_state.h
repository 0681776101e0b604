/* train/trainer_state.h -- what a Trainer is made of; for the files trainer*.c only.
**
** A step makes the new numbers beside the old ones and swaps them at its end, so that a step that
** fails has changed nothing. The batch of the next step is drawn while this one is at work.
*/
#ifndef TRAIN_TRAINER_STATE_H
#define TRAIN_TRAINER_STATE_H

#include "train/trainer.h"
#include "train/trainer_step.h"

/* Some numbers of one tensor: what one thread updates at a time. */
typedef struct TrainerPiece {
  size_t first, count;
  bool decays;
  double square_sum; /* of the gradient */
  bool is_finite;
} TrainerPiece;

struct Trainer {
  Arena *arena;
  Pool *pool;
  Recipe recipe;
  NetworkShape shape;
  const Task *task;
  const bool *asked; /* [V], see trainer_asked */
  size_t number_count;
  TrainerState now, before; /* before: valid after a step */
  float *gradients;         /* summed and clipped */
  float *shard_gradients[TRAINER_SHARDS];
  StepRoom *rooms[TRAINER_SHARDS];
  TrainerPiece *pieces;
  int piece_count;
  Batch batches[2], scored, nothing; /* the batch of step s is batches[s % 2] */
  int batch_steps[2];                /* which step's it is; 0: none */
  int made_step;                     /* the last step made here, for update_of; 0: none */
};

bool trainer_find_asked(Trainer *trainer, Status *status);

/* What a random stream is for. */
typedef enum TrainerStream {
  STREAM_NUMBERS,
  STREAM_BATCH,
  STREAM_SCORE,
  STREAM_ASKED
} TrainerStream;
Rng trainer_rng(uint64_t seed, TrainerStream stream, uint64_t index);

/* Runs all sequences of a batch in shards. order gives the scales and what is wanted; where
** gradients are, they go to shard_gradients. Sums and looks are added in the order of shards. */
typedef struct TrainerPass {
  Trainer *trainer;
  StepOrder order;
  bool with_gradients;
  StepSums sums[TRAINER_SHARDS];
  LookSums looks[TRAINER_SHARDS];
} TrainerPass;
void trainer_run_shard(TrainerPass *pass, int shard);
StepSums trainer_sums(const TrainerPass *pass);

#endif
