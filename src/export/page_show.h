/* export/page_show.h -- one trace on a page: the pictures of its stages, its words, its numbers.
**
**   every stage, of every layer and head that differs    two pictures: wide, and for a phone
**   every layer and head                                  its overview, and its matrices
**
** A show is one JSON object; what it refers to by number is in the tables. Two shows of the same
** trace and look are the same text and so one.
**
** Units   Points.   Memory  On the arena of the tables; pictures on one that is emptied for each.
** Errors  Out of memory; stopped; a number that the trace could not provide.
*/
#ifndef EXPORT_PAGE_SHOW_H
#define EXPORT_PAGE_SHOW_H

#include "export/export.h"
#include "export/page_list.h"

/* More heads than that are not all on a page: it then has those of the layer on show. */
enum { PAGE_HEADS_MOST = 64 };

typedef struct PageShow {
  PageTables *tables;
  const Session *session;
  const ExportRequest *request;
  Fonts *fonts;
  bool has_all_words; /* set by page_show: sentences for every head, not only the one on show */
} PageShow;

/* Whether every layer is on the page. */
bool page_has_all_layers(const Trace *trace, const ExportRequest *request);

/* The number of the show in tables->shows. */
bool page_show(const PageShow *show, int *number, Status *status);

#endif
