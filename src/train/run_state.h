/* train/run_state.h -- the inside of a run, for the files run*.c only. */
#ifndef TRAIN_RUN_STATE_H
#define TRAIN_RUN_STATE_H

#include "base/worker.h"
#include "train/run.h"

typedef struct CurveSum {
  double loss, accuracy;
  int count;
} CurveSum;

/* A place on the timeline. */
typedef struct RunMoment {
  TrainerState state; /* numbers NULL: no memory taken yet */
  LookShares looks;
} RunMoment;

struct TrainingRun {
  Arena *arena; /* the thread's once it runs */
  Arena *names; /* the other side's */
  Pool *pool;
  Worker *worker;
  Worker *beside;   /* the same, for the thread itself: it may run before worker is set */
  Trainer *trainer; /* the thread's while at_work */
  Trainer *again;   /* for steps shown in full; NULL until one is asked for */
  size_t number_count;

  /* Under the lock. */
  bool going, quit, at_work, finished, stopped;
  int steps_until_pause; /* 0: goes on to the last one */
  char problem[STATUS_SENTENCE_BYTES];
  int steps_wanted;
  StepReport last;
  RunMoment now; /* looks: of the newest checkpoint, or of where it paused */
  RunMoment checkpoints[RUN_CHECKPOINTS_MOST];
  int checkpoint_count, checkpoint_room, stride;
  CurvePoint curve[RUN_CURVE_POINTS_MOST];
  CurveSum curve_sum;
  int curve_count, curve_stride;
  double rate_start_ms, steps_per_second;
  int rate_steps;
  int pace; /* steps a second at most; 0: none */
  double next_step_ms;
  const char *save_path; /* NULL: it is not saved by itself */
  double saved_ms;
  int saved_step;
  char save_problem[STATUS_SENTENCE_BYTES];
};

/* A run without its thread, its timeline empty; and its thread. */
bool run_prepare(const Recipe *recipe, TrainingRun **run, Status *status);
bool run_begin(TrainingRun *run, Status *status);
/* run_timeline.c */
void run_keep_checkpoint(TrainingRun *run); /* of now, if the stride says so */
void run_add_to_curve(TrainingRun *run, const StepReport *report);
void run_copy_moment(const RunMoment *from, size_t count, RunMoment *to);
bool run_take_checkpoint(TrainingRun *run, RunMoment **moment); /* room for one more */

/* run_file.c */
bool run_write(const TrainingRun *run, const char *path, Status *status);
bool run_read(const char *path, TrainingRun **run, bool *found, Status *status);

#endif
