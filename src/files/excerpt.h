/* files/excerpt.h -- a text from a file as it is put into a sentence: shortened between characters.
**
** A name in a file may be megabytes long, and a sentence has STATUS_SENTENCE_BYTES. What could
** drive a terminal (control characters, ESC) is shown as an escape later, by base/status.h.
** For files/ only.
*/
#ifndef FILES_EXCERPT_H
#define FILES_EXCERPT_H

/* The text with its 0, at most 68 bytes of it, then “…” where it was cut. A value, so that a call
** can stand in the arguments of status_fail: excerpt(name).text. */
typedef struct Excerpt {
  char text[72];
} Excerpt;

Excerpt excerpt(const char *text);

#endif
