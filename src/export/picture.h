/* export/picture.h -- renders one planned file to bytes.
**
**   place → draw list (scene or screen) → PNG, SVG or PDF          numbers → CSV, NPY, JSON
**
** A picture is laid out once for all its formats: the files of one place follow each other in the
** plan, and the list of the last place is kept. The list points at numbers of the trace, which may
** be freed while the next stage is computed; then the picture is laid out again.
**
** Units   Lists in points; pixels only where a PNG is made (EXPORT_PRINT_SCALE).
** Memory  The list on list_arena, which the FilePainter's maker frees, with `copy`; bytes on the
**         arena given.
** Errors  No memory; a PNG of too many pixels; a number that the trace could not provide.
*/
#ifndef EXPORT_PICTURE_H
#define EXPORT_PICTURE_H

#include "base/progress.h"
#include "export/plan.h"
#include "render/cairo/draw.h"
#include "trace/workings/cost.h"
#include "trace/workings/lengths.h"
#include "trace/workings/head_differences.h"
#include "trace/workings/saturation.h"
#include "trace/workings/sheet.h"

/* What the files of one request share. Its maker sets the first four fields, the rest is 0. Paints
** one file after the other, because the list is that of the last file. */
typedef struct FilePainter {
  const Session *session;
  const ExportRequest *request;
  Fonts *fonts;
  Arena *list_arena; /* of the list and its description */
  Session *copy;     /* for screens of other stages, layers or heads; made when needed */
  DrawList list;
  const char *description;            /* the caption, which becomes the title of the file */
  PlannedFile of;                     /* the file whose picture list holds; path NULL: none yet */
  uint64_t gone_count;                /* trace_frame_count when the list was built */
  const Progress *progress;           /* of one PNG; or NULL */
  const CostTimes *times;             /* of a figure of costs; NULL: none are asked for */
  const Lengths *lengths;             /* of a figure of lengths; NULL: the plan has none */
  const Saturation *saturation;       /* the same of saturation */
  const HeadDifferences *differences; /* of layers × heads beside a kept run; NULL: of one run */
} FilePainter;

/* What an exercise sheet of the session's layer and head is made of. */
SheetOrder picture_sheet_order(const Session *session);

/* Makes all bytes of the file. The first screen of another place than the session's copies the
** session, which takes a forward pass. */
bool picture_paint(FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                   Status *status);
/* The two halves of picture_paint for pictures. picture_lay_out fills list, on list_arena,
** without freeing numbers of the trace. picture_render draws the picture laid out last;
** painter->fonts may be others by then. */
bool picture_lay_out(FilePainter *painter, const PlannedFile *file, Status *status);
bool picture_render(const FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                    Status *status);
/* The pixels alone, as cairo_render_pixels gives them. */
bool picture_pixels_render(const FilePainter *painter, Arena *arena, CairoPixels *pixels,
                           Status *status);
double picture_pixels(const FilePainter *painter); /* of a PNG of the picture laid out last */

/* False: the trace could not provide a number, so the pictures laid out since are incomplete. */
bool picture_check(const FilePainter *painter, Status *status);
/* Writes the bytes to the file. On false the old file stays: picture_check failed, or the
** file could not be saved. */
bool picture_save(const FilePainter *painter, const PlannedFile *file, Str bytes, Status *status);

/* Lays out a picture and gives its size; pixels for a PNG only. */
bool picture_measure(FilePainter *painter, const PlannedFile *file, ExportSize *size,
                     Status *status);

#endif
