/* cli/bench_train.h -- steps of training the recipe "reader" at batch 32, as a piece of work.
**
** A run is BENCH_TRAIN_STEPS whole steps: drawing sentences, forward, backward, clipping, update.
**
** Memory  A trainer and its pool, until bench_train_free.
** Errors  Those of the recipe and of trainer_make; a step that diverges stops the measuring.
*/
#ifndef CLI_BENCH_TRAIN_H
#define CLI_BENCH_TRAIN_H

#include "base/status.h"

enum { BENCH_TRAIN_STEPS = 50 }; /* so many that long and short sentences even out */

typedef struct BenchTrain BenchTrain;

bool bench_train_make(int thread_count, BenchTrain **bench, Status *status);
void bench_train_free(BenchTrain *bench);
bool bench_train_run(BenchTrain *bench, Status *status);

#endif
