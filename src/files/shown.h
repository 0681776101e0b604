/* files/shown.h -- a text from a file as it is put into a sentence: shortened between characters.
** What could drive a terminal is shown as an escape by base/status.h. For files/ only. */
#ifndef FILES_SHOWN_H
#define FILES_SHOWN_H

typedef struct ShownText {
  char text[72];
} ShownText;

ShownText shown_text(const char *text);

#endif
