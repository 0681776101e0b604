/* train/run/run_internal.h -- the inside of a run, for train/run/ only.
**
** Two threads meet here: the one that trains ("the thread") and the one that called run_make ("the
** other side", a window or the command line).
**
**   trainer, arena    the thread's alone while at_work is set; the other side's once it has seen
**                     at_work false under the lock (run_stop_and_lock)
**   all from `going`  shared, touched under the worker's lock
**   names, again      the other side's alone
**   recipe, task,     never change after run_make, so either side reads them without the lock
**   shape
**
** The thread lets the lock go while it makes a step or writes a file; so the other side never waits
** for either just to read the news.
*/
#ifndef TRAIN_RUN_RUN_INTERNAL_H
#define TRAIN_RUN_RUN_INTERNAL_H

#include "base/worker.h"
#include "train/run/run.h"

/* Of the steps that the next point of the curve will join. */
typedef struct CurveSum {
  double loss, accuracy;
  int count;
} CurveSum;

/* A place on the timeline. */
typedef struct RunMoment {
  TrainerState state; /* numbers NULL: no memory taken yet */
  AttnTargetShares attn_targets;
} RunMoment;

/* A model to be written as a folder; its arena holds state and name.
**
**   empty → asked for (run_keep) → written by the thread, done → told (run_kept) → empty
**
** The thread reads the first three without the lock, since nobody changes them until it is done,
** and sets the others under it.
*/
typedef struct RunKeep {
  Arena *arena; /* NULL: none is */
  TrainerState state;
  const char *folder;
  bool done, kept; /* written, or given up; and which */
  Status status;   /* why it was not kept */
} RunKeep;

struct TrainingRun {
  Arena *arena; /* the thread's once it runs */
  Arena *names; /* the other side's */
  Pool *pool;   /* NULL where one processor is to spare, or none */
  Worker *worker;
  Worker *beside;   /* the same, for the thread itself: it may run before worker is set */
  Trainer *trainer; /* the thread's while at_work */
  Trainer *again;   /* for steps shown in full; NULL until one is asked for */
  size_t number_count;

  /* ---- under the lock ---- */

  /* going and quit are what the other side wants. at_work is the thread's answer: it makes a step
  ** or writes, or is about to. finished: the last wanted step is done; stopped: by an error. */
  bool going, quit, at_work, finished, stopped;
  int steps_until_pause;               /* 0: goes on to the last one */
  char problem[STATUS_SENTENCE_BYTES]; /* why it stopped; "" until then */
  int steps_wanted;
  StepReport last; /* of the newest step, for the news */
  /* The newest state, copied from the trainer after each step: what is shown, saved and kept, while
  ** the trainer itself is at work on the next. */
  RunMoment now; /* attn_targets: of the newest checkpoint, or of where it paused */
  /* [checkpoint_count] are on the timeline, steps rising; behind them lie dropped ones, whose
  ** memory is used again. At most checkpoint_room of them, at multiples of the stride; the one
  ** before the last wanted step stands beside these. */
  RunMoment checkpoints[RUN_CHECKPOINTS_MOST];
  int checkpoint_count, checkpoint_room, stride;
  /* [curve_count], oldest first; curve_sum is the point that is not full yet. */
  CurvePoint curve[RUN_CURVE_POINTS_MOST];
  CurveSum curve_sum;
  int curve_count, curve_stride; /* how many steps a point joins */
  /* Since when steps are counted for steps_per_second, and how many there were. */
  double rate_start_ms, steps_per_second;
  int rate_steps;
  int pace;              /* steps a second at most; 0: none */
  double next_step_ms;   /* when the next one is due by the pace, by os_now_ms */
  const char *save_path; /* on names; NULL: it is not saved by itself */
  /* When the newest state and the whole were last written, and how long the whole took. */
  double saved_ms, saved_whole_ms, whole_took_ms;
  int saved_step, saved_whole_step; /* newest state, and all of it */
  bool whole_is_there;              /* at save_path */
  char save_problem[STATUS_SENTENCE_BYTES];
  RunKeep keep;
};

/* A run without its thread, its timeline empty: a caller fills it first, from a new trainer or from
** a file. After false there is nothing to free. */
bool run_prepare(const Recipe *recipe, TrainingRun **run, Status *status);
/* Starts its thread, paused. After false the run is still to be freed. */
bool run_begin(TrainingRun *run, Status *status);
/* Pauses. The lock is held, with no step at work, afterwards; worker_unlock ends it. */
void run_stop_and_lock(TrainingRun *run);
/* A checkpoint, or now where there is none of that index. Under the lock. */
const RunMoment *run_moment(const TrainingRun *run, int index);

/* ---- timeline.c: for whoever has the run to itself ---- */

/* Makes a checkpoint of now, if the stride says so, thinning the others where there is no room. A
** lack of memory costs the checkpoint and makes the timeline coarser from there on. */
void run_keep_checkpoint(TrainingRun *run);
void run_add_to_curve(TrainingRun *run, const StepReport *report);
/* Both have room for count numbers; their memory stays theirs. */
void run_copy_moment(const RunMoment *from, size_t count, RunMoment *to);
/* Room for one more, which is on the timeline at once and is filled by the caller. False when
** memory is out; checkpoint_room is the caller's to look after. */
bool run_take_checkpoint(TrainingRun *run, RunMoment **moment);

/* Drops what lies behind a step that was taken back; the first checkpoint stays. */
void run_forget_after(TrainingRun *run, int step);
void run_take_newest(TrainingRun *run, const TrainingRun *later); /* its state and curve */

/* ---- save.c: for the thread, with the lock; they let it go while they write ---- */

void run_save_if_due(TrainingRun *run);
double run_save_due_ms(const TrainingRun *run); /* when paused; < 0: nothing is to be saved */
void run_keep_if_asked(TrainingRun *run);
bool run_is_asked_to_keep(const TrainingRun *run);

/* ---- file.c: its opening comment describes the file ---- */

typedef enum RunPart { RUN_WHOLE, RUN_NEWEST } RunPart; /* newest: without the timeline */
/* Replaces the file whole, or leaves the one that is there. */
bool run_write(const TrainingRun *run, RunPart part, const char *path, Status *status);
/* Makes a run without its thread from a file; *found false: there is none, which is no error. */
bool run_read(const char *path, TrainingRun **run, bool *found, Status *status);
/* Its head alone; status may be NULL. */
bool run_read_saved(const char *path, Arena *arena, SavedRun *saved, Status *status);

#endif
