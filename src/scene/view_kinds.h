/* scene/view_kinds.h -- the table of what the middle of the window can show.
**
** A row has the view's name in commands, its file, and what is true of it. Commands, steps, hints,
** menus, file names, layout and exports read the row.
**
** A new view is a line of ViewKind (scene/view.h), a row here, a value of FigureKind and, if it can
** be asked for, of ExportView; with a picture of its own also a room, a file of scene/views.
**
** Memory  Constant, as long as the program.   Errors  None.
*/
#ifndef SCENE_VIEW_KINDS_H
#define SCENE_VIEW_KINDS_H

#include "scene/figure_kind.h"
#include "scene/view.h"

typedef struct ViewKindInfo {
  const char *name; /* in commands, states and file names: "cache" */
  const char *hint; /* what → and ← do there, marked for translation; NULL: nothing */
  const struct ViewRoom *room; /* its picture; NULL: that of a stage, of heads or of a training */
  FigureKind figure;           /* what is written where the view is on show */
  ExportView file;             /* by which it is asked for; EXPORT_SHOWN: only where it is shown */
  bool per_layer, per_head;    /* another layer or head is another picture */
  bool is_apart;               /* shows nothing of the sentence, the layer and the head */
  bool has_steps;              /* → and ← go through steps of its own, not through stages */
  bool has_table;              /* one table of numbers, whatever the stage */
  bool of_stage;               /* it is of the stage on show, whose name its file has */
} ViewKindInfo;

const ViewKindInfo *view_kind_info(ViewKind kind);

/* Whether a press on a cell hides or shows it. */
bool view_edits_mask(const View *view);

/* The view whose figure it is; VIEW_STAGE of any other. */
ViewKind view_of_figure(FigureKind figure);

#endif
