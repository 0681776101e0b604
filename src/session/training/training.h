/* session/training/training.h -- the session's training, as its pictures read it.
**
**   choice (of the inputs) → run (train/run/run.h) → the model at a step of the timeline → trace
**
** The model named "training" is the one being trained: at the step on show (View.timeline_step), or
** the newest. While the newest is on show, session_tick makes the trace again as steps are done, at
** most once every show_every_ms. Another choice begins another run; the former one is kept, paused,
** until the new one has made a step, so that undo returns to its timeline.
**
** Memory  The session's; matrices are valid until the next command or tick.
** Errors  A training that diverges is told once; its timeline stays.
*/
#ifndef SESSION_TRAINING_TRAINING_H
#define SESSION_TRAINING_TRAINING_H

#include "model/network.h"
#include "session/session.h"
#include "train/run/run.h"

/* The name in commands of the model in training. */
#define TRAINING_MODEL "training"

/* A copy, except task and what news points at, which are the session's until the next tick. */
typedef struct TrainingShown {
  TrainingChoice choice;
  const TaskInfo *task;
  RunNews news;
  int step; /* of the model on show */
  /* Its position among the checkpoints; count: the newest. */
  int place, count;
  bool is_newest;
  /* Undo returns to a training that has steps. */
  bool has_former;
} TrainingShown;

/* False if nothing is trained; *shown is then empty. */
bool session_training(const Session *session, TrainingShown *shown);
/* For reading its timeline; only commands change it. */
TrainingRun *session_run(const Session *session); /* NULL: none */

/* Folders kept in this session, which the model menu lists. At most six, the newest
** last; absolute paths. */
int session_kept_count(const Session *session);
const char *session_kept(const Session *session, int index);

/* The watched matrix, at step 0 and at the step on show. tensor has its name and place in the
** model; before and now are [rows, cols], valid until the next command or tick. */
typedef struct TrainingMatrix {
  NetworkTensor tensor;
  MatView before, now;
  /* Columns of one head; 0: the columns do not belong to heads. */
  int head_columns;
} TrainingMatrix;
/* False: nothing is trained, or no memory; *matrix is then empty. */
bool session_training_matrix(const Session *session, TrainingMatrix *matrix);

/* The step after the one on show, worked out for the watched number; NULL while steps are made, or
** if no number is chosen. Valid until the next command or tick. */
const WorkedStep *session_worked_step(const Session *session);

/* The fields of a choice that can be stepped; only valid values are offered. In the order of the
** screen; the first and the last are no numbers of the recipe. */
typedef enum TrainingField {
  TRAINING_TASK,
  TRAINING_LAYERS,
  TRAINING_HEADS,
  TRAINING_WIDTH,
  TRAINING_POSITIONS,
  TRAINING_RATE,
  TRAINING_BATCH,
  TRAINING_STEPS,
  TRAINING_SEED,
  TRAINING_PACE, /* of the view: steps a second at most */
  TRAINING_FIELD_COUNT
} TrainingField;

/* in commands: "layers"; constant, not translated */
const char *training_field_name(TrainingField field);
/* "train layers 2", or "" at the limit; on the arena. */
Str training_field_step(const Session *session, TrainingField field, int direction, Arena *arena);
Str training_field_value(const Session *session, TrainingField field, Arena *arena);

#endif
