/* text/pre_tokens.h -- a text falls into pieces, within which bytes are then merged.
**
** At every place the first of these that fits is taken; the pieces tile the text:
**
**   's 't 're 've 'm 'll 'd         only with ASCII's apostrophe and small letters
**   letters                         one or more of General_Category L, with one space before them
**   numbers                         the same for N: digits, ², ½, ①
**   other                           the same for what is no letter, number or white space
**   white space                     a run, but its last character stays for what follows
**
** So "a  b" is "a", " ", " b". White space is Unicode's White_Space.
**
** Memory  The compiled pattern lives on the arena given; each walk takes its own small memory, so
**         that several threads may walk at once.
** Errors  Out of memory.
** Source  GPT-2's encoder (Radford et al. 2019). PCRE2's Unicode tables.
*/
#ifndef TEXT_PRE_TOKENS_H
#define TEXT_PRE_TOKENS_H

#include "text/pattern.h"

typedef Pattern PreTokens;

bool pre_tokens_make(Arena *arena, const PreTokens **pre_tokens, Status *status);

/* One walk after another; on its arena until that is rewound. */
typedef PatternSearch PreTokensWalk;

bool pre_tokens_begin(const PreTokens *pre_tokens, Arena *work, PreTokensWalk *walk,
                      Status *status);

/* Where the piece that begins at `first` (below text.bytes) ends. text must be UTF-8. */
size_t pre_tokens_end(const PreTokensWalk *walk, Str text, size_t first);

#endif
