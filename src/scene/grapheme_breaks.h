/* scene/grapheme_breaks.h -- where text may be cut: letters as a reader sees them, in broad
** strokes.
**
** Cutting, wrapping and placing a caret need to know which code points join the letter before them,
** which run from right to left and which may begin a line anywhere. The ranges cover what is typed
** into a sentence; the font folder, which decides glyphs, asks Unicode's own tables.
**
**   letter = code point + every clinging code point after it + whatever a zero width joiner joins
**
** Units   Byte offsets into UTF-8.   Memory  None.
** Errors  Bytes that are not UTF-8 count as one letter U+FFFD each.
** Source  Unicode 15: general category Mn, blocks of scripts written from right to left, UAX 14 ID.
*/
#ifndef SCENE_GRAPHEME_BREAKS_H
#define SCENE_GRAPHEME_BREAKS_H

#include "base/str.h"
#include "trace/trace.h"

/* The code point at a byte and its bytes, at least 1. */
size_t grapheme_bytes(Str text, size_t at, uint32_t *code);

/* A combining mark: drawn on the letter before it. */
bool grapheme_is_mark(uint32_t code);

/* A mark, joiner, variation selector or emoji modifier: no cut and no caret before it. */
bool grapheme_clings(uint32_t code);

/* Hebrew, Arabic and the scripts around them; digits and signs are of neither direction. */
bool grapheme_is_right_to_left(uint32_t code);

/* Han, kana, Hangul and their punctuation: a line may break before and after it. */
bool grapheme_is_wide(uint32_t code);

/* The first byte after the letter that holds the byte at. */
size_t grapheme_end(Str text, size_t at);

/* The longest beginning of at most that many bytes that cuts no code point. */
Str grapheme_beginning(Str text, size_t bytes_most);

/* A token as it is read: as typed, or where that could not be seen (a space before it, control
** characters, a part of a character) its label, without the number of its place. */
Str grapheme_token_shown(const TraceToken *token);

/* Which of so many tokens are measured for the room that names take: every one up to 4,096, every
** n-th beyond, where no picture has room for all names. At least 1. */
int grapheme_measured_step(int token_count);

#endif
