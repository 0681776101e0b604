/* session/training/training_internal.h -- the training inside a session, for session/ only.
**
**   choice  →  TrainingMade (all that can fail: run, model)  →  commit, or drop
**
** Files   training.c runs and the model at a step · watched.c the matrix and the number that are
**         watched · fields.c the next value of a field ·
**         commands.c train, timeline, watch · leaving.c returning to the former model · keep.c a
**         model as a folder · files.c trainings kept on the disk
** Memory  The session's; matrices and the worked step each have an arena, reset when they change.
** Errors  A function that fails has changed nothing.
*/
#ifndef SESSION_TRAINING_TRAINING_INTERNAL_H
#define SESSION_TRAINING_TRAINING_INTERNAL_H

#include "model/model.h"
#include "session/commands/context.h"
#include "session/training/training.h"

enum { STATE_PATH_BYTES = 1024, KEPT_MOST = 6 };

/* What was on show before the training was. */
typedef struct TrainingBefore {
  Arena *arena; /* holds the inputs; NULL: nothing was */
  Inputs inputs;
  View place;
} TrainingBefore;

/* The training and what is shown of it. run is shown and trained, former is what undo returns to;
** both NULL: nothing was trained. */
typedef struct Training {
  TrainingRun *run, *former;
  TrainingChoice choice, former_choice;
  /* The step of the session's model; meaningless if that is another model. */
  int model_step;
  int seen_steps;
  bool seen_going, problem_told, save_told;
  /* Where the run saves itself; "": nowhere. */
  char save_path[STATE_PATH_BYTES];
  /* The folder of kept trainings; "": none. */
  char left_folder[STATE_PATH_BYTES];
  /* The newest of them, until it is restored. */
  char left_newest[STATE_PATH_BYTES];
  /* The next choice does not search the kept trainings. */
  bool ignores_kept;
  /* The former run was restored from there, which was not told yet. */
  bool former_is_left;
  /* The run whose model is being written; NULL: none. */
  TrainingRun *keeping_run;
  /* The folder being written. */
  char keeping[STATE_PATH_BYTES];
  double shown_ms;
  /* Folders written by train keep, newest last. */
  char kept[KEPT_MOST][INPUTS_MODEL_BYTES];
  int kept_count;
  TrainingBefore before;
  Arena *matrices, *worked_arena;
  /* Both were made for the step on show. */
  bool matrix_is_made, worked_is_made;
  /* The worked step is of the step shown before, until the timeline rests. */
  bool worked_is_old;
  double step_shown_ms, worked_took_ms;
  Checkpoint first, shown;
  WorkedStep worked;
  size_t worked_number;
} Training;

/* The result of the part of a change of choice or step that can fail. */
typedef struct TrainingMade {
  TrainingRun *run;
  TrainingChoice choice;
  Model *model;
  int step;
  /* The run was made for this change. */
  bool is_new;
} TrainingMade;

/* training.c */
/* The model of the inputs is TRAINING_MODEL, whether or not anything was trained yet. */
bool training_is_model(const Inputs *inputs);
/* The numbers of the task's own recipe, as a choice to begin with. False: no
** such task, or no memory. */
bool training_choice_of(Str task, Arena *arena, TrainingChoice *choice, Status *status);
/* The recipe of a choice, on arena. False: the numbers do not fit together, and status says
** which. */
bool training_recipe(const TrainingChoice *choice, Arena *arena, Recipe *recipe, Status *status);
/* Makes everything that can fail of showing choice; the session is not changed. Pass *made to
** exactly one of commit and drop. */
bool training_make(Session *session, const TrainingChoice *choice, TrainingMade *made,
                   Status *status);
/* Makes *made the session's; the present run becomes the former one, or is freed. */
void training_commit(Session *session, const TrainingMade *made);
/* Frees what training_make made, if it is not committed. */
void training_drop(const TrainingMade *made);
/* If the newest step is followed, makes its trace. */
bool training_follow(Session *session, Status *status);
int training_shown_index(const Session *session);
/* milliseconds until it must be called again */
double training_tick(Session *session, double now_ms);
/* Ends runs and waits for their threads. */
void training_free(Session *session);

/* Starts again from step 0 with the same choice; cannot be undone. */
bool training_again(Session *session, Status *status);
/* Whether a chosen training begins at step 0: in a script it does, whatever was trained
** before, so that the script gives the same pictures every time. An autosave and a person get
** back a kept training. */
bool training_begins_anew(const Session *session);
/* Shows the kept training of the present choice, if it has exactly that many steps. True if there
** is none; false: it could not be shown, and nothing has changed. */
bool training_take_kept(Session *session, int steps, Status *status);

/* watched.c */
/* The watched matrix, in the layer on show. */
NetworkTensor training_tensor(const Session *session, WatchId watch);
/* Copies the watched matrix and works one step out, if the training view is on show and they
** are of another step. */
void training_look_ahead(Session *session);
/* Milliseconds until it must be called again to work out the watched step, < 0: never. */
double training_tick_worked_step(Session *session);

/* training.c */
/* Whether steps are made on the training's thread, as in a window; otherwise
** the command makes them. */
bool training_is_beside(const Session *session);
void training_set_pace(const Session *session);

/* files.c: state_folder/training-PID while the session runs, then one for each choice */
void training_files_open(Session *session, const char *state_folder);
/* Saves the run on show if needed, and keeps it. */
void training_files_keep(Session *session);
void training_files_leave(Session *session); /* keeps the file of a run that is replaced */
/* Restores the kept training of a choice, or the newest of all, as the former run,
** which can then be chosen. */
void training_take_left(Session *session, const TrainingChoice *choice);
bool training_left_choice(Session *session, TrainingChoice *choice);
/* The kept training of this choice, if it has exactly that many steps; else NULL. */
TrainingRun *training_restore_left(const Session *session, const TrainingChoice *choice, int steps);

/* keep.c */
bool training_tell_kept(Session *session, Status *status); /* false: it could not be written */
/* Frees a run, which may be NULL, after waiting until its model is written. */
void training_free_run(Session *session, TrainingRun *run);

/* leaving.c */
/* Remembers the present inputs and view for training_leave. False: no memory. */
bool training_remember_before(Session *session, Status *status);
/* Returns to them; to the overview if there are none. */
bool training_leave(Session *session, Status *status);
/* When a built-in model or the former one is opened, sets next to the former sentence and mask,
** unless the person typed another sentence. */
void training_give_words_back(const Session *session, Inputs *next);

/* commands.c */
/* The sentence to show while that task is trained, on the scratch arena. */
bool training_sentence(const Session *session, const TrainingChoice *choice, Str *sentence,
                       Status *status);
bool training_enter(Session *session, Status *status); /* switches to the model in training */
/* "next", "prev", "first", "last", "play": the meaning of other keys while the
** training is on show. */
bool training_takes_key(const CommandContext *context, const char *way);
void training_add_script(StrBuf *text, const Session *session); /* what is trained */
void training_add_place(StrBuf *text, const Session *session);  /* the place in it */

#endif
