/* session/compute/compute.h -- the trace of inputs, made at once or beside. For session/ only.
**
**   find  →  it is there · it was made · it has to be made beside        nothing has changed yet
**   commit → the new model and trace are the session's
**   tick   → what was made beside is committed; what is wanted next is begun
**
** Memory  The trace in an arena of its own, so that the old one lives until the new is whole; the
**         model its own. What commit was given belongs to the session (trace_sequence.h).
** Errors  find and again leave nothing behind. What fails beside is told, and all is as before.
*/
#ifndef SESSION_COMPUTE_COMPUTE_H
#define SESSION_COMPUTE_COMPUTE_H

#include "session/training/training_internal.h"
#include "session/compute/background_job.h"
#include "session/compute/trace_sequence.h"

/* Everything that can fail of a change of numbers. opened with model NULL is a recording. later:
** nothing else is set. */
typedef struct Computed {
  bool later; /* it is to be made beside */
  /* Something was opened: a model, or a recording, which has none. */
  bool opened;
  Model *model;
  HeldTrace *held; /* NULL: the one there is; its model is set by commit */
  double run_ms;
  /* run NULL: the model is another. */
  TrainingMade training;
} Computed;

/* What a recording left open, while MENU_QUESTION shows it. */
typedef struct Asked {
  RecordingQuestion question;
  char model[INPUTS_MODEL_BYTES];
} Asked;

/* Finds, makes or puts off what wanted needs. False: status has the sentence, and *made holds
** nothing. True: *made goes to compute_commit, which cannot fail. */
bool compute_find(Session *session, const Inputs *wanted, Computed *made, Status *status);
bool compute_again(Session *session, Computed *made, Status *status); /* of a newer model */
/* Takes over what is in made: the old model and trace are freed or become the spare. */
void compute_commit(Session *session, const Inputs *inputs, const Computed *made);
/* Of the trace on show, to cache_mb; less while another is made. */
void compute_limit_cache(const Session *session);
void compute_lend(Session *session, const Session *from); /* its model and trace */

/* A run of ids, with the model and the mask of the trace on show, of which it takes rows. What is
** wanted later stops it. At once into arena where that is small or nothing is made beside; else
** *trace is NULL, and *begun says whether the work was idle and has begun. */
typedef struct IdsRun {
  const int *ids;
  int id_count;
  Arena *arena;
} IdsRun;
bool compute_run_ids(Session *session, const IdsRun *run, const Trace **trace, bool *begun,
                     Status *status);
/* Whether it is over: *result is the caller's then. *is_gone: it was stopped and let go. */
bool compute_take_ids(Session *session, JobResult *result, bool *is_gone);

/* Below 0: never. Never waits for the thread beside. */
double compute_tick(Session *session); /* ms until it wants to be called again */
void compute_stop(Session *session);   /* what is made beside is let go */
bool compute_cancel(Session *session); /* back to what is on show; false: nothing was pending */
/* What one look found: all is there, or one token came and the next look goes on, or something is
** still made beside. */
typedef enum ComputeLook { LOOK_ALL_THERE, LOOK_TOKEN, LOOK_WAITS } ComputeLook;
/* For whoever needs what commands asked for: one look at the trace and the tokens on their way. It
** takes the time of one token at most. */
bool compute_look(Session *session, ComputeLook *found, Status *status);
/* Until a person wants to see how far what is on its way is; below 0: nothing is. */
double compute_due_ms(const Session *session);

/* Of what is pending and what is on show: then layers, heads and stages are those of both. */
bool compute_is_same_model(const Session *session);
/* A sentence of words becomes one of ids where the model of the inputs has no tokenizer. */
void compute_fit_sentence(const Session *session, Inputs *inputs);
/* A reading is said of a recording, and of nothing else. */
bool compute_check_reading(const Inputs *inputs, Status *status);
/* A name or path of the disk or of the HuggingFace cache, which can be large and slow. */
bool compute_is_outside(const char *model);

#endif
