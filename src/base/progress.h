/* base/progress.h -- progress and cancellation of long work, and the time left.
**
** The caller of long work passes a Progress; the work calls progress_goes_on between pieces of a
** few milliseconds. The Progress and its callbacks may be NULL: then nothing is reported and
** nothing stops the work.
**
** Memory  The caller's; it outlives the work.
** Errors  progress_check fails with STATUS_STOPPED. Stopped work has no effect.
** Threads The callbacks run on the thread that does the work.
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

enum { PROGRESS_LEFT_BYTES = 96 };

/* The time left, extrapolated linearly from the time passed. share is 0 … 1; at 0 there is no
** estimate, and the result is below 0. */
double progress_left_s(double passed_ms, double share);

/* The same as text, for all of the program: "12 s left", from 90 seconds on in minutes, from 90
** minutes on in hours. Rounded up, so that it is never 0 before the end. "" where left_s is below
** 0. Returns words. */
const char *progress_left_words(double left_s, char words[PROGRESS_LEFT_BYTES]);

/* Reports the share that is done, then asks. False: stop now. */
bool progress_goes_on(const Progress *progress, double share);

/* The same; when it should stop status becomes "… was stopped", what being the work's name. */
bool progress_check(const Progress *progress, double share, const char *what, Status *status);

#endif
