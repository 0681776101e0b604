/* session/training/training.h -- the training a session has, as its pictures read it.
**
**   choice (of the inputs) → run (train/run/run.h) → the model at a step of the timeline → trace
**
** The model named "training" is the one being trained: at the step on show (View.timeline_step), or
** the newest. While that is followed, session_tick makes the trace again as steps are done, at most
** every TRAINING_SHOW_MS. Another choice begins another run; the former is kept, paused, until the
** new one has made a step, so that undo returns to its timeline.
**
** Memory  The session's; matrices are valid until the next command or tick.
** Errors  A training that diverges is told once; its timeline stays.
*/
#ifndef SESSION_TRAINING_TRAINING_H
#define SESSION_TRAINING_TRAINING_H

#include "model/network.h"
#include "session/session.h"
#include "train/run/run.h"

/* The model that is being trained, by its name in commands. */
#define TRAINING_MODEL "training"

/* A copy, but for task and what news points at, which are the session's until the next tick. */
typedef struct TrainingShown {
  TrainingChoice choice;
  const TaskInfo *task;
  RunNews news;
  int step; /* of the model on show */
  /* Where it stands among the checkpoints; count: the newest. */
  int place, count;
  bool is_newest;
  /* Undo returns to a training with steps of its own. */
  bool has_former;
} TrainingShown;

/* False when nothing is trained, and *shown is then empty. */
bool session_training(const Session *session, TrainingShown *shown);
/* For reading its timeline; only commands change it. */
TrainingRun *session_run(const Session *session); /* NULL: none */

/* Folders kept in this session, which the model menu lists. At most six, the newest last; paths
** from the root. */
int session_kept_count(const Session *session);
const char *session_kept(const Session *session, int index);

/* The matrix watched: at step 0, and at the step on show. heads 1: no columns of heads. tensor
** tells name and place in the model; before and now are [rows, cols], valid until the next command
** or tick. */
typedef struct TrainingMatrix {
  NetworkTensor tensor;
  MatView before, now;
  /* 0: its columns are not of heads. */
  int head_columns;
} TrainingMatrix;
/* False: nothing is trained, or memory is out; *matrix is then empty. */
bool session_training_matrix(const Session *session, TrainingMatrix *matrix);

/* The step after the one on show, for the number watched; NULL while steps are made, or when no
** number is chosen. Valid until the next command or tick. */
const WorkedStep *session_worked_step(const Session *session);

/* The numbers of a choice, as steppers; only values that fit are offered. The order is that of the
** steppers; the first and the last are no numbers of the recipe. */
typedef enum TrainingField {
  TRAINING_TASK,
  TRAINING_LAYERS,
  TRAINING_HEADS,
  TRAINING_WIDTH,
  TRAINING_RATE,
  TRAINING_BATCH,
  TRAINING_STEPS,
  TRAINING_SEED,
  TRAINING_PACE, /* of the view: steps a second at most */
  TRAINING_FIELD_COUNT
} TrainingField;

/* Constant text, not translated. */
const char *training_field_name(TrainingField field); /* in commands: "layers" */
/* "train layers 2", or "" at the end of what is allowed; on the arena. */
Str training_field_step(const Session *session, TrainingField field, int direction, Arena *arena);
Str training_field_value(const Session *session, TrainingField field, Arena *arena);

#endif
