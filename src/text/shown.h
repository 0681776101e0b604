/* text/shown.h -- the bytes of a token as one line to be read.
**
** A space is ␣; control characters are \n, \t, \r or \x1B; a byte that belongs to no whole
** character is \xE4; marks that turn the direction of text are \u202E; a mark without its letter
** stands on ◌; and what would leave nothing to be seen is written out: \u200B.
**
** Memory  The caller's: SHOWN_GROWTH times the bytes and SHOWN_MORE.
*/
#ifndef TEXT_SHOWN_H
#define TEXT_SHOWN_H

#include "base/str.h"

enum { SHOWN_GROWTH = 4, SHOWN_MORE = 8 };

/* Returns how many bytes were written. */
size_t shown_write(Str bytes, char *to);

#endif
