/* train/run/run_internal.h -- the inside of a run, for train/run/ only.
**
** Two threads use a run: the one that trains ("the thread") and the one that called run_make ("the
** caller", the window or the command line).
**
**   trainer, arena         only the thread while at_work is set; only the caller once it has seen
**                          at_work false under the lock (run_stop_and_lock)
**   all from `going` on    both, under the worker's lock
**   names, replay_trainer  only the caller
**   recipe, task, shape    both, without the lock: they never change after run_make
**
** The thread releases the lock while it makes a step or writes a file, so that the caller does not
** wait for these to read the news.
*/
#ifndef TRAIN_RUN_RUN_INTERNAL_H
#define TRAIN_RUN_RUN_INTERNAL_H

#include "base/worker.h"
#include "train/run/run.h"

/* Sums over the steps of the next point of the curve. */
typedef struct CurveSum {
  double loss, accuracy;
  int count;
} CurveSum;

/* A checkpoint of the timeline. */
typedef struct RunMoment {
  TrainerState state; /* numbers is NULL until memory is taken */
  AttnTargetShares attn_targets;
} RunMoment;

/* A model to write to a folder.
**
**   empty → asked for (run_keep) → written by the thread, done → told (run_kept) → empty
**
** The thread reads arena, state and folder without the lock, since nothing changes them until
** `done`, and sets the other fields under the lock.
*/
typedef struct RunKeep {
  Arena *arena; /* of state and folder; NULL: no model is to be written */
  TrainerState state;
  const char *folder;
  bool done, kept; /* the thread has finished; it has written the model */
  Status status;   /* why it was not kept */
} RunKeep;

struct TrainingRun {
  Arena *arena; /* of the thread, once it runs */
  Arena *names; /* of the caller: strings */
  Pool *pool;   /* NULL: the training uses one thread */
  Worker *worker;
  Worker *thread_worker;   /* the same, for the thread: it may start before `worker` is set */
  Trainer *trainer;        /* of the thread while at_work */
  Trainer *replay_trainer; /* for run_worked_step; NULL until its first call */
  size_t number_count;

  /* ---- under the lock ---- */

  /* The caller sets going and quit. The thread sets at_work while it makes a step or writes, or is
  ** about to; finished when the last wanted step is done; stopped after an error. */
  bool going, quit, at_work, finished, stopped;
  int steps_until_pause;               /* 0: no pause before the last step */
  char problem[STATUS_SENTENCE_BYTES]; /* why it stopped; "" until then */
  int steps_wanted;
  StepReport last; /* of the newest step, for the news */
  /* The newest state, copied from the trainer after each step, to show, save and keep while the
  ** trainer makes the next one. Its attn_targets are those of the newest checkpoint or pause. */
  RunMoment now;
  /* [checkpoint_count] are on the timeline, with rising steps; behind them are dropped ones, whose
  ** memory is reused. At most checkpoint_room, at multiples of the stride, and the step before the
  ** last wanted one. */
  RunMoment checkpoints[RUN_CHECKPOINTS_MOST];
  int checkpoint_count, checkpoint_room, stride;
  /* [curve_count], oldest first; curve_sum is the point that is not full yet. */
  CurvePoint curve[RUN_CURVE_POINTS_MOST];
  CurveSum curve_sum;
  int curve_count, curve_stride; /* curve_stride: steps per point */
  /* rate_steps have been made since rate_start_ms, for steps_per_second. */
  double rate_start_ms, steps_per_second;
  int rate_steps;
  int pace;              /* the most steps per second; 0: no limit */
  double next_step_ms;   /* when the pace allows the next step, by os_now_ms */
  const char *save_path; /* on names; NULL: the thread does not save */
  /* When the newest state and the whole run were last written, and how long the whole run took. */
  double saved_ms, saved_whole_ms, whole_took_ms;
  int saved_step, saved_whole_step; /* the steps of the newest state and of the run saved last */
  bool whole_is_there;              /* this run was written to save_path */
  char save_problem[STATUS_SENTENCE_BYTES];
  RunKeep keep;
};

/* Makes a run without a thread and with an empty timeline, for the caller to fill from a new
** trainer or from a file. After false there is nothing to free. */
bool run_prepare(const Recipe *recipe, TrainingRun **run, Status *status);
/* Starts the thread, paused. After false the caller frees the run. */
bool run_begin(TrainingRun *run, Status *status);
/* Pauses, waits for the present step and returns with the lock held; worker_unlock releases it. */
void run_stop_and_lock(TrainingRun *run);
/* The checkpoint of that index, or `now` if there is none. Under the lock. */
const RunMoment *run_moment(const TrainingRun *run, int index);

/* ---- timeline.c: under the lock, or before the thread starts ---- */

/* Adds `now` as a checkpoint, if the stride has one at its step, and drops every second one where
** no more fit. When memory is out the checkpoint is left out and the timeline becomes coarser. */
void run_keep_checkpoint(TrainingRun *run);
void run_add_to_curve(TrainingRun *run, const StepReport *report);
/* Copies the content: both have arrays of count numbers and keep them. */
void run_copy_moment(const RunMoment *from, size_t count, RunMoment *to);
/* Adds a checkpoint to the timeline for the caller to fill. False when memory is out. The caller
** checks checkpoint_room. */
bool run_take_checkpoint(TrainingRun *run, RunMoment **moment);

/* Drops checkpoints and the curve's point behind an undone step; the first checkpoint stays. */
void run_forget_after(TrainingRun *run, int step);
/* Takes over the newest state and the curve of `later`, the run of PATH.now. */
void run_take_newest(TrainingRun *run, const TrainingRun *later);

/* ---- save.c: for the thread, with the lock, which they release while they write ---- */

void run_save_if_due(TrainingRun *run);
/* Milliseconds until a paused run is to be saved; < 0: nothing is to be saved. */
double run_save_due_ms(const TrainingRun *run);
void run_keep_if_asked(TrainingRun *run);
bool run_is_asked_to_keep(const TrainingRun *run);

/* ---- file.c: its opening comment describes the file ---- */

typedef enum RunPart { RUN_WHOLE, RUN_NEWEST } RunPart; /* newest: without the timeline */
/* Replaces the file atomically; after a failure the old file stays. */
bool run_write(const TrainingRun *run, RunPart part, const char *path, Status *status);
/* Makes a run without a thread from a file. True with *found false when there is no file. */
bool run_read(const char *path, TrainingRun **run, bool *found, Status *status);
/* Reads only the head of the file; status may be NULL. */
bool run_read_saved(const char *path, Arena *arena, SavedRun *saved, Status *status);

#endif
