/* cli/progress_line.c -- see progress_line.h. */
#include "cli/progress_line.h"

#include <stdio.h>
#include <unistd.h>

#include "base/os.h"
#include "base/words.h"
#include "cli/setup.h"

static const double first_ms = 500, again_ms = 200;

ProgressLine progress_line_begin(const char *what) {
  return (ProgressLine){
      .what = what, .on_terminal = isatty(STDERR_FILENO) != 0, .begin_ms = os_now_ms()};
}

/* The time left is that of a straight line through the time passed: right for files read in order,
** too short at the beginning where the page cache has the first part. */
static void say(void *self, double share) {
  ProgressLine *line = self;
  double now = os_now_ms(), passed = now - line->begin_ms;
  if (!line->on_terminal || passed < first_ms || share <= 0) return;
  if (line->shown && now - line->shown_ms < again_ms) return;
  double left_s = passed * (1 - share) / share / 1000;
  fprintf(stderr, "\r%s %3.0f %%  ", line->what, 100 * share);
  fprintf(stderr, _("%.0f s left   "), left_s);
  line->shown = true;
  line->shown_ms = now;
}

Progress progress_line_of(ProgressLine *line) {
  return (Progress){.say = say, .stopped = setup_is_stopped, .self = line};
}

void progress_line_end(ProgressLine *line) {
  if (line->shown) fprintf(stderr, "\r%60s\r", "");
  line->shown = false;
}
