/* cli/train_progress.h -- the progress of a training on standard error.
**
** On a terminal one line is updated a few times a second; elsewhere a new line is printed from time
** to time. Loss and accuracy are means over the steps since the last update.
**
** Memory  A value of the caller's, used by the thread that trains.   Errors  None.
*/
#ifndef CLI_TRAIN_PROGRESS_H
#define CLI_TRAIN_PROGRESS_H

#include "cli/progress_line.h"
#include "train/trainer/trainer.h"

/* The line, and sums over the steps since it was last shown. Only the functions below change it. */
typedef struct TrainProgress {
  ProgressLine line;
  int first_step, last_step; /* steps done before this run; the last step of the training */
  double loss_sum, accuracy_sum;
  int summed;
} TrainProgress;

/* steps_done is the number of steps that earlier runs made; the speed counts only the steps
** of this run. steps_wanted is the last step of the whole training. Checks whether standard
** error is a terminal. */
TrainProgress train_progress_begin(int steps_done, int steps_wanted);
/* To be called after each step. Prints when enough time has passed, and at the last step if
** the line is visible. */
void train_progress_show(TrainProgress *progress, const StepReport *report);
void train_progress_end(TrainProgress *progress); /* ends the line if it is visible */

#endif
