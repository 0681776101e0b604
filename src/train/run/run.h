/* train/run/run.h -- a training in a background thread, with its history of checkpoints.
**
**   run_make → run_go / run_pause / run_go_steps → run_news (what has happened) → run_free
**
** Timeline  Checkpoints of everything that decides how the training goes on: step 0, and then every
**           stride-th step. When there is no room for more, every second one is dropped and the
**           stride doubles, so a training of any length keeps between half of
**           RUN_CHECKPOINTS_MOST and all of them, evenly spaced. The newest state is always there
**           as RUN_NOW, and the one before the last wanted step, from which that step is shown.
**           So with room for 96 the steps 0 to 95 are all there; step 96 makes it 0, 2, 4 … 96.
**           A checkpoint is three floats for every number of the model.
** Curves    One point a step; when there is no room for more, neighbours are joined to their mean.
** Targets   The attention weight that each head gives to the task's attention targets, at each
**           checkpoint, over RUN_LOOK_SEQUENCES sequences that training does not draw.
** Threads   The training has a thread of its own. All functions here are for one other thread; they
**           wait for the training only as long as a copy takes, never for a step, unless they say
**           so. A const run is one that is only read: reading, too, takes its lock.
** Memory    The run's own: the trainer's, and at most RUN_HISTORY_BYTES of checkpoints, or eight of
**           them where those take more.
** Files     While it goes, the newest state is saved every RUN_SAVE_MS beside the whole run, which
**           follows every RUN_SAVE_WHOLE_MS at the latest: the timeline of a large model takes long
**           to write.
** Errors    A divergence or a lack of memory stops the training; run_news carries the sentence.
**           A file that cannot be written does not: the sentence is in save_problem.
*/
#ifndef TRAIN_RUN_RUN_H
#define TRAIN_RUN_RUN_H

#include "train/adamw.h"
#include "train/trainer/trainer.h"

enum { RUN_CHECKPOINTS_MOST = 96, RUN_CURVE_POINTS_MOST = 1024, RUN_NOW = -1 };
enum { RUN_LOOK_SEQUENCES = 16, RUN_SAVE_MS = 2000, RUN_SAVE_WHOLE_MS = 10000 };
#define RUN_HISTORY_BYTES ((size_t)64 << 20)

typedef struct TrainingRun TrainingRun;

/* One place on the curves: means over the steps joined in it (M-29; accuracy from 0 to 1). */
typedef struct CurvePoint {
  int step; /* the last one joined in it */
  float loss, accuracy;
} CurvePoint;

/* How a run stands at one moment; a copy. */
typedef struct RunNews {
  int steps_done, steps_wanted;
  StepReport last; /* of the newest step; step 0 before the first */
  int checkpoint_count;
  int curve_count;
  bool going;    /* steps are being made */
  bool finished; /* all wanted steps are done */
  bool stopped;  /* by an error */
  bool keeping;  /* a model is being written by run_keep */
  bool saving;   /* what was not saved yet is to be, or cannot be, within a moment */
  char problem[STATUS_SENTENCE_BYTES];
  char save_problem[STATUS_SENTENCE_BYTES]; /* the last saving failed; the training goes on */
  double steps_per_second;                  /* over the last seconds of going; 0 unknown */
} RunNews;

/* Makes a run at step 0, paused, with its thread; initialises the numbers and measures the first
** attention targets. After false *run is unchanged. */
bool run_make(const Recipe *recipe, TrainingRun **run, Status *status);
/* Ends the thread and frees all; waits for the step and for the file at work. NULL is allowed. */
void run_free(TrainingRun *run);

/* All of these only say what is wanted and return at once. A run that is finished or stopped by an
** error does not go. */
void run_go(TrainingRun *run);
void run_pause(TrainingRun *run);                      /* the step at work is still made */
void run_pace(TrainingRun *run, int steps_per_second); /* at most; 0: as many as can be */
void run_go_steps(TrainingRun *run, int steps);        /* as many more, then pauses */
/* Until it goes no more, or stopped says true, which is asked between steps and pauses it. stopped
** may be NULL; self is passed to it. It is called with the run's lock held and must not call back
** into the run. */
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
/* Of each checkpoint, and behind them of now. How many. */
int run_attn_targets(const TrainingRun *run, AttnTargetPoint points[RUN_CHECKPOINTS_MOST + 1]);

/* In what follows, index counts checkpoints from 0, the oldest; RUN_NOW, or any index there is no
** checkpoint for, is the newest state. Thinning the timeline renumbers them: after run_news an
** index may mean a later step than before, never one that is missing. */

/* The shares of every head there. */
void run_head_attn_targets(const TrainingRun *run, int index, AttnTargetShares *attn_targets);
/* How many steps had been made there. */
int run_checkpoint_step(const TrainingRun *run, int index);
/* The index of the checkpoint nearest to a step. */
int run_checkpoint_near(const TrainingRun *run, int step);
/* The model there, its numbers copied to the arena. Words and name still belong to the run, which
** must outlive them. */
bool run_checkpoint(const TrainingRun *run, int index, Arena *arena, Checkpoint *checkpoint,
                    Status *status);

/* What was asked for, and what it became; they never change, and are the run's. */
const Recipe *run_recipe(const TrainingRun *run);
const Task *run_task(const TrainingRun *run);
const NetworkShape *run_shape(const TrainingRun *run);

/* The step after a checkpoint made once more, to be shown in full: what its batch asked, what the
** loss was, and one number's gradient and update. After the last step of all no other follows:
** then it is the last one made that a checkpoint stands before. Takes the time of one step, on the
** caller's thread, and the first time the memory of a second trainer. */
typedef struct WorkedStep {
  StepReport report;
  WeightUpdate update;
  Str sample;    /* the first sequence of the batch as a person reads it, on the arena */
  int sequences; /* in the batch */
} WorkedStep;
/* number is an index into the flat array of model/network.h; one beyond it is the caller's bug. */
bool run_worked_step(TrainingRun *run, int index, size_t number, Arena *arena, WorkedStep *worked,
                     Status *status);

/* The model at a checkpoint as a folder that opens like any other, with its card; nothing to go on
** from. Measured and written by the training's thread, between two steps; run_kept tells of it, and
** run_free waits for it. False while another is being kept, or when memory is out. */
bool run_keep(TrainingRun *run, int index, const char *folder, Status *status);
typedef enum RunKept { RUN_KEPT_NOTHING, RUN_KEPT, RUN_NOT_KEPT } RunKept;
/* What became of the last one asked for, told once; RUN_NOT_KEPT with the reason in *status. */
RunKept run_kept(TrainingRun *run, Status *status);
void run_wait_kept(const TrainingRun *run); /* until run_kept has something to tell, if so */

/* All of the run (recipe, timeline, curves) as one file, replaced whole. The training pauses, and
** the caller waits for its step and for the disk. */
bool run_save(TrainingRun *run, const char *path, Status *status);
/* From now on the training's own thread saves there, while it goes and when it pauses. What an
** earlier run left beside the path is removed. */
bool run_save_to(TrainingRun *run, const char *path, Status *status);
void run_stop_saving(TrainingRun *run);    /* and pauses; waits for the step and the file at work */
bool run_is_saved(const TrainingRun *run); /* all of it: no step was made since, or none at all */
/* Goes on from such a file, and the newest state beside it, paused. True with *found false when
** there is none; false, and the reason, when there is one that cannot be read. */
bool run_restore(const char *path, TrainingRun **run, bool *found, Status *status);

/* A saved run as it can be told without its numbers. */
typedef struct SavedRun {
  Recipe recipe; /* on the arena given */
  int steps_done;
  long long saved_s; /* since 1970; 0: it is not said */
} SavedRun;
/* Reads the head of the file alone, and that of the newest state beside it. */
bool run_look_at_saved(const char *path, Arena *arena, SavedRun *saved, Status *status);
bool run_move_saved(const char *from, const char *to); /* with what lies beside; replaces to */
void run_remove_saved(const char *path);

#endif
