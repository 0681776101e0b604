/* export/page_lesson.h -- a page of a lesson as JSON, for assets/page/lesson.js.
**
**   {"title", "page", "cover": a stage or "", "blocks": [[kind, spans] …]}
**   kind   "p", "li", "h3"; or "question", with an object instead of spans
**   spans  [look, text] …; look "", "strong", "code", "number"; or ["strong", text, row, column]
**          from 0, which a click chooses, column −1: the whole row
**   question {"words", "kind", "hint", "because": spans, "answer", "within", "row", "col", "is",
**             "choices": [[spans, is right, hint] …]}
**
** Amounts are read from the trace on show, as in the window.
**
** Memory  On the arena of the buffer.   Errors  The buffer has failed.
*/
#ifndef EXPORT_PAGE_LESSON_H
#define EXPORT_PAGE_LESSON_H

#include "session/session.h"

/* Appends the page on show of the lesson that is open, or null. */
void page_lesson_write(const Session *session, StrBuf *out);

#endif
