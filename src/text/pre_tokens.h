/* text/pre_tokens.h -- GPT-2's pre-tokenizer: splits a text into pieces, within which BPE merges.
**
** At every place the first alternative that matches is taken; the pieces cover the whole text:
**
**   's 't 're 've 'm 'll 'd         only with an ASCII apostrophe and lower case
**   letters                         one or more of General_Category L, with at most one space
**                                   before
**   numbers                         the same for N: digits, ², ½, ①
**   other                           the same for anything but letters, numbers and white space
**   white space                     a run without its last character, which belongs to what follows
**
** So "a  b" is "a", " ", " b". White space is Unicode's White_Space.
**
** Memory  The compiled pattern lives on the arena given; each walk takes a little memory of its
**         own, so several threads may walk at once.
** Errors  Out of memory.
** Source  GPT-2's encoder (Radford et al. 2019). PCRE2's Unicode tables.
*/
#ifndef TEXT_PRE_TOKENS_H
#define TEXT_PRE_TOKENS_H

#include "text/pattern.h"

typedef Pattern PreTokens;

bool pre_tokens_make(Arena *arena, const PreTokens **pre_tokens, Status *status);

/* The state of a walk; valid until its arena is rewound. */
typedef PatternSearch PreTokensWalk;

bool pre_tokens_begin(const PreTokens *pre_tokens, Arena *work, PreTokensWalk *walk,
                      Status *status);

/* Where the piece that begins at `first` (below text.bytes) ends. text must be UTF-8. */
size_t pre_tokens_end(const PreTokensWalk *walk, Str text, size_t first);

#endif
