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

/* A model to be written as a folder; its arena holds state and name. */
typedef struct RunKeep {
  Arena *arena; /* NULL: none is */
  TrainerState state;
  const char *folder;
  bool done, kept;
  Status status;
} RunKeep;

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
  double saved_ms, saved_whole_ms, whole_took_ms;
  int saved_step, saved_whole_step; /* newest state, and all of it */
  bool whole_is_there;              /* at save_path */
  char save_problem[STATUS_SENTENCE_BYTES];
  RunKeep keep;
};

/* A run without its thread, its timeline empty; and its thread. */
bool run_prepare(const Recipe *recipe, TrainingRun **run, Status *status);
bool run_begin(TrainingRun *run, Status *status);
/* The lock is held, with no step at work, afterwards. */
void run_stop_and_lock(TrainingRun *run);
const RunMoment *run_moment(const TrainingRun *run, int index); /* under the lock */

/* run_timeline.c */
void run_keep_checkpoint(TrainingRun *run); /* of now, if the stride says so */
void run_add_to_curve(TrainingRun *run, const StepReport *report);
void run_copy_moment(const RunMoment *from, size_t count, RunMoment *to);
bool run_take_checkpoint(TrainingRun *run, RunMoment **moment); /* room for one more */

void run_forget_after(TrainingRun *run, int step);
void run_thin_to(TrainingRun *run, int stride);
void run_take_newest(TrainingRun *run, const TrainingRun *later); /* its state and curve */

/* run_save.c, for the thread, with the lock: they let it go while they write */
void run_save_if_due(TrainingRun *run);
double run_save_due_ms(const TrainingRun *run); /* when paused; < 0: nothing is to be saved */
void run_keep_if_asked(TrainingRun *run);
bool run_is_asked_to_keep(const TrainingRun *run);

/* run_file.c */
typedef enum RunPart { RUN_WHOLE, RUN_NEWEST } RunPart; /* newest: without the timeline */
bool run_write(const TrainingRun *run, RunPart part, const char *path, Status *status);
bool run_read(const char *path, TrainingRun **run, bool *found, Status *status);
bool run_read_saved(const char *path, Arena *arena, SavedRun *saved, Status *status);

#endif
