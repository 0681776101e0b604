/* export/page.h -- a page to share: one HTML file with the pictures and numbers of a session, that
** a browser opens without network or server.
**
**   take    what the session shows now: its trace (export/page_show.h), its place, its note
**   end     template, style and script of assets/page/, the numbers and the pictures, as one file
**
** A page of a script has a leaf for each `wait`, to be turned as the speaker does; a lesson has one
** for each of its pages. A trace that several leaves show is there once. A leaf whose view is no
** stage at rest, such as costs or a comparison, has its own picture besides.
**
** Bytes   Depend on session, request and language alone.
** Memory  The file, and one picture at a time.
** Errors  No sentence; the disk; stopped. Then nothing is left on the disk.
*/
#ifndef EXPORT_PAGE_H
#define EXPORT_PAGE_H

#include "export/export.h"

enum { PAGE_LEAVES_MOST = 200 };

typedef struct PageBook PageBook;

/* What was written. */
typedef struct PageSummary {
  int leaf_count;
  long bytes;
  bool has_all_layers; /* of every trace */
} PageSummary;

/* Whether a page of the request can be begun: where it is written, and whether there is a
** sentence. */
bool page_check(const Session *session, const ExportRequest *request, Status *status);

/* The request is copied; what it points at must outlive the book. */
bool page_begin(const ExportRequest *request, Fonts *fonts, PageBook **made, Status *status);
/* A leaf of what the session shows, with the note of the script or the page of the lesson that is
** open. Without a sentence there is none. */
bool page_take(PageBook *book, const Session *session, Status *status);
/* A leaf for each page of a lesson, a name or a path. */
bool page_take_lesson(PageBook *book, const char *name, Status *status);
/* The lesson that is open, or what the session shows. */
bool page_take_all(PageBook *book, const Session *session, Status *status);
/* Writes the file. The book is freed in either case. */
bool page_end(PageBook *book, PageSummary *summary, Status *status);
void page_drop(PageBook *book); /* NULL is allowed */

/* A page of the lesson that is open, or of one leaf. */
bool page_write(const Session *session, Fonts *fonts, const ExportRequest *request, Status *status);

#endif
