/* text/token_display.c -- the visible form of a token. */
#include "text/token_display.h"

#include <stdio.h>
#include <string.h>

#include "text/character.h"
#include "text/utf8.h"

enum { PIECE_BYTES = 12 };

static const char open_box[] = "\xE2\x90\xA3", dotted_circle[] = "\xE2\x97\x8C";

static bool turns_direction(uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

static bool is_unseen(uint32_t code) { return utf8_is_space(code) || utf8_is_invisible(code); }

static bool nothing_is_seen(Str bytes) {
  uint32_t code;
  for (size_t at = 0, taken; at < bytes.bytes; at += taken) {
    taken = str_decode(bytes, at, &code);
    if (taken == 0 || !is_unseen(code)) return false;
  }
  return true;
}

/* A mark of writing direction is always escaped, because it would reorder the text around it; a
** joiner only in a token without visible characters (spell). */
static void write_escape(uint32_t code, bool spell, char piece[PIECE_BYTES]) {
  if (code == ' ') snprintf(piece, PIECE_BYTES, "%s", open_box);
  else if (code == '\n' || code == '\t' || code == '\r')
    snprintf(piece, PIECE_BYTES, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
  else if (code < 0x20 || (code >= 0x7F && code < 0xA0))
    snprintf(piece, PIECE_BYTES, "\\x%02X", (unsigned)code);
  else if (turns_direction(code) || (spell && is_unseen(code)))
    snprintf(piece, PIECE_BYTES, code > 0xFFFF ? "\\u{%X}" : "\\u%04X", (unsigned)code);
  else piece[0] = 0;
}

/* A combining mark at the beginning gets a dotted circle, so that it does not combine with the text
** before the token. */
size_t token_display_write(Str bytes, char *to) {
  size_t used = 0;
  uint32_t code;
  bool spell = nothing_is_seen(bytes);
  for (size_t at = 0, taken; at < bytes.bytes; at += taken) {
    char piece[PIECE_BYTES] = "";
    taken = str_decode(bytes, at, &code);
    if (taken == 0) snprintf(piece, PIECE_BYTES, "\\x%02X", (unsigned char)bytes.at[at]);
    else write_escape(code, spell, piece);
    if (at == 0 && taken > 0 && !*piece && character_is_mark(code)) {
      memcpy(to, dotted_circle, sizeof dotted_circle - 1);
      used = sizeof dotted_circle - 1;
    }
    size_t length = *piece ? strlen(piece) : taken;
    memcpy(to + used, *piece ? piece : bytes.at + at, length);
    used += length;
    taken += taken == 0;
  }
  return used;
}
