/* base/progress.h -- long work says how far it is and asks whether to go on; the time left.
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

enum { PROGRESS_LEFT_BYTES = 96 };

/* The time left if the rest goes at the pace of what is done: a straight line through the time
** passed. share is 0 … 1; at 0 there is no pace yet, and the answer is below 0. */
double progress_left_s(double passed_ms, double share);

/* The same in words, the one wording of the whole program: "12 s left", from 90 seconds on in
** minutes, from 90 minutes on in hours. Rounded up, so that it never says 0 while something is
** left. "" where left_s is below 0. Returns words. */
const char *progress_left_words(double left_s, char words[PROGRESS_LEFT_BYTES]);

/* Says how far it is, then asks. False: stop now. */
bool progress_goes_on(const Progress *progress, double share);

/* The same; when it should stop status becomes "… was stopped", what being the work's name. */
bool progress_check(const Progress *progress, double share, const char *what, Status *status);

#endif
