/* export/plan.h -- from a request to the list of files: what each holds and how it is called.
**
** Pictures of one place come one after another, so that each is laid out once for all formats.
** Memory  On the arena given.   Errors  As in export.h: everything is found before a byte
**         is written.
*/
#ifndef EXPORT_PLAN_H
#define EXPORT_PLAN_H

#include "export/export.h"
#include "scene/figure.h"

typedef enum PictureKind {
  PICTURE_FIGURE, /* scene/figure.h */
  PICTURE_SCREEN,
  PICTURE_TOKENS,  /* numbers: the tokens have a table of their own */
  PICTURE_NUMBERS, /* numbers of one matrix */
  PICTURE_CAPTION  /* the caption as a text file */
} PictureKind;

typedef struct PlannedFile {
  PictureKind kind;
  FigureKind figure;
  TracePart part; /* of numbers */
  StageId stage;
  int layer, head; /* from 0 */
  ExportFormat format;
  const char *path;
} PlannedFile;

typedef struct Plan {
  PlannedFile *files;
  int count, capacity;
  bool several; /* out is a folder */
  bool make_folder;
} Plan;

bool plan_make(Arena *arena, const Session *session, const ExportRequest *request, Plan *plan,
               Status *status);

#endif
