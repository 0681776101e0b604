/* measure/bench_model.h -- a checkpoint of the size of GPT-2 small: opened, run, edited, measured.
**
** Without a folder one is made in TMPDIR, with random numbers from a fixed seed, and taken away
** when all is measured: 12 layers of 12 heads, width 768, 50 257 words, F32, 498 MB.
**
** Figures  read       the weights file into memory of its size, from the page cache, one thread
**          open       from the folder's name to the first head's weights of a sentence of 12 tokens
**          open.cold  the same with the file dropped from the page cache first, where that works
**          t64, t256  one forward pass, every stage of every head computed and kept, the logits of
**                     the last token; two threads, the best of several
**          edit_last  the same at 64 tokens when only the last one changed
**          peak_memory  of the process so far, when it has opened the model and run 256 tokens in
**                     the way the window does; 10⁶ bytes
** Errors   Out of memory or room on the disk; what is wrong with the folder.
*/
#ifndef MEASURE_BENCH_MODEL_H
#define MEASURE_BENCH_MODEL_H

#include "base/status.h"

/* The index of a figure in values; bench.c gives each its name and unit. */
typedef enum BenchModelFigure {
  BENCH_MODEL_READ,
  BENCH_MODEL_OPEN,
  BENCH_MODEL_OPEN_COLD,
  BENCH_MODEL_T64,
  BENCH_MODEL_T256,
  BENCH_MODEL_EDIT_LAST,
  BENCH_MODEL_PEAK_MEMORY,
  BENCH_MODEL_FIGURES
} BenchModelFigure;

/* Calls work with the folder and returns what it returns. folder NULL: one is made for the time
** that work takes, and removed again. A folder given is only read. */
bool bench_model_with(const char *folder,
                      bool (*work)(void *self, const char *folder, Status *status), void *self,
                      Status *status);

/* Times in milliseconds, memory in 10⁶ bytes. Takes minutes. On false nothing in values counts. */
bool bench_model_measure(const char *folder, double values[BENCH_MODEL_FIGURES], Status *status);

#endif
