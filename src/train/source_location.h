/* train/source_location.h -- formats FILE:LINE and quoted words for error sentences about text
** files.
**
**   source_location_write("folder/mine.txt", 14, place)   →   folder/mine.txt:14
**
** Of a very long path the end is shown, behind “…”: the file's name tells more than its root.
** Words are cut between characters, never inside one, so a sentence is always whole UTF-8.
**
** Units   Bytes of UTF-8, not characters. Memory: the caller's buffer. Errors: none.
*/
#ifndef TRAIN_SOURCE_LOCATION_H
#define TRAIN_SOURCE_LOCATION_H

#include "base/str.h"

/* SOURCE_LOCATION_BYTES holds the longest path that is shown, “…”, the colon, a line number and the
** 0. */
enum {
  SOURCE_LOCATION_PATH_BYTES = 300,
  SOURCE_LOCATION_BYTES = 340,
  SOURCE_LOCATION_WORD_BYTES = 60
};

/* Writes PATH:LINE; lines count from 1, and with line 0 the file stands alone. */
void source_location_write(const char *path, int line, char place[SOURCE_LOCATION_BYTES]);
/* How many bytes of a word are shown: the precision of a %.*s, at most SOURCE_LOCATION_WORD_BYTES.
** */
int source_location_word_bytes(Str word);

#endif
