/* cli/train_progress.c -- a bar, or lines. */
#include "cli/train_progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/os.h"
#include "base/words.h"

/* In a log file a line every ten seconds says enough. */
static const double terminal_ms = 250, line_ms = 10000;

TrainProgress train_progress_begin(int steps_done, int steps_wanted) {
  double now = os_now_ms();
  return (TrainProgress){.on_terminal = isatty(STDERR_FILENO) != 0,
                         .first_step = steps_done,
                         .last_step = steps_wanted,
                         .begin_ms = now,
                         .shown_ms = now};
}

/* m:ss, or h:mm:ss. */
static void print_time_left(double seconds) {
  int whole = (int)(seconds + 0.5), hours = whole / 3600;
  char time[32];
  if (hours > 0) snprintf(time, sizeof time, "%d:%02d:%02d", hours, whole / 60 % 60, whole % 60);
  else snprintf(time, sizeof time, "%d:%02d", whole / 60, whole % 60);
  fprintf(stderr, _("%s left"), time);
}

/* Not wider than 80 columns, since a line that wraps cannot be written over. */
static void print_line(const TrainProgress *progress, int step, double now) {
  static const char full[] = "##########";
  int width = (int)sizeof full - 1, made = step - progress->first_step;
  double steps_per_s = made / (now - progress->begin_ms) * 1000;
  int part = (int)((double)step / progress->last_step * width);
  if (progress->on_terminal) fprintf(stderr, "\r[%.*s%*s] ", part, full, width - part, "");
  fprintf(stderr, _("%d/%d  loss %.4f  right %.1f %%  %.0f steps/s  "), step, progress->last_step,
          progress->loss_sum / progress->summed, 100 * progress->accuracy_sum / progress->summed,
          steps_per_s);
  print_time_left((progress->last_step - step) / steps_per_s);
  fprintf(stderr, progress->on_terminal ? "   " : "\n");
}

/* The last step is shown only where a line stands already, so a training of a moment prints
** none. */
void train_progress_show(TrainProgress *progress, const StepReport *report) {
  double now = os_now_ms(), wait_ms = progress->on_terminal ? terminal_ms : line_ms;
  bool last = progress->shown && progress->on_terminal && report->step == progress->last_step;
  progress->loss_sum += report->loss;
  progress->accuracy_sum += report->accuracy;
  progress->summed++;
  if (!last && now - progress->shown_ms < wait_ms) return;
  print_line(progress, report->step, now);
  progress->shown = true;
  progress->shown_ms = now;
  progress->loss_sum = progress->accuracy_sum = 0;
  progress->summed = 0;
}

void train_progress_end(TrainProgress *progress) {
  if (progress->shown && progress->on_terminal) fprintf(stderr, "\n");
  progress->shown = false;
}
