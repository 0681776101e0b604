/* export/export.h -- from "what to write" to files: one picture or many, or the numbers.
**
** Names   L1-H3-weights.png; a stage without heads L1-joined.png; tokens and embed without layer;
**         qkv gives …-q, …-k, …-v as numbers and one picture. Layers and heads from 1.
** Files   Written beside and renamed (base/os.h). Several files: out is a folder, made when its
**         parent exists. One file: its folder must exist; an existing folder gets generated names.
** Checked before anything is written: names, ranges, formats, the folder.
** Errors  One sentence naming the option, the value and what is right.
*/
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "font/font.h"
#include "session/session.h"

/* Zero is the sensible default of every field but out. */
typedef struct ExportRequest {
  const char *out;
  ExportView view;
  bool all_stages, all_layers, all_heads; /* else the session's view decides */
  unsigned formats;          /* bits 1 << ExportFormat; 0: from the ending of out, else png */
  float width_pt, height_pt; /* 0: natural */
  float font_size_pt;
  bool print;  /* the width is a length on paper: see scene/export_look.h */
  float scale; /* of PNG, 1 … 4; 0: 1, or that of print */
  ExportCaption caption;
  bool transparent;
  ExportTheme theme;                                 /* of figures; a screen keeps the window's */
  void (*progress)(void *self, int done, int count); /* or NULL */
  void *progress_self;
  bool (*stopped)(void *self); /* of progress_self: asked between files; true ends it; or NULL */
} ExportRequest;

/* What the commands `export …` of a session say, as a request: the one way from options to files,
** in the window, in scripts and on the command line. */
ExportRequest export_request_of(const ExportLook *look, const char *out);

/* Checks only. */
bool export_check(const Session *session, const ExportRequest *request, Status *status);
/* How large the first picture would be; all 0 when there is none. */
bool export_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                    ExportSize *size, Status *status);
/* Writes. *written counts the files, may be NULL. */
bool export_run(const Session *session, Fonts *fonts, const ExportRequest *request, int *written,
                Status *status);

#endif
