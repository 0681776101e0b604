/* text/utf8.h -- UTF-8 by grapheme clusters and words, as a person sees it.
**
** A grapheme cluster is what a reader calls one character: a letter with its marks, a family emoji.
** Positions are byte offsets. A byte that is not UTF-8 (also overlong forms, surrogates, and the
** NUL character, which would end a C string) counts as one bad byte and reads as U+FFFD.
**
** A walk does not fail: for any bytes, each step moves by at least one byte, up to text.bytes.
** Time    A walk over a whole text is linear in its length; a single step back may read the whole
**         text before it, when that is one long cluster.
** Source  UAX 29 through utf8proc.
*/
#ifndef TEXT_UTF8_H
#define TEXT_UTF8_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* utf8_fold does not change longer texts: sorting marks takes time quadratic in their number. */
enum { UTF8_FOLD_BYTES_MOST = 1024 };

/* A copy in which each bad byte becomes U+FFFD. bad_count may be NULL. Str.at is NULL when memory
** is out. */
Str utf8_clean(Arena *arena, Str text, int *bad_count);

/* The code point at text.at[offset]; *bytes is its length (1 and U+FFFD for a bad byte). */
uint32_t utf8_get(Str text, size_t offset, int *bytes);

/* Where the cursor moves with → and ←, and with Ctrl held. offset is a boundary between clusters,
** as these functions return it; at 0 and text.bytes it does not move further. */
size_t utf8_next_grapheme(Str text, size_t offset);
size_t utf8_prev_grapheme(Str text, size_t offset);
size_t utf8_next_word(Str text, size_t offset); /* past the word and the white space after it */
size_t utf8_prev_word(Str text, size_t offset); /* to the beginning of this word or the last one */

/* NFC, case-folded, without invisible characters; the text itself when memory is out, or when it is
** not UTF-8 or too long. */
Str utf8_fold(Arena *arena, Str text);

/* White space, control characters, and the invisible U+200B and U+FEFF. */
bool utf8_is_space(uint32_t code_point);
bool utf8_is_han_or_kana(uint32_t code_point);
/* Punctuation and symbols, except "_", which joins words, and U+FFFD, which replaces a letter. */
bool utf8_is_punctuation(uint32_t code_point);
bool utf8_is_emoji(uint32_t code_point);     /* begins a pictograph or a flag */
bool utf8_is_ignorable(uint32_t code_point); /* has no shape of its own: joiners, direction marks */

#endif
