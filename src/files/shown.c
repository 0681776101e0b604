/* files/shown.c -- see shown.h. */
#include "files/shown.h"

#include <stdbool.h>
#include <string.h>

ShownText shown_text(const char *text) {
  ShownText shown;
  size_t most = sizeof shown.text - sizeof "…", bytes = strlen(text);
  bool cut = bytes > most;
  if (cut)
    for (bytes = most; bytes > 0 && ((unsigned char)text[bytes] & 0xC0) == 0x80;) bytes--;
  memcpy(shown.text, text, bytes);
  memcpy(shown.text + bytes, cut ? "…" : "", cut ? sizeof "…" : 1);
  return shown;
}
