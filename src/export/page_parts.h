/* export/page_parts.h -- what a page knows of the parts of a trace: names, colours, which are by
** pair, and how a number of one is made of others.
**
**   "parts": [[name, title, colour, rows and columns, is it of shares] …]
**   "pairs": names of the parts by pair, in the order of the computation
**   "rules": {name: [rule, names of what it is made of …]}, for assets/page/work.js
**
** Memory  What is appended is on the arena of the buffer.   Errors  The buffer has failed.
*/
#ifndef EXPORT_PAGE_PARTS_H
#define EXPORT_PAGE_PARTS_H

#include "trace/trace.h"

/* The class of page.css with the colour of a part's role; TRACE_PART_COUNT: muted. */
const char *page_color_class(TracePart role);

/* Appends these three members of a show. */
void page_parts_write(StrBuf *out, const Trace *trace);

#endif
