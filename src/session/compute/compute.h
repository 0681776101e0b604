/* session/compute/compute.h -- makes the trace of inputs, at once or on another thread. For
** session/ only.
**
**   find  →  it is there · it was made · it has to be made on the thread    nothing has changed yet
**   commit → the new model and trace are the session's
**   tick   → a trace made on the thread is committed; the next wanted one is begun
**
** Memory  The trace has an arena of its own, so that the old one lives until the new one is
**         complete; the model owns its memory. What commit was given belongs to the session
**         (trace_sequence.h).
** Errors  If find or again fails it leaves nothing behind. A failure on the thread is told, and
**         everything stays as before.
*/
#ifndef SESSION_COMPUTE_COMPUTE_H
#define SESSION_COMPUTE_COMPUTE_H

#include "session/training/training_internal.h"
#include "session/compute/background_job.h"
#include "session/compute/trace_sequence.h"

/* The result of the part of a change that can fail. opened with model NULL: a recording. later:
** no other field is set. */
typedef struct Computed {
  bool later; /* it has to be made on the thread */
  /* A model was opened, or a recording, which has no model. */
  bool opened;
  Model *model;
  HeldTrace *held; /* NULL: the present trace; commit sets its model */
  double run_ms;
  /* run NULL: the model is not the one in training. */
  TrainingMade training;
} Computed;

/* The question that a recording left open, while MENU_QUESTION shows it. */
typedef struct Asked {
  RecordingQuestion question;
  char model[INPUTS_MODEL_BYTES];
} Asked;

/* Finds or makes the trace of wanted, or sets later. False: status has the sentence, and *made
** holds nothing. True: *made must be passed to compute_commit, which cannot fail. */
bool compute_find(Session *session, const Inputs *wanted, Computed *made, Status *status);
/* the same inputs with a newer model */
bool compute_again(Session *session, Computed *made, Status *status);
/* Makes *made the session's: the old model and trace are freed or become the spare. */
void compute_commit(Session *session, const Inputs *inputs, const Computed *made);
/* Limits the cache of the trace on show to cache_mb; to less while another trace is made. */
void compute_limit_cache(const Session *session);
void compute_lend(Session *session, const Session *from); /* shares its model and trace */

/* Runs the model on ids, with the mask of the trace on show, whose rows it reuses. A later change
** of the inputs stops it. Runs at once, into arena, if the work is small or there is no thread;
** else *trace is NULL, and *begun says whether the thread was idle and has begun. */
typedef struct IdsRun {
  const int *ids;
  int id_count;
  Arena *arena;
} IdsRun;
bool compute_run_ids(Session *session, const IdsRun *run, const Trace **trace, bool *begun,
                     Status *status);
/* Whether the run of ids has ended: then the caller owns *result. *is_gone: it was
** stopped and dropped. */
bool compute_take_ids(Session *session, JobResult *result, bool *is_gone);

/* Never waits for the thread. Returns milliseconds until it must be called again; below 0:
** never. */
double compute_tick(Session *session);
/* Stops the thread, and waits until it has ended. */
void compute_wait_until_idle(Session *session);
void compute_stop(Session *session); /* drops what is being made on the thread */
/* returns to the trace on show; false: nothing was pending */
bool compute_cancel(Session *session);
/* What compute_look found: nothing is pending, or one token came and the next call continues, or
** something is still being made on the thread. */
typedef enum ComputeLook { LOOK_ALL_THERE, LOOK_TOKEN, LOOK_WAITS } ComputeLook;
/* Advances the pending trace and tokens once, for callers that need the results of earlier
** commands. Takes the time of one token at most. */
bool compute_look(Session *session, ComputeLook *found, Status *status);
/* Milliseconds until the progress of pending work is to be shown; below 0: nothing is pending. */
double compute_due_ms(const Session *session);

/* Whether the pending inputs name the model on show, so that its layers, heads and
** stages apply to both. */
bool compute_is_same_model(const Session *session);
/* Replaces a sentence of words by ids if the model of the inputs has no tokenizer. */
void compute_fit_sentence(const Session *session, Inputs *inputs);
/* Refuses a reading for anything but a recording. */
bool compute_check_reading(const Inputs *inputs, Status *status);
/* Whether the model is a name or path of the disk or of the HuggingFace cache, and so
** may be large and slow. */
bool compute_is_outside(const char *model);

#endif
