/* cli/run_model.h -- one forward pass for a sub-command that needs no session.
**
**   --model NAME   --mask KIND   --ids 1,2,3 | TEXT
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

/* run_model_end is right whatever happened. */
bool run_model(Setup *setup, const Args *args, RunModel *run, Status *status);
void run_model_end(RunModel *run);

/* "1, 2,3" as numbers from 0 on; at least one. */
bool run_model_ids(Arena *arena, const char *text, const int **ids, int *count, Status *status);

#endif
