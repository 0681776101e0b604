/* text/byte_alphabet.h -- the byte-level alphabet of GPT-2: a printable character for each byte.
**
** Byte-level vocabularies are JSON, which cannot hold every byte, so each byte is written as one
** character of this alphabet:
**
**   21–7E  A1–AC  AE–FF    stand for themselves (U+0021 …)
**   00–20                  U+0100 … U+0120; the space, 20, is Ġ and the line end, 0A, is Ċ
**   7F–A0                  U+0121 … U+0142
**   AD                     U+0143
**
** Source  GPT-2's encoder (Radford et al. 2019).
*/
#ifndef TEXT_BYTE_ALPHABET_H
#define TEXT_BYTE_ALPHABET_H

#include <stdint.h>

#include "base/str.h"

enum { BYTE_ALPHABET_BYTES = 2 }; /* of one character, at most */

uint32_t byte_alphabet_character(unsigned char byte);
int byte_alphabet_byte(uint32_t character); /* −1: not of the alphabet */

/* Encodes bytes as characters; returns how many bytes were written: at most BYTE_ALPHABET_BYTES for
** each. */
size_t byte_alphabet_write(Str bytes, char *to);
/* Decodes into room for token.bytes; false: a character is not in the alphabet. */
bool byte_alphabet_read(Str token, char *to, size_t *count);

#endif
