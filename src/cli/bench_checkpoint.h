/* cli/bench_checkpoint.h -- a checkpoint folder of the size of GPT-2 small with random numbers.
**
** Written piece by piece, so that the memory of the process stays small.
** Errors  What cannot be written, with the file's name.
*/
#ifndef CLI_BENCH_CHECKPOINT_H
#define CLI_BENCH_CHECKPOINT_H

#include "base/status.h"

bool bench_checkpoint_write(const char *folder, Status *status);
void bench_checkpoint_remove(const char *folder); /* what is there of it */

#endif
