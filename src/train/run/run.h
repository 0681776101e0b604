/* train/run/run.h -- a training in a background thread, with its history of checkpoints.
**
**   run_make → run_go / run_pause / run_go_steps → run_news (what has happened) → run_free
**
** Timeline  Checkpoints (all that is needed to continue from there) of step 0 and of every
**           stride-th step. When no more fit, every second one is dropped and the stride doubles,
**           so a training of any length keeps between half of RUN_CHECKPOINTS_MOST and all of them,
**           evenly spaced: with room for 96, steps 0 to 95 are all kept; step 96 leaves 0, 2, 4 …
**           96. Besides these the newest state is there as RUN_NOW, and the state before the last
**           wanted step, from which that step can be shown. A checkpoint takes three floats per
**           number of the model.
** Curves    One point per step; when no more fit, neighbouring points are replaced by their means.
** Targets   The share of attention weight that each head gives to the task's attention targets, at
**           each checkpoint, over RUN_LOOK_SEQUENCES sequences that training does not draw.
** Threads   The training runs on a thread of its own. All functions here are called from one other
**           thread. They wait for the lock only while something is copied, never for a step, unless
**           their comment says so. Functions that take a const run also take its lock.
** Memory    The run's own: the trainer's memory and at most RUN_HISTORY_BYTES of checkpoints, or
**           eight checkpoints where those take more.
** Files     After run_save_to, while the training goes, the newest state is saved every RUN_SAVE_MS
**           and the whole run every RUN_SAVE_WHOLE_MS or more often: the timeline of a large model
**           takes long to write.
** Errors    A divergence or a lack of memory stops the training; RunNews.problem has the sentence.
**           A file that cannot be written does not stop it: that sentence is in
**           RunNews.save_problem.
*/
#ifndef TRAIN_RUN_RUN_H
#define TRAIN_RUN_RUN_H

#include "train/adamw.h"
#include "train/trainer/trainer.h"

enum { RUN_CHECKPOINTS_MOST = 96, RUN_CURVE_POINTS_MOST = 1024, RUN_NOW = -1 };
enum { RUN_LOOK_SEQUENCES = 16, RUN_SAVE_MS = 2000, RUN_SAVE_WHOLE_MS = 10000 };
#define RUN_HISTORY_BYTES ((size_t)64 << 20)

typedef struct TrainingRun TrainingRun;

/* One point of the curves: means over one or more steps (M-29; accuracy from 0 to 1). */
typedef struct CurvePoint {
  int step; /* the last of these steps */
  float loss, accuracy;
} CurvePoint;

/* The state of a run at one moment; a copy. */
typedef struct RunNews {
  int steps_done, steps_wanted;
  StepReport last; /* of the newest step; step 0 before the first */
  int checkpoint_count;
  int curve_count;
  bool going;    /* steps are being made */
  bool finished; /* all wanted steps are done */
  bool stopped;  /* by an error */
  bool keeping;  /* run_keep is writing a model */
  bool saving;   /* steps that are not saved yet will be saved within seconds */
  char problem[STATUS_SENTENCE_BYTES];
  char save_problem[STATUS_SENTENCE_BYTES]; /* why the last saving failed; "" if it did not */
  double steps_per_second;                  /* over the last seconds of training; 0: unknown */
} RunNews;

/* Makes a run at step 0, paused, with its thread; measures the attention-target shares of the
** random model. After false *run is unchanged. */
bool run_make(const Recipe *recipe, TrainingRun **run, Status *status);
/* Ends the thread and frees the run. Waits for the present step and for the file being written.
** NULL is allowed. */
void run_free(TrainingRun *run);

/* These are requests and return at once. A run that is finished or stopped by an error does not go
** on. */
void run_go(TrainingRun *run);
void run_pause(TrainingRun *run);                      /* after the present step */
void run_pace(TrainingRun *run, int steps_per_second); /* at most; 0: no limit */
void run_go_steps(TrainingRun *run, int steps);        /* makes as many more, then pauses */
/* Waits until the training pauses or ends. stopped, which may be NULL, is asked between steps: true
** pauses the training. It gets self, is called with the run's lock held and must not call back into
** the run. */
void run_wait(TrainingRun *run, bool (*stopped)(void *self), void *self);

RunNews run_news(const TrainingRun *run);
/* Copies the curves, oldest point first; returns how many there are. */
int run_curve(const TrainingRun *run, CurvePoint points[RUN_CURVE_POINTS_MOST]);
/* The head with the largest share on the attention targets at one moment. layer and head from 0;
** share from 0 to 1, or −1 where the task has no targets. */
typedef struct AttnTargetPoint {
  int step, layer, head;
  float share;
} AttnTargetPoint;
/* One point per checkpoint, then one of the newest state; returns how many. */
int run_attn_targets(const TrainingRun *run, AttnTargetPoint points[RUN_CHECKPOINTS_MOST + 1]);

/* In what follows, index counts checkpoints from 0, the oldest; RUN_NOW, or any index without a
** checkpoint, is the newest state. Dropping checkpoints renumbers the others: an index may mean a
** later step than at the last run_news, but it is always valid. */

/* The shares of every head there. */
void run_head_attn_targets(const TrainingRun *run, int index, AttnTargetShares *attn_targets);
/* The steps done there. */
int run_checkpoint_step(const TrainingRun *run, int index);
/* The index of the checkpoint nearest to a step. */
int run_checkpoint_near(const TrainingRun *run, int step);
/* The model there, with its numbers copied to the arena. Vocabulary and name belong to the run,
** which must outlive them. */
bool run_checkpoint(const TrainingRun *run, int index, Arena *arena, Checkpoint *checkpoint,
                    Status *status);

/* They belong to the run and never change. */
const Recipe *run_recipe(const TrainingRun *run);
const Task *run_task(const TrainingRun *run);
const NetworkShape *run_shape(const TrainingRun *run);

/* The step after a checkpoint, made again to show its details: the batch, the loss, and one
** number's gradient and update. */
typedef struct WorkedStep {
  StepReport report;
  WeightUpdate update;
  Str sample;    /* the first sequence of the batch as text, on the arena */
  int sequences; /* in the batch */
} WorkedStep;
/* Makes the step after checkpoint `index` again. No step follows the newest state of a finished or
** stopped run: then it is the last step made that has a checkpoint before it. Takes the time of one
** step on the caller's thread and, the first time, the memory of a second trainer. number is an
** index into the flat array of model/network.h (asserted). */
bool run_worked_step(TrainingRun *run, int index, size_t number, Arena *arena, WorkedStep *worked,
                     Status *status);

/* Writes the model at a checkpoint to a folder that opens as a model, with its card but without the
** state to continue from. The training's thread measures and writes it between two steps; run_kept
** tells the result, and run_free waits for it. False while another model is being kept, or when
** memory is out. */
bool run_keep(TrainingRun *run, int index, const char *folder, Status *status);
typedef enum RunKept { RUN_KEPT_NOTHING, RUN_KEPT, RUN_NOT_KEPT } RunKept;
/* The result of the last run_keep, told once; with RUN_NOT_KEPT the reason is in *status. */
RunKept run_kept(TrainingRun *run, Status *status);
void run_wait_kept(const TrainingRun *run); /* for the model being kept, if there is one */

/* Writes the whole run (recipe, timeline, curves) to one file, replaced atomically. Pauses the
** training; waits for the present step and for the disk. */
bool run_save(TrainingRun *run, const char *path, Status *status);
/* From now on the training's thread saves to path, while it trains and when it pauses. Removes
** PATH.now, which an earlier run may have left. */
bool run_save_to(TrainingRun *run, const char *path, Status *status);
/* Pauses and ends run_save_to; waits for the present step and for the file being written. */
void run_stop_saving(TrainingRun *run);
bool run_is_saved(const TrainingRun *run); /* the whole run is saved, up to its newest step */
/* Makes a paused run from such a file, and from PATH.now where that is newer. True with *found
** false when there is no file; false, with the reason, when it cannot be read. */
bool run_restore(const char *path, TrainingRun **run, bool *found, Status *status);

/* A saved run, without its numbers. */
typedef struct SavedRun {
  Recipe recipe; /* on the arena given */
  int steps_done;
  long long saved_s; /* since 1970; 0: the file does not say */
} SavedRun;
/* Reads only the head of the file and that of PATH.now, and tells the newer state. */
bool run_look_at_saved(const char *path, Arena *arena, SavedRun *saved, Status *status);
/* Move or remove the file and PATH.now; a file at `to` is replaced. */
bool run_move_saved(const char *from, const char *to);
void run_remove_saved(const char *path);

#endif
