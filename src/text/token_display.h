/* text/token_display.h -- the bytes of a token as one line to be read.
**
** A space is ␣; control characters are \n, \t, \r or \x1B; a byte that belongs to no whole
** character is \xE4; marks that turn the direction of text are \u202E; a mark without its letter
** stands on ◌; and what would leave nothing to be seen is written out: \u200B.
**
** Memory  The caller's: TOKEN_DISPLAY_GROWTH times the bytes and TOKEN_DISPLAY_MORE.
*/
#ifndef TEXT_TOKEN_DISPLAY_H
#define TEXT_TOKEN_DISPLAY_H

#include "base/str.h"

enum { TOKEN_DISPLAY_GROWTH = 4, TOKEN_DISPLAY_MORE = 8 };

/* Returns how many bytes were written. */
size_t token_display_write(Str bytes, char *to);

#endif
