/* cli/run_model.h -- one forward pass for a sub-command that needs no session.
**
**   --model NAME   --mask MASK   --positions VALUE   --ids 1,2,3 | TEXT
**
** Memory  The model and the trace have arenas of their own; run_model_end frees them.
** Errors  One sentence in status. Tokens left out are a notice on stderr.
*/
#ifndef CLI_RUN_MODEL_H
#define CLI_RUN_MODEL_H

#include "cli/setup.h"
#include "model/model.h"

typedef struct RunModel {
  Model *model;
  Pool *pool;
  Arena *arena; /* holds the trace */
  const Trace *trace;
} RunModel;

/* Opens the model named in args and runs it on --ids or on the words, under --mask and --positions.
** Prints notices on standard error. Signals are caught from then on. run_model_end may be called
** whatever the result. */
bool run_model(const Setup *setup, const Args *args, RunModel *run, Status *status);
void run_model_end(RunModel *run);

/* Reads "1, 2,3": one or more whole numbers from 0, with spaces allowed around them. *ids
** lives on arena; *count is at least 1 on success. Anything else is STATUS_USAGE with the text
** where reading stopped. */
bool run_model_ids(Arena *arena, const char *text, const int **ids, int *count, Status *status);

#endif
