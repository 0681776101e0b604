/* cli/train_progress.h -- how far a training is, on standard error.
**
** On a terminal one line that is written over a few times a second; elsewhere a plain line now and
** then. Loss and accuracy are means over the steps since the last one shown.
*/
#ifndef CLI_TRAIN_PROGRESS_H
#define CLI_TRAIN_PROGRESS_H

#include "train/trainer.h"

typedef struct TrainProgress {
  bool on_terminal, shown;
  int first_step, last_step; /* done before; wanted */
  double begin_ms, shown_ms;
  double loss_sum, accuracy_sum;
  int summed;
} TrainProgress;

TrainProgress train_progress_begin(int steps_done, int steps_wanted);
void train_progress_show(TrainProgress *progress, const StepReport *report);
void train_progress_end(TrainProgress *progress); /* the line ends where there is one */

#endif
