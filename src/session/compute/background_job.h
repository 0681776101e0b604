/* session/compute/background_job.h -- one piece of long work beside the window: a model is opened,
** run, or both.
**
**   begin  →  busy  →  done  →  take  →  idle
**   stop while busy: done soon, with STATUS_STOPPED
**
** The thread is made with the first piece of work and sleeps between two. Its work owns its arena
** and the model it opens; take hands both over.
**
** Memory  Inputs are copied; model, before, pool and engine must outlive the work.
** Errors  No memory or no thread: begin says so. What fails beside is in what is taken.
** Threads All functions are for the session's thread. wake is called from the other one, whenever
**         the work is done.
*/
#ifndef SESSION_COMPUTE_BACKGROUND_JOB_H
#define SESSION_COMPUTE_BACKGROUND_JOB_H

#include "session/compute/engine.h"

typedef struct BackgroundJob BackgroundJob;

typedef enum JobState { JOB_IDLE, JOB_BUSY, JOB_DONE } JobState;

/* Copied by job_begin, the inputs with their text, and ids; what it points at otherwise must live
** until job_take. */
typedef struct JobOrder {
  const SessionEngine *engine;
  EngineOrder order; /* progress is the work's own */
  /* The model to run; NULL: open what the inputs name. */
  const Model *model;
} JobOrder;

/* How far the work is, for the line that a person waiting reads; a value from one moment. */
typedef struct JobNews {
  JobState state;
  bool opens;       /* the model; false: runs it */
  double share;     /* of that, 0 … 1 */
  double passed_ms; /* since the work began */
  /* Milliseconds since opening, or running, began. */
  double phase_ms;
} JobNews;

/* What the work made, handed over whole. made false: only status and, with STATUS_ASK, question
** count. */
typedef struct JobResult {
  bool made;
  /* The trace's; the receiver frees it, and model. */
  Arena *arena;
  const Trace *trace;
  Model *model;               /* that was opened */
  const Recording *recording; /* lives as long as the trace */
  double run_ms;              /* of the run alone */
  /* Something was opened: a model, or a recording, which has none and leaves model NULL. */
  bool opened;
  Status status; /* when it was not made */
  RecordingQuestion question;
} JobResult;

/* Makes no thread yet. wake is called from the work's thread and must be safe there; it may be
** NULL. NULL: no memory. */
BackgroundJob *job_make(void (*wake)(void *self), void *wake_self);
/* Stops what is going on and waits for its end; frees a result nobody took. NULL is allowed. */
void job_free(BackgroundJob *job);

/* False: no memory or no thread, and the work stays idle. A call while it is not idle is a bug:
** assert. */
bool job_begin(BackgroundJob *job, const JobOrder *order, Status *status);
void job_stop(BackgroundJob *job); /* returns at once */
/* Locks for a moment; never waits for the work itself. */
JobNews job_news(const BackgroundJob *job);
JobResult job_take(BackgroundJob *job); /* only when done */
/* Returns when the work is done or most_ms have passed; at once when it is not busy. */
void job_wait(const BackgroundJob *job, double most_ms);

#endif
