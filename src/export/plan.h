/* export/plan.h -- makes the list of files of an export request: their content and names.
**
**   stages × layers × heads → places → formats of each → files
**
** A place is one picture or matrix. Layers and heads are only counted where the picture depends on
** them: a grid has all of both, a stage such as joined has no heads. Pictures of one place come one
** after another, so that each is laid out once for all formats.
**
** Memory  On the arena given.
** Errors  As in export.h: everything is found before a byte is written.
*/
#ifndef EXPORT_PLAN_H
#define EXPORT_PLAN_H

#include "export/export.h"
#include "scene/figure.h"

/* What makes the file; which of the fields below count depends on it. */
typedef enum PictureKind {
  PICTURE_FIGURE, /* scene/figure.h */
  PICTURE_SCREEN,
  PICTURE_TOKENS,  /* numbers: the tokens have a table of their own */
  PICTURE_NUMBERS, /* numbers of one matrix */
  PICTURE_CAPTION  /* the caption as a text file */
} PictureKind;

/* One file to be written. */
typedef struct PlannedFile {
  PictureKind kind;
  FigureKind figure; /* of a figure, and of the caption of one */
  TracePart part;    /* of numbers */
  StageId stage;
  int layer, head; /* from 0 */
  ExportFormat format;
  const char *path; /* where it goes; "-" is standard output */
} PlannedFile;

/* All of them, in the order they are written: by stage, layer and head, then by format. */
typedef struct Plan {
  PlannedFile *files;
  int count, capacity;
  bool several;     /* out is a folder */
  bool make_folder; /* which is to be made: its parent exists */
} Plan;

/* Checks the request and lists its files; looks at the disk, changes nothing. There is at least one
** file after true. */
bool plan_make(Arena *arena, const Session *session, const ExportRequest *request, Plan *plan,
               Status *status);

#endif
