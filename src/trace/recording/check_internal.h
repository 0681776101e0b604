/* trace/recording/check_internal.h -- what the checks of a recording share.
**
** What is found is said to the recording (recording_say).
**
** Memory  The round's scratch, given back after each matrix.
** Errors  False: memory is out, the file cannot be read, or the check was stopped.
*/
#ifndef TRACE_RECORDING_CHECK_INTERNAL_H
#define TRACE_RECORDING_CHECK_INTERNAL_H

#include "base/progress.h"
#include "trace/recording/recording_internal.h"

/* One kind of check, over some of the matrices. */
typedef struct CheckRound {
  Recording *recording;
  int matrices_most;
  const Progress *progress;
  double share_before, share_of_all; /* of the progress of all rounds */
  Status *status;
  Arena *scratch;
} CheckRound;

typedef bool (*CheckMatrix)(CheckRound *round, void *self, int layer, int head);

/* Runs the check on matrices spread evenly over all layers and heads. */
bool check_matrices(CheckRound *round, CheckMatrix check, void *self);

/* Room for one head of the part, until the next matrix. */
bool check_take_part(const CheckRound *round, TracePart part, Mat *made);

/* Sums of rows and columns of the recorded weights, and the weights of hidden pairs. */
bool check_sums(CheckRound *round);

#endif
