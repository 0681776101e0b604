/* train/place.h -- how a sentence about a text file names the place and the word it speaks of.
**
**   place_write("folder/mine.txt", 14, place)   →   folder/mine.txt:14
**
** Of a very long path the end is shown, behind “…”: the file's name tells more than its root.
** Words are cut between characters, never inside one.
*/
#ifndef TRAIN_PLACE_H
#define TRAIN_PLACE_H

#include "base/str.h"

enum { PLACE_PATH_BYTES = 300, PLACE_BYTES = 340, PLACE_WORD_BYTES = 60 };

void place_write(const char *path, int line, char place[PLACE_BYTES]); /* line 0: the file alone */
int place_word_bytes(Str word); /* how many bytes of it are shown, for %.*s */

#endif
