/* base/progress.c -- reports progress, then asks whether to stop, in this order, so that the last
** share is reported. */
#include "base/progress.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/i18n.h"

bool progress_goes_on(const Progress *progress, double share) {
  if (!progress) return true;
  if (progress->say) progress->say(progress->self, share);
  return !progress->stopped || !progress->stopped(progress->self);
}

bool progress_check(const Progress *progress, double share, const char *what, Status *status) {
  if (progress_goes_on(progress, share)) return true;
  return status_fail(status, STATUS_STOPPED, _("%s was stopped"), what);
}

double progress_left_s(double passed_ms, double share) {
  return share > 0 ? passed_ms * (1 - share) / share / 1000 : -1;
}

const char *progress_left_words(double left_s, char words[PROGRESS_LEFT_BYTES]) {
  static const double minutes_from_s = 90, hours_from_s = 90 * 60;
  if (!(left_s >= 0)) words[0] = 0;
  else if (left_s < minutes_from_s)
    snprintf(words, PROGRESS_LEFT_BYTES, _("%.0f s left"), ceil(left_s));
  else if (left_s < hours_from_s)
    snprintf(words, PROGRESS_LEFT_BYTES, _("%.0f min left"), ceil(left_s / 60));
  else snprintf(words, PROGRESS_LEFT_BYTES, _("%.1f h left"), ceil(left_s / 360) / 10);
  return words;
}
