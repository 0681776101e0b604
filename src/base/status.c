/* base/status.c -- makes the error sentence of a status.
**
** Words in it come from outside (file names, tensor names), so the sentence is copied character by
** character: control characters and marks of writing direction are escaped, bytes that are not
** UTF-8 become \xNN.
*/
#include "base/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/i18n.h"

enum { RAW_BYTES = 4096, ESCAPE_BYTES = 12 };

static const char ellipsis[] = "\xE2\x80\xA6";

/* Writes the visible form of the character at raw[at] into piece; returns the bytes it took. */
static size_t visible_piece(Str raw, size_t at, char piece[ESCAPE_BYTES]) {
  uint32_t code = 0;
  size_t taken = str_decode(raw, at, &code);
  if (taken == 0) {
    snprintf(piece, ESCAPE_BYTES, "\\x%02X", (unsigned char)raw.at[at]);
    return 1;
  }
  if (code == '\n' || code == '\t' || code == '\r')
    snprintf(piece, ESCAPE_BYTES, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
  else if (str_steers(code))
    snprintf(piece, ESCAPE_BYTES, code < 0xA0 ? "\\x%02X" : "\\u%04X", (unsigned)code);
  else {
    memcpy(piece, raw.at + at, taken);
    piece[taken] = 0;
  }
  return taken;
}

/* Copies raw in its visible form; if not all of it fits, it ends with an ellipsis. */
static void copy_visible(Str raw, bool cut, char sentence[STATUS_SENTENCE_BYTES]) {
  size_t used = 0, safe_end = 0, limit = STATUS_SENTENCE_BYTES - 1;
  size_t at = 0;
  while (at < raw.bytes) {
    char piece[ESCAPE_BYTES];
    size_t taken = visible_piece(raw, at, piece), length = strlen(piece);
    if (used + length > limit) {
      cut = true;
      break;
    }
    memcpy(sentence + used, piece, length);
    used += length;
    /* The last position at which the ellipsis still fits. */
    if (used + sizeof ellipsis - 1 <= limit) safe_end = used;
    at += taken;
  }
  if (cut) {
    memcpy(sentence + safe_end, ellipsis, sizeof ellipsis - 1);
    used = safe_end + sizeof ellipsis - 1;
  }
  sentence[used] = 0;
}

/* The bytes of raw without an incomplete character at its end. */
static size_t whole_characters(const char *raw, size_t bytes) {
  size_t start = bytes;
  while (start > 0 && bytes - start < 3 && ((unsigned char)raw[start - 1] & 0xC0) == 0x80) start--;
  if (start == 0) return bytes;
  uint32_t code;
  Str last = {raw + start - 1, bytes - (start - 1)};
  return str_decode(last, 0, &code) ? bytes : start - 1;
}

bool status_fail(Status *status, StatusKind kind, const char *format, ...) {
  if (!status) return false;
  char raw[RAW_BYTES]; /* apart from status, so that an argument may be status->sentence */
  va_list words;
  va_start(words, format);
  int wanted = vsnprintf(raw, sizeof raw, format, words);
  va_end(words);
  if (wanted < 0) raw[0] = 0;
  size_t bytes = strlen(raw);
  bool cut = wanted >= (int)sizeof raw;
  if (cut) bytes = whole_characters(raw, bytes);
  while (bytes > 0 && raw[bytes - 1] == '\n') bytes--;
  status->kind = kind;
  copy_visible((Str){raw, bytes}, cut, status->sentence);
  return false;
}

Status status_shown(const char *text) {
  Status shown;
  status_fail(&shown, STATUS_OK, "%s", text);
  return shown;
}

bool status_put_place(Status *status, const char *place) {
  if (status && *place) status_fail(status, status->kind, "%s: %s", place, status->sentence);
  return false;
}

bool status_no_memory(Status *status) {
  if (!status) return false;
  const char *words = _("Out of memory: close other programs or open something smaller.");
  size_t bytes = strlen(words);
  if (bytes >= sizeof status->sentence) bytes = 0;
  memcpy(status->sentence, words, bytes);
  status->sentence[bytes] = 0;
  status->kind = STATUS_COULD_NOT;
  return false;
}

bool status_is_no_memory(const Status *status) {
  Status other;
  status_no_memory(&other);
  return status->kind == other.kind && strcmp(status->sentence, other.sentence) == 0;
}
