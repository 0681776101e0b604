/* session/work.h -- one piece of long work beside the window: a model is opened, run, or both.
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
#ifndef SESSION_WORK_H
#define SESSION_WORK_H

#include "session/engine.h"

typedef struct Work Work;

typedef enum WorkState { WORK_IDLE, WORK_BUSY, WORK_DONE } WorkState;

/* Copied by work_begin, the inputs with their text; what it points at otherwise must live until
** work_take. */
typedef struct WorkOrder {
  const SessionEngine *engine;
  EngineOrder order;  /* progress is the work's own */
  const Model *model; /* NULL: open what the inputs name */
} WorkOrder;

/* How far the work is, for the line that a person waiting reads; a value from one moment. */
typedef struct WorkNews {
  WorkState state;
  bool opens;       /* the model; false: runs it */
  double share;     /* of that, 0 … 1 */
  double passed_ms; /* since the work began */
  double phase_ms;  /* since opening, or running, began */
} WorkNews;

/* What the work made, handed over whole. made false: only status and, with STATUS_ASK, question
** count. */
typedef struct WorkResult {
  bool made;
  Arena *arena; /* the trace's; the receiver frees it, and model */
  const Trace *trace;
  Model *model;               /* that was opened */
  const Recording *recording; /* lives as long as the trace */
  double run_ms;              /* of the run alone */
  bool opened;                /* a model, or a recording, which has none: model is then NULL too */
  Status status;              /* when it was not made */
  RecordingQuestion question;
} WorkResult;

Work *work_make(void (*wake)(void *self), void *wake_self); /* wake may be NULL; NULL: no memory */
void work_free(Work *work); /* stops it and waits for that; NULL is allowed */

/* False: no memory or no thread, and the work stays idle. A call while it is not idle is a bug:
** assert. */
bool work_begin(Work *work, const WorkOrder *order, Status *status); /* only while idle */
void work_stop(Work *work);                                          /* returns at once */
WorkNews work_news(const Work *work);
WorkResult work_take(Work *work);                 /* only when done */
void work_wait(const Work *work, double most_ms); /* while it is busy */

#endif
