/* files/excerpt.h -- shortens a text from a file for a sentence. For files/ only.
**
** A name in a file may be megabytes long, and a sentence has STATUS_SENTENCE_BYTES. base/status.h
** later shows control characters (ESC) as escapes.
*/
#ifndef FILES_EXCERPT_H
#define FILES_EXCERPT_H

/* At most 68 bytes of the text, cut between characters, then “…” when it was cut, and a 0. A value,
** so that a call can be an argument of status_fail: excerpt(name).text. */
typedef struct Excerpt {
  char text[72];
} Excerpt;

Excerpt excerpt(const char *text);

#endif
