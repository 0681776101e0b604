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
  unsigned formats; /* bits 1 << ExportFormat; 0: from the ending of out, else png */
  /* 0: the natural size; for a screen 1440 × 900. A screen has at least 640 × 400 */
  float width_pt, height_pt;
  float font_size_pt; /* of every word, 4 to 72; 0: the size on screen, in print 8 */
  bool print;         /* the width is a length on paper: see scene/export_look.h */
  float scale;        /* of a PNG, 1 … 4; 0: 1, or that of print */
  ExportCaption caption;
  bool transparent;
  FigureLook figure; /* its heads, letters, faces */
  ExportTheme theme; /* of figures; a screen keeps the window's */
  ExportMoving
      moving;     /* by MOVES_NOT: a still picture. Else export/film.h writes one file to out */
  bool in_motion; /* a moment between two stages is drawn as it is, not at its end */
  struct MovingSummary *summary; /* filled by a moving picture; or NULL */
  bool times;                    /* a figure of costs has times measured now */
  bool spares_others;            /* do not replace files that this program did not write */
  /* Called before the first file and after each, with the number of files written, on the
  ** caller's thread; or NULL. */
  void (*progress)(void *self, int done, int count);
  void *progress_self;
  /* Called several times a second while one large PNG is made, with the share that is done, 0 to 1;
  ** or NULL. It may draw, but must not free numbers of the trace. */
  void (*moved)(void *self, double share);
  /* Called with progress_self between files and within a large PNG; true ends the export and keeps
  ** the files written; or NULL. */
  bool (*stopped)(void *self);
  /* Draws small pictures in parallel, see export/parallel_png.h; NULL: one after the other. */
  Pool *pool;
} ExportRequest;

/* Makes a request from the settings of the `export …` commands. The window, scripts and the
** command line all use it. */
ExportRequest export_request_of(const ExportLook *look, const char *out);

/* Whether export_run could begin. Reads the disk and changes nothing there. Cannot know whether the
** disk has room for all files. */
bool export_check(const Session *session, const ExportRequest *request, Status *status);
/* The size of the first picture; all 0 when there is none. Lays the picture out, which takes as
** long as drawing it on the screen. */
bool export_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                    ExportSize *size, Status *status);
/* Writes the files. *written counts the files that exist now, also after false; it may be
** NULL. First waits until the roles of heads are measured, so that either all files have
** role labels or none. */
bool export_run(const Session *session, Fonts *fonts, const ExportRequest *request, int *written,
                Status *status);

#endif
