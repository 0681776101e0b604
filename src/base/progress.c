/* base/progress.c -- saying and asking. First said, then asked, so that the last share is known
** when it was stopped. */
#include "base/progress.h"

#include <stddef.h>

#include "base/words.h"

bool progress_goes_on(const Progress *progress, double share) {
  if (!progress) return true;
  if (progress->say) progress->say(progress->self, share);
  return !progress->stopped || !progress->stopped(progress->self);
}

bool progress_check(const Progress *progress, double share, const char *what, Status *status) {
  if (progress_goes_on(progress, share)) return true;
  return status_fail(status, STATUS_STOPPED, _("%s was stopped"), what);
}
