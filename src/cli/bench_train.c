/* cli/bench_train.c -- the trainer as headsup train drives it, without progress and files. */
#include "cli/bench_train.h"

#include "base/arena.h"
#include "base/pool.h"
#include "core/linear.h"
#include "train/trainer.h"

enum { BATCH = 32 };

struct BenchTrain {
  Arena *arena;
  Pool *pool;
  Trainer *trainer;
};

static bool open_trainer(BenchTrain *bench, Status *status) {
  Recipe recipe;
  if (!recipe_open(bench->arena, "reader", &recipe, status)) return false;
  recipe.batch = BATCH;
  return trainer_make(&recipe, bench->pool, &bench->trainer, status);
}

bool bench_train_make(int thread_count, BenchTrain **bench, Status *status) {
  Arena *arena = arena_make(0);
  BenchTrain *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  *bench = made;
  if (!made) {
    arena_free(arena);
    return status_no_memory(status);
  }
  *made = (BenchTrain){.arena = arena, .pool = thread_count > 1 ? pool_make(thread_count) : NULL};
  linear_use_one_thread();
  if (open_trainer(made, status)) return true;
  bench_train_free(made);
  *bench = NULL;
  return false;
}

void bench_train_free(BenchTrain *bench) {
  if (!bench) return;
  trainer_free(bench->trainer);
  pool_free(bench->pool);
  arena_free(bench->arena);
}

bool bench_train_run(BenchTrain *bench, Status *status) {
  StepReport report;
  for (int i = 0; i < BENCH_TRAIN_STEPS; i++)
    if (!trainer_step(bench->trainer, &report, status)) return false;
  return true;
}
