/* base/str.c -- bytes with a length, numbers in text, and text that grows.
**
** Numbers are read in the "C" locale, whatever the user's, so that files work in every locale.
*/
#define _GNU_SOURCE /* strtod_l */
#include "base/str.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { NUMBER_BYTES = 512, NAME_BYTES = 64, FIRST_CAPACITY = 64 };

Str str_from(const char *text) { return (Str){text ? text : "", text ? strlen(text) : 0}; }

/* memcmp of NULL is undefined, even for no bytes. */
bool str_equal(Str a, Str b) {
  return a.bytes == b.bytes && (a.bytes == 0 || memcmp(a.at, b.at, a.bytes) == 0);
}

int str_compare(Str a, Str b) {
  size_t shared = a.bytes < b.bytes ? a.bytes : b.bytes;
  int order = shared > 0 ? memcmp(a.at, b.at, shared) : 0;
  return order ? order : (a.bytes > b.bytes) - (a.bytes < b.bytes);
}

bool str_is(Str a, const char *text) { return str_equal(a, str_from(text)); }

bool str_starts(Str a, const char *prefix) {
  Str head = str_from(prefix);
  return a.bytes >= head.bytes && str_equal((Str){a.at, head.bytes}, head);
}

bool str_ends(Str a, const char *ending) {
  Str tail = str_from(ending);
  return a.bytes >= tail.bytes && str_equal((Str){a.at + a.bytes - tail.bytes, tail.bytes}, tail);
}

/* 10xxxxxx: a continuation byte of UTF-8. */
static bool continues(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

Str str_head(Str a, size_t most_bytes) {
  size_t bytes = a.bytes < most_bytes ? a.bytes : most_bytes;
  while (bytes > 0 && bytes < a.bytes && continues(a.at[bytes])) bytes--;
  return (Str){a.at, bytes};
}

int str_characters(Str a) {
  int count = 0;
  for (size_t i = 0; i < a.bytes; i++) count += !continues(a.at[i]);
  return count;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

Str str_trim(Str a) {
  while (a.bytes > 0 && is_space(a.at[0])) a.at++, a.bytes--;
  while (a.bytes > 0 && is_space(a.at[a.bytes - 1])) a.bytes--;
  return a;
}

Str str_without_mark(Str file) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  return str_starts(file, byte_order_mark) ? (Str){file.at + 3, file.bytes - 3} : file;
}

Str str_take_line(Str *rest) {
  const char *end = rest->bytes > 0 ? memchr(rest->at, '\n', rest->bytes) : NULL;
  Str line = {rest->at, end ? (size_t)(end - rest->at) : rest->bytes};
  size_t taken = line.bytes + (end != NULL);
  if (taken > 0) *rest = (Str){rest->at + taken, rest->bytes - taken};
  return line;
}

size_t str_encode(uint32_t code, char to[4]) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = bytes; i-- > 1; code >>= 6) to[i] = (char)(unsigned char)(0x80 | (code & 0x3F));
  to[0] = (char)(unsigned char)(leads[bytes] | code);
  return bytes;
}

char *str_copy(Arena *arena, Str text) {
  char *copy = text.bytes < SIZE_MAX ? arena_take(arena, text.bytes + 1, 1) : NULL;
  if (copy && text.bytes > 0) memcpy(copy, text.at, text.bytes);
  return copy;
}

char *str_format(Arena *arena, const char *format, ...) {
  va_list words, again;
  va_start(words, format);
  /* The first call measures, the second writes. */
  va_copy(again, words);
  int wanted = vsnprintf(NULL, 0, format, words);
  char *text = wanted < 0 ? NULL : arena_take(arena, (size_t)wanted + 1, 1);
  if (text) vsnprintf(text, (size_t)wanted + 1, format, again);
  va_end(again);
  va_end(words);
  return text;
}

/* The length of a character by its first byte; 0 for a byte that cannot be first. */
static size_t announced_bytes(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

size_t str_decode(Str text, size_t at, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  assert(at < text.bytes);
  const unsigned char *from = (const unsigned char *)text.at + at;
  size_t bytes = announced_bytes(from[0]);
  if (bytes == 0 || bytes > text.bytes - at) return 0;
  uint32_t value = bytes == 1 ? from[0] : from[0] & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; i++) {
    if ((from[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (from[i] & 0x3Fu);
  }
  /* Overlong forms, code points beyond Unicode, surrogates. */
  if (value < least[bytes] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  *code = value;
  return bytes;
}

bool str_steers(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }
static bool same_letter(char a, char b) { return lower(a) == lower(b); }

/* The Damerau–Levenshtein distance (optimal string alignment), with three rows of the table. */
static int edit_distance(Str a, Str b) {
  int rows[3][NAME_BYTES + 1];
  int *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= b.bytes; j++) last[j] = (int)j;
  for (size_t i = 1; i <= a.bytes; i++) {
    row[0] = (int)i;
    for (size_t j = 1; j <= b.bytes; j++) {
      int change = last[j - 1] + !same_letter(a.at[i - 1], b.at[j - 1]);
      row[j] = int_min(change, int_min(last[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && same_letter(a.at[i - 1], b.at[j - 2]) &&
          same_letter(a.at[i - 2], b.at[j - 1]))
        row[j] = int_min(row[j], before[j - 2] + 1);
    }
    /* Rotates the three rows. */
    int *oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return last[b.bytes];
}

static bool is_beginning_of(Str word, Str name) {
  if (word.bytes < 3 || word.bytes > name.bytes) return false;
  return edit_distance(word, (Str){name.at, word.bytes}) == 0;
}

int str_nearest(Str word, const char *const *names, int name_count) {
  int nearest = -1, nearest_distance = INT_MAX;
  if (word.bytes == 0 || word.bytes > NAME_BYTES) return -1;
  for (int i = 0; i < name_count; i++) {
    Str name = str_from(names[i]);
    if (name.bytes == 0 || name.bytes > NAME_BYTES) continue;
    size_t longer = word.bytes > name.bytes ? word.bytes : name.bytes;
    int distance = is_beginning_of(word, name) ? 1 : edit_distance(word, name);
    bool near = distance <= int_min((int)(longer + 1) / 3, 3) && distance < (int)longer;
    if (near && distance < nearest_distance) nearest = i, nearest_distance = distance;
  }
  return nearest;
}

static const char *skip_digits(const char *at) {
  while (is_digit(*at)) at++;
  return at;
}

/* [+-] digits [. digits] [e [+-] digits], with a digit before or after the point. strtod itself
** would also take "inf", "0x1p3" and spaces. */
static bool is_decimal(const char *at) {
  if (*at == '+' || *at == '-') at++;
  const char *whole_end = skip_digits(at), *end = whole_end;
  if (*end == '.') end = skip_digits(end + 1);
  if (end - at - (*whole_end == '.') == 0) return false;
  if (*end == 'e' || *end == 'E') {
    end++;
    if (*end == '+' || *end == '-') end++;
    if (!is_digit(*end)) return false;
    end = skip_digits(end);
  }
  return *end == 0;
}

static bool number_text(Str text, char copy[NUMBER_BYTES]) {
  if (text.bytes == 0 || text.bytes >= NUMBER_BYTES) return false;
  if (memchr(text.at, 0, text.bytes)) return false;
  memcpy(copy, text.at, text.bytes);
  copy[text.bytes] = 0;
  return true;
}

bool str_to_double(Str text, double *value) {
  char copy[NUMBER_BYTES];
  if (!number_text(text, copy) || !is_decimal(copy)) return false;
  /* Made for each number, since keeping it would need a global variable. */
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!plain) return false;
  double number = strtod_l(copy, NULL, plain);
  freelocale(plain);
  /* 1e999 becomes infinity. */
  if (!isfinite(number)) return false;
  *value = number;
  return true;
}

bool str_to_long(Str text, long *value) {
  char copy[NUMBER_BYTES];
  if (!number_text(text, copy)) return false;
  const char *digits = copy + (copy[0] == '+' || copy[0] == '-');
  if (!is_digit(*digits) || *skip_digits(digits) != 0) return false;
  errno = 0;
  long number = strtol(copy, NULL, 10);
  if (errno == ERANGE) return false;
  *value = number;
  return true;
}

size_t str_leading_number(Str text, long *value) {
  size_t bytes = 0;
  for (*value = 0; bytes < text.bytes && is_digit(text.at[bytes]); bytes++)
    if (__builtin_mul_overflow(*value, 10L, value) ||
        __builtin_add_overflow(*value, (long)(text.at[bytes] - '0'), value))
      *value = LONG_MAX;
  return bytes;
}

/* Makes room for `more` bytes and the final 0. A failed buffer stays failed; its text stays
** readable. */
static bool strbuf_reserve(StrBuf *buf, size_t more) {
  size_t wanted, doubled;
  if (buf->failed) return false;
  if (__builtin_add_overflow(buf->bytes, more, &wanted) ||
      __builtin_add_overflow(wanted, (size_t)1, &wanted))
    /* An overflow counts as out of memory. */
    return buf->failed = true, false;
  if (wanted <= buf->capacity) return true;
  doubled = buf->capacity <= SIZE_MAX / 2 ? buf->capacity * 2 : wanted;
  if (doubled < FIRST_CAPACITY) doubled = FIRST_CAPACITY;
  size_t capacity = wanted > doubled ? wanted : doubled;
  char *grown = arena_take(buf->arena, capacity, 1);
  if (!grown) return buf->failed = true, false;
  if (buf->bytes > 0) memcpy(grown, buf->at, buf->bytes);
  /* The old buffer stays on the arena. */
  buf->at = grown;
  buf->capacity = capacity;
  return true;
}

StrBuf strbuf_make(Arena *arena) {
  StrBuf buf = {.arena = arena, .at = (char *)""};
  strbuf_reserve(&buf, 0);
  return buf;
}

void strbuf_add(StrBuf *buf, Str text) {
  if (text.bytes == 0 || !strbuf_reserve(buf, text.bytes)) return;
  memcpy(buf->at + buf->bytes, text.at, text.bytes);
  buf->bytes += text.bytes;
  buf->at[buf->bytes] = 0;
}

void strbuf_add_char(StrBuf *buf, char c) { strbuf_add(buf, (Str){&c, 1}); }

void strbuf_format(StrBuf *buf, const char *format, ...) {
  va_list words, again;
  va_start(words, format);
  va_copy(again, words);
  int wanted = vsnprintf(NULL, 0, format, words);
  if (wanted > 0 && strbuf_reserve(buf, (size_t)wanted)) {
    vsnprintf(buf->at + buf->bytes, (size_t)wanted + 1, format, again);
    buf->bytes += (size_t)wanted;
  }
  va_end(again);
  va_end(words);
}

static void add_json_escape(StrBuf *buf, uint32_t code) {
  static const char letters[] = "btn\0fr"; /* of bytes 8 to 13; 11 has none */
  if (code >= 8 && code <= 13 && code != 11) strbuf_format(buf, "\\%c", letters[code - 8]);
  else strbuf_format(buf, "\\u%04x", (unsigned)code);
}

/* JSON is UTF-8: a byte that is not becomes U+FFFD. */
void strbuf_add_json(StrBuf *buf, Str text) {
  strbuf_add_char(buf, '"');
  for (size_t at = 0; at < text.bytes;) {
    uint32_t code = 0;
    size_t taken = str_decode(text, at, &code);
    if (taken == 0) strbuf_add(buf, STR("\xEF\xBF\xBD"));
    else if (str_steers(code)) add_json_escape(buf, code);
    else {
      if (code == '"' || code == '\\') strbuf_add_char(buf, '\\');
      strbuf_add(buf, (Str){text.at + at, taken});
    }
    at += taken ? taken : 1;
  }
  strbuf_add_char(buf, '"');
}

Str strbuf_str(const StrBuf *buf) { return (Str){buf->at, buf->bytes}; }
