/* measure/bench_train.c -- the trainer as headsup train drives it, without progress and files. */
#include "measure/bench_train.h"

#include "base/arena.h"
#include "base/os.h"
#include "base/pool.h"
#include "base/i18n.h"
#include "core/linear.h"
#include "train/trainer/trainer.h"

enum { BATCH = 32 };
static const double target_held_out = 0.99, target_unknown = 0.97;

struct BenchTrain {
  Arena *arena;
  Pool *pool;
  Trainer *trainer;
};

/* batch 0: the recipe's own. */
static bool open_trainer(BenchTrain *bench, int batch, Status *status) {
  Recipe recipe;
  if (!recipe_open(bench->arena, "reader", &recipe, status)) return false;
  if (batch > 0) recipe.batch = batch;
  return trainer_make(&recipe, bench->pool, &bench->trainer, status);
}

static bool make(int thread_count, int batch, BenchTrain **bench, Status *status) {
  Arena *arena = arena_make(0);
  BenchTrain *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  *bench = made;
  if (!made) {
    arena_free(arena);
    return status_no_memory(status);
  }
  *made = (BenchTrain){.arena = arena, .pool = thread_count > 1 ? pool_make(thread_count) : NULL};
  linear_use_one_thread();
  if (open_trainer(made, batch, status)) return true;
  bench_train_free(made);
  *bench = NULL;
  return false;
}

bool bench_train_make(int thread_count, BenchTrain **bench, Status *status) {
  return make(thread_count, BATCH, bench, status);
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

/* ---- to the target ---- */

/* The second set is measured only if the first is passed, since measuring counts as time. The
** samples are those for choosing recipes (DRAW_TO_CHOOSE), not those of the card. */
static bool is_at_target(Trainer *trainer) {
  Score held_out, unknown;
  TrainerSamples samples = {SAMPLES_HELD_OUT, BENCH_TARGET_SEQUENCES, DRAW_TO_CHOOSE};
  trainer_measure(trainer, &samples, &held_out, NULL);
  if (held_out.accuracy < target_held_out) return false;
  samples.set = SAMPLES_UNKNOWN;
  trainer_measure(trainer, &samples, &unknown, NULL);
  return unknown.accuracy >= target_unknown;
}

static bool train_to_target(Trainer *trainer, Status *status) {
  StepReport report;
  int steps = trainer_recipe(trainer)->steps;
  for (int step = 1; step <= steps; step++) {
    if (!trainer_step(trainer, &report, status)) return false;
    if (step % BENCH_TARGET_EVERY == 0 && is_at_target(trainer)) return true;
  }
  return status_fail(status, STATUS_COULD_NOT,
                     P_("the reader did not come to its target in the %d step of its recipe",
                        "the reader did not come to its target in the %d steps of its recipe",
                        steps),
                     steps);
}

/* The clock starts before the recipe is read: the figure is the time a person waits. */
bool bench_train_to_target(int thread_count, double *minutes, Status *status) {
  BenchTrain *bench;
  double begin_ms = os_now_ms();
  if (!make(thread_count, 0, &bench, status)) return false;
  bool reached = train_to_target(bench->trainer, status);
  *minutes = (os_now_ms() - begin_ms) / 60000;
  bench_train_free(bench);
  return reached;
}
