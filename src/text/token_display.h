/* text/token_display.h -- the bytes of a token as one visible line.
**
** A space becomes ␣; control characters \n, \t, \r or \x1B; a byte that is not UTF-8 \xE4;
** bidirectional controls \u202E; a combining mark without a letter is put on ◌; an invisible
** character becomes \u200B.
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
