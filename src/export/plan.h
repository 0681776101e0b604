/* export/plan.h -- makes the list of files of an export request: their content and names.
**
**   stages × layers × heads → places → formats of each → files
**
** A place is one picture or matrix. Layers and heads are counted only where the picture depends on
** them: a grid shows all of both, a stage such as joined has no heads. Pictures of one place follow
** each other, so that each is laid out once for all formats.
**
** Memory  On the arena given.
** Errors  As in export.h: everything is checked before a byte is written.
*/
#ifndef EXPORT_PLAN_H
#define EXPORT_PLAN_H

#include "export/export.h"
#include "scene/figure.h"

/* The kind of file; decides which fields of PlannedFile are used. */
typedef enum PictureKind {
  PICTURE_FIGURE, /* scene/figure.h */
  PICTURE_SCREEN,
  PICTURE_TOKENS,     /* the tokens, which have a table of their own */
  PICTURE_NUMBERS,    /* the numbers of one matrix, or of tiles what their rows keep */
  PICTURE_COMPARISON, /* the numbers of exact attention beside what is laid over */
  PICTURE_TABLE,      /* the table of kept keys, of costs, of lengths or of arcs */
  PICTURE_CAPTION     /* the caption as a text file */
} PictureKind;

/* One file to be written. */
typedef struct PlannedFile {
  PictureKind kind;
  FigureKind figure; /* of a figure, of its caption and of a table */
  TracePart part;    /* of numbers */
  StageId stage;
  int layer, head; /* from 0 */
  ExportFormat format;
  const char *path; /* the file to write; "-" is standard output */
} PlannedFile;

/* All files, in the order of writing: by stage, layer and head, then by format. */
typedef struct Plan {
  PlannedFile *files;
  int count, capacity;
  bool several;     /* out is a folder */
  bool make_folder; /* out does not exist and its parent does: make it */
} Plan;

/* Checks the request and lists its files; reads the disk, changes nothing. At least
** one file on success. */
bool plan_make(Arena *arena, const Session *session, const ExportRequest *request, Plan *plan,
               Status *status);

#endif
