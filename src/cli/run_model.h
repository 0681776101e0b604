/* cli/run_model.h -- one forward pass for a sub-command that needs no session.
**
**   --model NAME   --mask MASK   --positions VALUE   --ids 1,2,3 | TEXT
**
** Memory  Opened on its own arenas; run_model_end frees what there is.
** Errors  One sentence in status; tokens left out are said on stderr.
*/
#ifndef CLI_RUN_MODEL_H
#define CLI_RUN_MODEL_H

#include "cli/setup.h"
#include "model/model.h"

typedef struct RunModel {
  Model *model;
  Pool *pool;
  Arena *arena; /* of the trace */
  const Trace *trace;
} RunModel;

/* Opens the model named in args, runs it on --ids or the words under --mask and --positions, and
** says notices on standard error. Afterwards signals are caught. run_model_end is right whatever
** happened. */
bool run_model(const Setup *setup, const Args *args, RunModel *run, Status *status);
void run_model_end(RunModel *run);

/* "1, 2,3" as numbers from 0 on; at least one. Spaces around them are allowed. *ids lives on arena;
** *count is at least 1 on true. Anything else is STATUS_USAGE and shows where it went wrong. */
bool run_model_ids(Arena *arena, const char *text, const int **ids, int *count, Status *status);

#endif
