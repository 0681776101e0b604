/* train/source_location.h -- formats FILE:LINE and quoted words for error sentences about text
** files.
**
**   source_location_write("folder/mine.txt", 14, place)   →   folder/mine.txt:14
**
** Of a path longer than SOURCE_LOCATION_PATH_BYTES only the end is shown, after “…”, because the
** file name tells more than the first folders. Paths and words are cut between UTF-8 characters.
**
** Units   Bytes of UTF-8, not characters. Memory: the caller's buffer. Errors: none.
*/
#ifndef TRAIN_SOURCE_LOCATION_H
#define TRAIN_SOURCE_LOCATION_H

#include "base/str.h"

/* SOURCE_LOCATION_BYTES has room for the longest path shown, “…”, the colon, a line number and the
** final 0. */
enum {
  SOURCE_LOCATION_PATH_BYTES = 300,
  SOURCE_LOCATION_BYTES = 340,
  SOURCE_LOCATION_WORD_BYTES = 60
};

/* Writes PATH:LINE. Lines count from 1; with line 0 only the path is written. */
void source_location_write(const char *path, int line, char place[SOURCE_LOCATION_BYTES]);
/* How many bytes of a word to show, for the precision of %.*s: at most
** SOURCE_LOCATION_WORD_BYTES. */
int source_location_word_bytes(Str word);

#endif
