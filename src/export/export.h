/* export/export.h -- writes an export request to files: one picture, many, or numbers.
**
** Names   L1-H3-weights.png; a stage without heads L1-joined.png; tokens and embed without layer;
**         qkv gives …-q, …-k, …-v as numbers and one picture. Layers and heads from 1.
** Files   Written beside and renamed (base/os.h). Several files: out is a folder, made when its
**         parent exists. One file: its folder must exist; an existing folder gets generated names.
** Checked before anything is written: names, ranges, formats, the folder.
** The same session and request give the same bytes: files contain no time and no random names.
** Memory  Nothing outlives a call. One picture is in memory at a time, with its pixels for a PNG;
**         of small pictures two for each thread of the pool.
** Threads The session must not change meanwhile; callbacks run on the caller's thread.
** Errors  One sentence naming the option, the value and what is right. When the disk is full or the
**         user stops, the files written so far are complete and stay.
*/
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/pool.h"
#include "font/font.h"
#include "session/session.h"

/* Zero is the sensible default of every field but out. */
typedef struct ExportRequest {
  const char *out; /* a file, a folder for several, or "-" for standard output */
  ExportView view;
  bool all_stages, all_layers, all_heads; /* else the session's view decides */
  unsigned formats;          /* bits 1 << ExportFormat; 0: from the ending of out, else png */
  float width_pt, height_pt; /* 0: natural; of a screen 1440 × 900, and at least 960 × 600 */
  float font_size_pt;        /* of token labels, 4 to 72; 0: as drawn, in print 8 */
  bool print;                /* the width is a length on paper: see scene/export_look.h */
  float scale;               /* of PNG, 1 … 4; 0: 1, or that of print */
  ExportCaption caption;
  bool transparent;
  ExportTheme theme;  /* of figures; a screen keeps the window's */
  bool spares_others; /* no file is replaced that this program did not write */
  /* Called before the first file, and after each, with how many there are, on the caller's thread;
  ** or NULL. */
  void (*progress)(void *self, int done, int count);
  void *progress_self;
  /* Called some times a second while one large PNG is made, with the share of it that is done, 0 to
  ** 1; or NULL. It may draw, but let nothing of the trace go. */
  void (*moved)(void *self, double share);
  /* Asked between files with progress_self, and within a large PNG: true ends it, and what is
  ** written stays; or NULL. */
  bool (*stopped)(void *self);
  Pool *
      pool; /* draws small pictures at once, see export/parallel_png.h; NULL: one after the other */
} ExportRequest;

/* What the commands `export …` of a session say, as a request: the one way from options to files,
** in the window, in scripts and on the command line. */
ExportRequest export_request_of(const ExportLook *look, const char *out);

/* Could export_run begin? Looks at the disk, changes nothing there. What it cannot know is whether
** the disk will hold all of it. */
bool export_check(const Session *session, const ExportRequest *request, Status *status);
/* How large the first picture would be; all 0 when there is none. Lays it out, which takes as long
** as drawing it on the screen. */
bool export_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                    ExportSize *size, Status *status);
/* Writes. *written counts the files that are there now, after false too; it may be NULL. Waits for
** the roles of heads to be measured first, so that files have all labels or none. */
bool export_run(const Session *session, Fonts *fonts, const ExportRequest *request, int *written,
                Status *status);

#endif
