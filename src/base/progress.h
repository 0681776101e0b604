/* base/progress.h -- long work says how far it is and asks whether to go on.
**
** Whoever starts long work hands a Progress down; whoever does it calls progress_goes_on between
** pieces of a few milliseconds. All of it may be NULL: then nobody listens and nobody stops it.
**
** Memory  The caller's; it outlives the work.
** Errors  progress_check fails with STATUS_STOPPED. A stopped piece of work leaves nothing behind.
** Threads Both functions are called by the thread that was given the Progress.
*/
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/status.h"

/* Two callbacks, each of which may be NULL. They may be called thousands of times and must be
** quick. */
typedef struct Progress {
  void (*say)(void *self, double share); /* 0 … 1, never backwards */
  bool (*stopped)(void *self);
  void *self;
} Progress;

/* Says how far it is, then asks. False: stop now. */
bool progress_goes_on(const Progress *progress, double share);

/* The same; when it should stop status becomes "… was stopped", what being the work's name. */
bool progress_check(const Progress *progress, double share, const char *what, Status *status);

#endif
