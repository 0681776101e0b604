/* measure/bench_train.h -- training the recipe "reader": steps at batch 32 as a piece of work, and
** the time from nothing to its target.
**
** A run is BENCH_TRAIN_STEPS whole steps: drawing sentences, forward, backward, clipping, update.
** Target  99 % right on combinations never trained and 97 % with one noun unknown, over
**         BENCH_TARGET_SEQUENCES of each, looked at every BENCH_TARGET_EVERY steps. The recipe is
**         used as it is; the looking counts.
**
** Memory  A trainer and its pool, until bench_train_free.
** Errors  Those of the recipe and of trainer_make; a step that diverges stops the measuring; a
**         target not reached in the steps of the recipe.
*/
#ifndef MEASURE_BENCH_TRAIN_H
#define MEASURE_BENCH_TRAIN_H

#include "base/status.h"

enum {
  BENCH_TRAIN_STEPS = 50, /* so many that long and short sentences even out */
  BENCH_TARGET_EVERY = 1000,
  BENCH_TARGET_SEQUENCES = 2000
};

/* A trainer with its pool and arena; used by one thread. */
typedef struct BenchTrain BenchTrain;

/* thread_count 1: no pool. Sets BLAS to one thread for the whole process. On false *bench is NULL
** and status says why. */
bool bench_train_make(int thread_count, BenchTrain **bench, Status *status);
void bench_train_free(BenchTrain *bench); /* NULL is fine */
/* Makes BENCH_TRAIN_STEPS more steps; each call trains on from where the last one stopped. False: a
** step diverged. */
bool bench_train_run(BenchTrain *bench, Status *status);

/* Takes minutes. */
bool bench_train_to_target(int thread_count, double *minutes, Status *status);

#endif
