/* files/excerpt.c -- see excerpt.h. */
#include "files/excerpt.h"

#include <stdbool.h>
#include <string.h>

Excerpt excerpt(const char *text) {
  Excerpt shown;
  size_t most = sizeof shown.text - sizeof "…", bytes = strlen(text);
  bool cut = bytes > most;
  if (cut)
    for (bytes = most; bytes > 0 && ((unsigned char)text[bytes] & 0xC0) == 0x80;) bytes--;
  memcpy(shown.text, text, bytes);
  memcpy(shown.text + bytes, cut ? "…" : "", cut ? sizeof "…" : 1);
  return shown;
}
