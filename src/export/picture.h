/* export/picture.h -- renders one planned file to bytes.
**
**   place → draw list (scene or screen) → PNG, SVG or PDF          numbers → CSV, NPY, JSON
**
** A picture is laid out once for all its formats: the files of one place follow each other in the
** plan, and the list of the last place is kept. It points at numbers of the trace, which may go
** while the next stage is worked out; then it is laid out anew.
**
** Units   Lists in points; pixels only where a PNG is made (EXPORT_PRINT_SCALE).
** Memory  The list on list_arena, which the FilePainter's maker frees, with `copy`; bytes on the
**         arena given.
** Errors  Memory that is out; a PNG of too many pixels; a number that could not be had.
*/
#ifndef EXPORT_PICTURE_H
#define EXPORT_PICTURE_H

#include "base/progress.h"
#include "export/plan.h"

/* What the files of one request share. The first four are set by its maker, the rest is 0. One
** after the other, never two at once: the list is that of the last file. */
typedef struct FilePainter {
  const Session *session;
  const ExportRequest *request;
  Fonts *fonts;
  Arena *list_arena; /* of the list and its description */
  Session *copy;     /* for screens of other places; made when needed */
  DrawList list;
  const char *description;  /* the caption, as title of the file */
  PlannedFile of;           /* whose picture list is; path NULL: none yet */
  uint64_t gone_count;      /* of the trace when it was built */
  const Progress *progress; /* of one PNG; or NULL */
} FilePainter;

/* The whole file's bytes. A screen of another place than the session's makes a copy of the session
** once, which takes a forward pass. */
bool picture_paint(FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                   Status *status);
/* The two halves of it for pictures: the list on list_arena, with nothing of the trace let go, and
** the bytes of what was laid out last, in Fonts that may be others by then. */
bool picture_lay_out(FilePainter *painter, const PlannedFile *file, Status *status);
bool picture_render(const FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                    Status *status);
double picture_pixels(const FilePainter *painter); /* of a PNG of what was laid out last */

/* False: a number of the trace could not be had, so that what was laid out since is not what it
** should be. */
bool picture_check(const FilePainter *painter, Status *status);
/* Bytes to their file. False, and the old file stays: picture_check fails, or it is not saved. */
bool picture_save(const FilePainter *painter, const PlannedFile *file, Str bytes, Status *status);

/* Lays out a picture and says its size; pixels of a PNG only. */
bool picture_measure(FilePainter *painter, const PlannedFile *file, ExportSize *size,
                     Status *status);

#endif
