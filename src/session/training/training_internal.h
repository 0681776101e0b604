/* session/training/training_internal.h -- the training inside a session, for session/ only.
**
**   choice  →  TrainingMade (all that can fail: run, model)  →  commit, or drop
**
** Files   training.c runs and the model at a step · fields.c what the next value of a
**         number is · commands.c train, timeline, watch · leaving.c the way back · keep.c a
**         model as a folder · files.c what outlives the window
** Memory  The session's; matrices and the step in full each have an arena, reset when they change.
** Errors  As in training_internal.h: what fails has changed nothing.
*/
#ifndef SESSION_TRAINING_TRAINING_INTERNAL_H
#define SESSION_TRAINING_TRAINING_INTERNAL_H

#include "model/model.h"
#include "session/commands/context.h"
#include "session/training/training.h"

enum { STATE_PATH_BYTES = 1024, KEPT_MOST = 6 };

/* What was on show before the training was. */
typedef struct TrainingBefore {
  Arena *arena; /* of the inputs; NULL: nothing was */
  Inputs inputs;
  View place;
} TrainingBefore;

/* What is trained, and what was made of it to be shown. run is what is shown and trained, former
** what undo returns to; both NULL: nothing was trained. */
typedef struct Training {
  TrainingRun *run, *former;
  TrainingChoice choice, former_choice;
  /* The step of the session's model; of no meaning when that is another. */
  int model_step;
  int seen_steps;
  bool seen_going, problem_told, save_told;
  /* Where the run saves itself; "": nowhere. */
  char save_path[STATE_PATH_BYTES];
  /* The folder of trainings closed or cut short before; "": none. */
  char left_folder[STATE_PATH_BYTES];
  /* The newest of them, until it is taken back. */
  char left_newest[STATE_PATH_BYTES];
  /* The next choice is not looked for among what was kept. */
  bool ignores_kept;
  /* The former was taken from there, and nobody was told yet. */
  bool former_is_left;
  /* The run a model of which is being written; NULL: none. */
  TrainingRun *keeping_run;
  /* The folder it is being written as. */
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

/* Everything that can fail of a change to another choice or step. */
typedef struct TrainingMade {
  TrainingRun *run;
  TrainingChoice choice;
  Model *model;
  int step;
  /* The run was made for this. */
  bool is_new;
} TrainingMade;

/* training.c */
/* The inputs' model is TRAINING_MODEL, whether or not anything was trained yet. */
bool training_is_model(const Inputs *inputs);
/* What a task's own recipe says, as a choice to begin with. False: no such task, or no memory. */
bool training_choice_of(Str task, Arena *arena, TrainingChoice *choice, Status *status);
/* The recipe of a choice, on arena. False: the numbers do not fit together, and status says
** which. */
bool training_recipe(const TrainingChoice *choice, Arena *arena, Recipe *recipe, Status *status);
/* All that can fail of showing choice; the session is not changed. *made goes to exactly one of
** commit and drop. */
bool training_make(Session *session, const TrainingChoice *choice, TrainingMade *made,
                   Status *status);
/* Takes over what training_make gave; the run that was there becomes the former one, or is
** freed. */
void training_commit(Session *session, const TrainingMade *made);
/* Frees what training_make made and nobody took. */
void training_drop(const TrainingMade *made);
/* Brings the model of the newest step into the trace, where that is followed. */
bool training_follow(Session *session, Status *status);
int training_shown_index(const Session *session);
double training_tick(Session *session, double now_ms); /* ms until it wants to be called again */
/* Ends runs and waits for their threads. */
void training_free(Session *session);

/* Again from step 0, with the same choice; undo does not lead back. */
bool training_again(Session *session, Status *status);
/* In a script a training that is chosen begins at step 0, whatever was trained before, so that the
** script gives the same pictures every time. An autosave and a person get back what was kept. */
bool training_begins_anew(const Session *session);
/* Makes the kept training of the present choice the one on show, when it has exactly so many steps.
** True when there is none of so many; false: it could not be shown, and nothing has changed. */
bool training_take_kept(Session *session, int steps, Status *status);
/* The matrix watched, in the layer on show. */
NetworkTensor training_tensor(const Session *session, WatchId watch);
/* Copies the watched matrix and works one step out, where the training's picture is on show and
** they are not of its step yet. */
void training_look_ahead(Session *session);

/* In a window steps are made beside it; otherwise by the command itself. */
bool training_is_beside(const Session *session);
void training_set_pace(const Session *session);

/* files.c: state_folder/training-PID while it lasts, then one for each choice */
void training_files_open(Session *session, const char *state_folder);
/* Saves what is not saved yet of the run on show, and leaves it behind. */
void training_files_keep(Session *session);
void training_files_leave(Session *session); /* the run is another from now on */
/* What was left of a choice, or the newest of all, becomes the former run, to be chosen. */
void training_take_left(Session *session, const TrainingChoice *choice);
bool training_left_choice(Session *session, TrainingChoice *choice);
/* The kept training of this choice, if it has exactly so many steps; NULL: it has not. */
TrainingRun *training_restore_left(const Session *session, const TrainingChoice *choice, int steps);

/* keep.c */
bool training_tell_kept(Session *session, Status *status); /* false: it could not be written */
/* Frees a run, which may be NULL, when what is kept of it is written. */
void training_free_run(Session *session, TrainingRun *run);

/* leaving.c */
/* The inputs and the view of now are what training_leave returns to. False: no memory. */
bool training_remember_before(Session *session, Status *status);
/* Back to them; to the overview where there are none. */
bool training_leave(Session *session, Status *status);
/* A model of the program is opened, or the one from before: next gets the sentence and the mask
** from before, unless a person typed another since. */
void training_give_words_back(const Session *session, Inputs *next);

/* commands.c */
/* The sentence to look at while that task is trained, on the scratch arena. */
bool training_sentence(const Session *session, const TrainingChoice *choice, Str *sentence,
                       Status *status);
bool training_enter(Session *session, Status *status); /* there is a model in training */
/* "next", "prev", "first", "last", "play": what other keys mean while the training is on show. */
bool training_takes_key(const CommandContext *context, const char *way);
void training_add_script(StrBuf *text, const Session *session); /* what is trained */
void training_add_place(StrBuf *text, const Session *session);  /* and where one looks in it */

#endif
