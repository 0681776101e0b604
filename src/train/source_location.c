/* train/source_location.c -- cuts paths and words so that they fit into one sentence. */
#include "train/source_location.h"

#include <stdio.h>
#include <string.h>

static bool is_inside_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

void source_location_write(const char *path, int line, char place[SOURCE_LOCATION_BYTES]) {
  size_t bytes = strlen(path),
         from = bytes > SOURCE_LOCATION_PATH_BYTES ? bytes - SOURCE_LOCATION_PATH_BYTES : 0;
  const char *mark = from ? "…" : "";
  while (from > 0 && is_inside_character(path[from])) from++;
  if (line > 0) snprintf(place, SOURCE_LOCATION_BYTES, "%s%s:%d", mark, path + from, line);
  else snprintf(place, SOURCE_LOCATION_BYTES, "%s%s", mark, path + from);
}

/* The cut moves back to the beginning of a UTF-8 character. Where none is found within three bytes,
** the word is not UTF-8 and is cut anywhere. */
int source_location_word_bytes(Str word) {
  size_t bytes = word.bytes < SOURCE_LOCATION_WORD_BYTES ? word.bytes : SOURCE_LOCATION_WORD_BYTES;
  if (bytes == word.bytes) return (int)bytes;
  size_t end = bytes;
  while (end > 0 && bytes - end < 3 && is_inside_character(word.at[end])) end--;
  return (int)(end > 0 ? end : bytes);
}
