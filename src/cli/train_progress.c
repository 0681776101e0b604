/* cli/train_progress.c -- the text of a step on the line of progress_line.h. */
#include "cli/train_progress.h"

#include <stdio.h>

#include "base/i18n.h"

/* Milliseconds between two lines of a log file. */
static const double log_ms = 10000;
enum { WORDS_BYTES = 128 };

TrainProgress train_progress_begin(int steps_done, int steps_wanted) {
  TrainProgress progress = {
      .line = progress_line_begin(NULL), .first_step = steps_done, .last_step = steps_wanted};
  progress.line.log_ms = log_ms;
  return progress;
}

/* The speed is that of the steps of this run; the bar shows the share of the whole training. */
static void show_step(TrainProgress *progress, int step) {
  char words[WORDS_BYTES];
  double passed_ms = progress_line_passed_ms(&progress->line);
  int made = step - progress->first_step, wanted = progress->last_step - progress->first_step;
  snprintf(words, sizeof words, _("%d/%d  loss %.4f  right %.1f %%  %.0f steps/s"), step,
           progress->last_step, progress->loss_sum / progress->summed,
           100 * progress->accuracy_sum / progress->summed, made / passed_ms * 1000);
  progress_line_show(&progress->line, (double)step / progress->last_step, words,
                     progress_left_s(passed_ms, (double)made / wanted));
}

/* The last step is shown only where the line is visible already, so a short
** training prints nothing. */
void train_progress_show(TrainProgress *progress, const StepReport *report) {
  const ProgressLine *line = &progress->line;
  bool last = line->shown && line->on_terminal && report->step == progress->last_step;
  progress->loss_sum += report->loss;
  progress->accuracy_sum += report->accuracy;
  progress->summed++;
  if (!last && !progress_line_is_due(line)) return;
  show_step(progress, report->step);
  progress->loss_sum = progress->accuracy_sum = 0;
  progress->summed = 0;
}

void train_progress_end(TrainProgress *progress) { progress_line_keep(&progress->line); }
