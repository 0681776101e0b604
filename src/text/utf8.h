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

/* The code point at text.at[offset]; *bytes is its length (1 and U+FFFD for a bad byte), unless
** bytes is NULL. */
uint32_t utf8_get(Str text, size_t offset, int *bytes);

/* Where the cursor moves with → and ←, and with Ctrl held. offset is a boundary between clusters,
** as these functions return it; at 0 and text.bytes it does not move further. */
size_t utf8_next_grapheme(Str text, size_t offset);
size_t utf8_prev_grapheme(Str text, size_t offset);
size_t utf8_next_word(Str text, size_t offset); /* past the word and the white space after it */
size_t utf8_prev_word(Str text, size_t offset); /* to the beginning of this word or the last one */

/* The longest beginning of at most that many bytes that cuts no code point. */
Str utf8_beginning(Str text, size_t bytes_most);

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
/* Ignorable, or one of the other code points that are drawn as nothing. Not a space. */
bool utf8_is_invisible(uint32_t code_point);

bool utf8_is_letter_or_digit(uint32_t code_point);
/* Brackets and quotes of any script, without the apostrophe ’. */
bool utf8_encloses(uint32_t code_point);
/* Never begins a cluster, except at the start of a text: a mark, joiner or variation selector. */
bool utf8_clings(uint32_t code_point);
/* Fills a square, as Han, kana, Hangul and emoji do: a line may break before and after it. */
bool utf8_is_wide(uint32_t code_point);
/* A letter with a direction, or an Arabic digit, which runs with its letters. Other digits, spaces
** and punctuation have none. */
bool utf8_is_right_to_left(uint32_t code_point);
bool utf8_is_left_to_right(uint32_t code_point);

#endif
