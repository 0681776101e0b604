/* scene/grapheme_breaks.h -- where text may be cut: an approximation of grapheme clusters.
**
** Cutting, wrapping and placing a caret need to know which code points join the one before them,
** which are right-to-left, and which may begin a line anywhere. The ranges cover what is usually
** typed into a sentence; the font folder, which chooses glyphs, uses the full Unicode tables.
**
**   letter = code point + every clinging code point after it + whatever a zero width joiner joins
**
** Units   Byte offsets into UTF-8.   Memory  None.
** Errors  Bytes that are not UTF-8 count as one letter U+FFFD each.
** Source  Unicode 15: general category Mn, blocks of right-to-left scripts, UAX 14 ID.
*/
#ifndef SCENE_GRAPHEME_BREAKS_H
#define SCENE_GRAPHEME_BREAKS_H

#include "base/str.h"
#include "trace/trace.h"

/* Reads the code point at a byte and returns its bytes, at least 1. */
size_t grapheme_bytes(Str text, size_t at, uint32_t *code);

/* A combining mark, drawn on the letter before it. */
bool grapheme_is_mark(uint32_t code);

/* A mark, joiner, variation selector or emoji modifier: no cut and no caret before it. */
bool grapheme_clings(uint32_t code);

/* Hebrew, Arabic and related scripts; digits and punctuation have no direction. */
bool grapheme_is_right_to_left(uint32_t code);

/* Han, kana, Hangul and their punctuation: a line may break before and after it. */
bool grapheme_is_wide(uint32_t code);

/* The first byte after the letter that contains the byte `at`. */
size_t grapheme_end(Str text, size_t at);

/* The longest beginning of at most that many bytes that cuts no code point. */
Str grapheme_beginning(Str text, size_t bytes_most);

/* A token for display: as typed, or if that is not visible (a leading space, control characters, a
** part of a character) its label without the number of its position. */
Str grapheme_token_shown(const TraceToken *token);

/* Which tokens to measure for the width of names: every one up to 4,096, every n-th beyond, where
** no picture has room for all names. At least 1. */
int grapheme_measured_step(int token_count);

#endif
