/* session/commands/line.c -- splits a command line into words; jansson reads the JSON strings. */
#include "session/commands/line.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json.h"

enum { FIRST_RAW_BYTE = 0x80, SURROGATE_OF_RAW = 0xDC00 };

/* Only ASCII white space: other spaces may be part of a sentence. */
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool ends_word(char c) { return is_blank(c) || c == ';' || c == '#' || c == '"'; }

/* Str has no end pointer, so both fields change. */
static void skip(Str *rest, size_t bytes) {
  assert(bytes <= rest->bytes);
  rest->at += bytes;
  rest->bytes -= bytes;
}

/* The number of bytes of the string that text begins with, quotes included; 0 when it does not end.
** Finds only the closing quote; jansson checks the content. */
static size_t string_bytes(Str text) {
  assert(text.bytes > 0 && text.at[0] == '"');
  for (size_t i = 1; i < text.bytes; i++) {
    if (text.at[i] == '"') return i + 1;
    if (text.at[i] == '\\') i++;
  }
  return 0;
}

/* The byte that \udc80 … \udcff at the beginning of text stands for, else -1. */
static int escaped_raw_byte(Str text) {
  unsigned code = 0;
  char digits[5] = "";
  if (text.bytes < 6 || text.at[0] != '\\' || text.at[1] != 'u') return -1;
  memcpy(digits, text.at + 2, 4);
  if (strspn(digits, "0123456789abcdefABCDEF") != 4 || sscanf(digits, "%4x", &code) != 1) return -1;
  return code >= SURROGATE_OF_RAW + FIRST_RAW_BYTE && code <= SURROGATE_OF_RAW + 0xFF
             ? (int)(code & 0xFF)
             : -1;
}

/* The number of bytes at the beginning of text that jansson can read: up to a byte that is not
** UTF-8, or its escape. The escape of a high surrogate includes the low one after it. */
static size_t plain_bytes(Str text) {
  size_t at = 0;
  while (at < text.bytes) {
    uint32_t code;
    Str here = {text.at + at, text.bytes - at};
    if (here.at[0] == '\\' && here.bytes > 1) {
      if (escaped_raw_byte(here) >= 0) break;
      bool high = here.bytes >= 6 && here.at[1] == 'u' &&
                  (here.at[2] == 'd' || here.at[2] == 'D') && strchr("89abAB", here.at[3]);
      at += high ? (here.bytes >= 12 ? 12 : here.bytes) : 2;
    } else {
      size_t taken = str_decode(text, at, &code);
      if (taken == 0) break;
      at += taken;
    }
  }
  return at;
}

static bool add_plain(Arena *arena, Str piece, StrBuf *to, Status *status) {
  StrBuf quoted = strbuf_make(arena);
  json_error_t error;
  if (piece.bytes == 0) return true;
  strbuf_add_char(&quoted, '"');
  strbuf_add(&quoted, piece);
  strbuf_add_char(&quoted, '"');
  if (quoted.failed) return status_no_memory(status);
  bool no_memory;
  json_t *json =
      json_parse(strbuf_str(&quoted), JSON_DECODE_ANY | JSON_ALLOW_NUL, &error, &no_memory);
  if (no_memory) return status_no_memory(status);
  if (!json)
    return status_fail(status, STATUS_USAGE, _("the string is not a JSON string: %s"), error.text);
  strbuf_add(to, (Str){json_string_value(json), json_string_length(json)});
  json_decref(json);
  return true;
}

static bool decode_string(Arena *arena, Str body, Str *text, Status *status) {
  StrBuf decoded = strbuf_make(arena);
  while (body.bytes > 0) {
    size_t plain = plain_bytes(body);
    if (!add_plain(arena, (Str){body.at, plain}, &decoded, status)) return false;
    skip(&body, plain);
    if (body.bytes == 0) break;
    int raw = escaped_raw_byte(body);
    strbuf_add_char(&decoded, raw >= 0 ? (char)raw : body.at[0]);
    skip(&body, raw >= 0 ? 6 : 1);
  }
  *text = strbuf_str(&decoded);
  return decoded.failed ? status_no_memory(status) : true;
}

static bool read_string(Arena *arena, Str *rest, CommandWord *word, Status *status) {
  size_t bytes = string_bytes(*rest);
  if (bytes == 0)
    return status_fail(status, STATUS_USAGE, _("the string has no closing quotation mark"));
  word->quoted = true;
  if (!decode_string(arena, (Str){rest->at + 1, bytes - 2}, &word->text, status)) return false;
  skip(rest, bytes);
  return true;
}

static void read_plain_word(Str *rest, CommandWord *word) {
  size_t bytes = 0;
  while (bytes < rest->bytes && !ends_word(rest->at[bytes])) bytes++;
  assert(bytes > 0); /* otherwise the loop would not end */
  *word = (CommandWord){.text = {rest->at, bytes}};
  skip(rest, bytes);
}

bool line_next(Arena *arena, Str *rest, CommandWords *words, Status *status) {
  words->count = 0;
  while (rest->bytes > 0) {
    char c = rest->at[0];
    if (c == '#') {
      const char *end = memchr(rest->at, '\n', rest->bytes);
      skip(rest, end ? (size_t)(end - rest->at) : rest->bytes);
      continue;
    }
    if (c == ';' || c == '\n' || is_blank(c)) {
      skip(rest, 1);
      if ((c == ';' || c == '\n') && words->count > 0) return true;
      continue;
    }
    if (words->count == LINE_WORDS_MOST)
      return status_fail(status, STATUS_USAGE,
                         P_("no command has more than %d word", "no command has more than %d words",
                            LINE_WORDS_MOST),
                         LINE_WORDS_MOST);
    CommandWord *word = &words->at[words->count++];
    *word = (CommandWord){0};
    if (c != '"') read_plain_word(rest, word);
    else if (!read_string(arena, rest, word, status)) return false;
  }
  return true;
}

static void add_valid(StrBuf *buf, Str piece) {
  assert(piece.bytes > 0);
  size_t before = buf->bytes;
  strbuf_add_json(buf, piece);
  if (buf->failed) return;
  /* Removes the two quotation marks, because this is part of a longer string. */
  memmove(buf->at + before, buf->at + before + 1, buf->bytes - before - 2);
  buf->bytes -= 2;
  buf->at[buf->bytes] = 0;
}

void line_add_string(StrBuf *buf, Str text) {
  strbuf_add_char(buf, '"');
  size_t start = 0, at = 0;
  while (at < text.bytes) {
    uint32_t code;
    size_t taken = str_decode(text, at, &code);
    if (taken == 0) {
      if (at > start) add_valid(buf, (Str){text.at + start, at - start});
      strbuf_format(buf, "\\udc%02x", (unsigned)(unsigned char)text.at[at]);
      start = at + 1;
    }
    at += taken ? taken : 1;
  }
  if (at > start) add_valid(buf, (Str){text.at + start, at - start});
  strbuf_add_char(buf, '"');
}

bool line_is(const CommandWords *words, int index, const char *text) {
  assert(index >= 0);
  return index < words->count && !words->at[index].quoted && str_is(words->at[index].text, text);
}

bool line_index(Str word, const char *none, int count, int *index, Status *status) {
  assert(count >= 0);
  long number;
  Str shown = str_head(word, LINE_SHOWN_BYTES);
  if (str_to_long(word, &number) && number >= 1 && number <= count) {
    *index = (int)(number - 1);
    return true;
  }
  if (count == 0)
    return status_fail(status, STATUS_USAGE, _("“%.*s” cannot be chosen: nothing is shown here"),
                       (int)shown.bytes, shown.at);
  return status_fail(status, STATUS_USAGE, none, (int)shown.bytes, shown.at, count);
}
