/* measure/bench_checkpoint.h -- a checkpoint folder of the size of GPT-2 small with random numbers.
**
** Written in pieces of 256 KiB, so that the peak memory measured afterwards is the program's own.
** Format  A folder with config.json (model_type gpt2, all sizes left to GPT-2 small's defaults) and
**         model.safetensors: 8 bytes of length, a JSON header padded to 8, 124 439 808 F32 numbers.
** Content Pseudo-random and the same each time, with the spread of an untrained GPT-2 (0.02).
** Memory  An arena of its own, freed before it returns.
** Errors  What cannot be written, with the file's name.
*/
#ifndef MEASURE_BENCH_CHECKPOINT_H
#define MEASURE_BENCH_CHECKPOINT_H

#include "base/status.h"

/* Writes 498 MB into a folder that is there. On false status names the file; what was
** written so far stays, for bench_checkpoint_remove. */
bool bench_checkpoint_write(const char *folder, Status *status);
/* Removes the two files and the folder, whatever of them is there; other files in it stay. */
void bench_checkpoint_remove(const char *folder);

#endif
