/* cli/train_progress.h -- the progress of a training on standard error.
**
** On a terminal one line that is updated a few times a second; elsewhere a new line from time to
** time. Loss and accuracy are means over the steps since the last update.
**
** Memory  A value of the caller's, used by the thread that trains.   Errors  None.
*/
#ifndef CLI_TRAIN_PROGRESS_H
#define CLI_TRAIN_PROGRESS_H

#include "cli/progress_line.h"
#include "train/trainer/trainer.h"

/* The line, and the sums since it was last shown; only the functions below change it. */
typedef struct TrainProgress {
  ProgressLine line;
  int first_step, last_step; /* done before; wanted */
  double loss_sum, accuracy_sum;
  int summed;
} TrainProgress;

/* steps_done: of an earlier run that is gone on from; the speed counts only the steps of this one.
** steps_wanted: the last step of the whole training. Looks whether standard error is a terminal. */
TrainProgress train_progress_begin(int steps_done, int steps_wanted);
/* After each step. Prints when enough time has passed, and at the last step where a line stands. */
void train_progress_show(TrainProgress *progress, const StepReport *report);
void train_progress_end(TrainProgress *progress); /* the line ends where there is one */

#endif
