/* cli/bench_train.h -- training the recipe "reader": steps at batch 32 as a piece of work, and the
** time from nothing to its target.
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
#ifndef CLI_BENCH_TRAIN_H
#define CLI_BENCH_TRAIN_H

#include "base/status.h"

enum {
  BENCH_TRAIN_STEPS = 50, /* so many that long and short sentences even out */
  BENCH_TARGET_EVERY = 1000,
  BENCH_TARGET_SEQUENCES = 2000
};

typedef struct BenchTrain BenchTrain;

bool bench_train_make(int thread_count, BenchTrain **bench, Status *status);
void bench_train_free(BenchTrain *bench);
bool bench_train_run(BenchTrain *bench, Status *status);

/* Takes minutes. */
bool bench_train_to_target(int thread_count, double *minutes, Status *status);

#endif
