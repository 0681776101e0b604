/* export/plan_internal.h -- a request while its files are listed. For plan*.c only.
**
**   plan.c         what the request shows, in which formats
**   plan_check.c   whether it can be written: what it asks for is there, and where it goes
**   plan_files.c   the files of all places, and their names
*/
#ifndef EXPORT_PLAN_INTERNAL_H
#define EXPORT_PLAN_INTERNAL_H

#include "export/plan.h"
#include "scene/view_kinds.h"

typedef struct Planner {
  Arena *arena;
  const Session *session;
  const ExportRequest *request;
  Plan *plan;
  Status *status;
  ExportView view;
  unsigned formats;
} Planner;

/* An exercise sheet or its solution: pages to be printed. */
bool plan_is_sheet(ExportView view);

/* A view that shows one head, whatever the stage. */
bool plan_is_of_one_head(ExportView view);

/* The view with one table of numbers, whatever the stage; VIEW_STAGE: none. */
ViewKind plan_table(const Planner *planner);
bool plan_is_of_no_sentence(const Planner *planner);

/* The grid of layers × heads, by the view or by the request. */
bool plan_is_grid(const Planner *planner);

/* A layer of the model, which is the same whatever is on show. */
bool plan_is_block(const Planner *planner);

/* A curve of a training, which has no place in the model. */
bool plan_is_training(const Planner *planner);

/* "png" of x.png. A name that begins with a dot (.png) has no ending, nor has “x.”: NULL. */
const char *plan_ending(const char *path);
bool plan_has_format_ending(const char *path);
bool plan_is_stdout(const char *out);
bool plan_ends_in_slash(const char *out);

/* The checks run in the order in which a person can mend the request, all before the first file is
** listed. Sets plan->make_folder. */
bool plan_check(const Planner *planner);

/* Lists the files of all stages, layers, heads and formats that are asked for. */
bool plan_add_all(const Planner *planner);

#endif
