/* text/character.h -- character classes as tokenizers of checkpoints define them.
**
** A checkpoint depends on the classes its tokenizer was trained with: another class gives other
** tokens. text/utf8.h has the classes for text as a person sees it.
**
** Source  The Unicode character database through utf8proc.
*/
#ifndef TEXT_CHARACTER_H
#define TEXT_CHARACTER_H

#include <stdbool.h>
#include <stdint.h>

/* The property White_Space: without U+200B, U+FEFF and U+180E. */
bool character_is_white_space(uint32_t code);
/* \w of Unicode regular expressions: letters, marks, digits, letter numbers, connector punctuation,
** joiners. */
bool character_is_word(uint32_t code);
bool character_is_numeric(uint32_t code); /* General_Category N: digits, ½, Ⅷ, ① */
/* General_Category P, or one of the 32 signs of ASCII, of which some are symbols. */
bool character_is_punctuation(uint32_t code);
bool character_is_mark(uint32_t code);              /* General_Category M */
bool character_is_nonspacing_mark(uint32_t code);   /* Mn, such as accents */
bool character_is_control_or_format(uint32_t code); /* Cc, Cf, Co */

#endif
