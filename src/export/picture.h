/* export/picture.h -- one planned file as bytes. */
#ifndef EXPORT_PICTURE_H
#define EXPORT_PICTURE_H

#include "export/plan.h"

/* What the files of one request share. The list of the last place is kept for its other formats. */
typedef struct Painter {
  const Session *session;
  const ExportRequest *request;
  Fonts *fonts;
  Arena *list_arena; /* of the list and its description */
  Session *copy;     /* for screens of other places; made when needed */
  DrawList list;
  const char *description;
  PlannedFile of;      /* whose picture list is; path NULL: none yet */
  uint64_t gone_count; /* of the trace when it was built */
} Painter;

bool picture_paint(Painter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                   Status *status);
/* Lays out a picture and says its size. */
bool picture_measure(Painter *painter, const PlannedFile *file, ExportSize *size, Status *status);

#endif
