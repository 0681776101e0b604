/* text/byte_alphabet.c -- maps bytes to visible characters: printable bytes to themselves, the
** others to characters after U+00FF.
**
** The ranges are those of GPT-2's encoder, which moves control characters, the space, the no-break
** space and the soft hyphen, all invisible in an editor.
*/
#include "text/byte_alphabet.h"

enum {
  FIRST_MOVED = 0x100,
  LAST_LOW = 0x20,
  FIRST_HIGH = 0x7F,
  LAST_HIGH = 0xA0,
  SOFT_HYPHEN = 0xAD,
  MOVED_HIGH = FIRST_MOVED + LAST_LOW + 1,
  MOVED_HYPHEN = MOVED_HIGH + LAST_HIGH - FIRST_HIGH + 1
};

uint32_t byte_alphabet_character(unsigned char byte) {
  if (byte <= LAST_LOW) return (uint32_t)(FIRST_MOVED + byte);
  if (byte >= FIRST_HIGH && byte <= LAST_HIGH) return (uint32_t)(MOVED_HIGH + byte - FIRST_HIGH);
  return byte == SOFT_HYPHEN ? (uint32_t)MOVED_HYPHEN : byte;
}

/* The inverse of the three ranges of moved bytes; a character below them stands for itself or for
** no byte. */
int byte_alphabet_byte(uint32_t character) {
  int code = (int)character;
  if (code < FIRST_MOVED)
    return byte_alphabet_character((unsigned char)code) == character ? code : -1;
  if (code < MOVED_HIGH) return code - FIRST_MOVED;
  if (code < MOVED_HYPHEN) return code - MOVED_HIGH + FIRST_HIGH;
  return code == MOVED_HYPHEN ? SOFT_HYPHEN : -1;
}

/* Every character of the alphabet is below U+0800, so it has at most two bytes of UTF-8. */
size_t byte_alphabet_write(Str bytes, char *to) {
  size_t used = 0;
  for (size_t i = 0; i < bytes.bytes; i++) {
    uint32_t character = byte_alphabet_character((unsigned char)bytes.at[i]);
    if (character >= 0x80) to[used++] = (char)(0xC0 | character >> 6);
    to[used++] = (char)(character >= 0x80 ? 0x80 | (character & 0x3F) : character);
  }
  return used;
}

bool byte_alphabet_read(Str token, char *to, size_t *count) {
  uint32_t character;
  *count = 0;
  for (size_t at = 0, bytes; at < token.bytes; at += bytes) {
    bytes = str_decode(token, at, &character);
    int byte = bytes && character <= MOVED_HYPHEN ? byte_alphabet_byte(character) : -1;
    if (byte < 0) return false;
    to[(*count)++] = (char)byte;
  }
  return true;
}
