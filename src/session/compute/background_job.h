/* session/compute/background_job.h -- long work on another thread: a model is opened, run, or both.
**
**   begin  →  busy  →  done  →  take  →  idle
**   stop while busy: done soon, with STATUS_STOPPED
**
** The thread is made with the first job and sleeps between two. The job owns its arena and the
** model that it opens; take hands both over.
**
** Memory  Inputs are copied; model, before, pool and engine must outlive the job.
** Errors  No memory or no thread: begin fails. A failure on the thread is in the result.
** Threads All functions are called on the session's thread. wake is called on the other one when
**         the job is done.
*/
#ifndef SESSION_COMPUTE_BACKGROUND_JOB_H
#define SESSION_COMPUTE_BACKGROUND_JOB_H

#include "session/compute/engine.h"

typedef struct BackgroundJob BackgroundJob;

typedef enum JobState { JOB_IDLE, JOB_BUSY, JOB_DONE } JobState;

/* Copied by job_begin, including the inputs with their text and the ids; everything else that it
** points at must live until job_take. */
typedef struct JobOrder {
  const SessionEngine *engine;
  EngineOrder order; /* progress is set by the job */
  /* The model to run; NULL: open what the inputs name. */
  const Model *model;
} JobOrder;

/* A snapshot of the job's progress, for the line that a waiting person reads. */
typedef struct JobNews {
  JobState state;
  bool opens;       /* the model is being opened; false: it runs */
  double share;     /* of opening or running, 0 … 1 */
  double passed_ms; /* since the work began */
  /* Milliseconds since opening, or running, began. */
  double phase_ms;
} JobNews;

/* The result of a job; take hands everything over. If made is false only status and, with
** STATUS_ASK, question are set. */
typedef struct JobResult {
  bool made;
  /* Holds the trace. The receiver frees it, and model. */
  Arena *arena;
  const Trace *trace;
  Model *model;               /* that was opened */
  const Recording *recording; /* valid as long as the trace */
  double run_ms;              /* of the run alone */
  /* A model was opened, or a recording, which leaves model NULL. */
  bool opened;
  Status status; /* when it was not made */
  RecordingQuestion question;
} JobResult;

/* Makes no thread yet. wake is called on the job's thread and must be safe there; it may be
** NULL. NULL: no memory. */
BackgroundJob *job_make(void (*wake)(void *self), void *wake_self);
/* Stops a running job and waits for its end; frees a result that nobody took. NULL is allowed. */
void job_free(BackgroundJob *job);

/* False: no memory or no thread, and the state stays idle. Calling it while not
** idle is a bug: assert. */
bool job_begin(BackgroundJob *job, const JobOrder *order, Status *status);
void job_stop(BackgroundJob *job); /* returns at once */
/* Takes the lock for a moment; never waits for the work itself. */
JobNews job_news(const BackgroundJob *job);
JobResult job_take(BackgroundJob *job); /* only when done */
/* Returns when the work is done or most_ms have passed; at once when it is not busy. */
void job_wait(const BackgroundJob *job, double most_ms);

#endif
