/* files/json_scan.c -- see json_scan.h. */
#include "files/json_scan.h"

#include <ctype.h>
#include <string.h>

#include "base/i18n.h"

static void skip_space(JsonScan *scan) {
  while (scan->at < scan->end &&
         (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\r' || *scan->at == '\t'))
    scan->at++;
}

static bool fail_scan(JsonScan *scan, const char *problem) {
  scan->problem = problem;
  return false;
}

static bool next_is(const JsonScan *scan, char c) { return scan->at < scan->end && *scan->at == c; }

static bool next_is_digit(const JsonScan *scan) {
  return scan->at < scan->end && isdigit((unsigned char)*scan->at);
}

bool json_scan_take(JsonScan *scan, char mark) {
  skip_space(scan);
  if (!next_is(scan, mark)) return false;
  scan->at++;
  return true;
}

bool json_scan_at_end(JsonScan *scan) {
  skip_space(scan);
  return scan->at == scan->end;
}

/* ---- strings ---- */

/* Not strtol, which would also accept blanks, a sign or 0x. */
static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = (char)tolower((unsigned char)c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number of the four digits at scan->at, or −1. */
static long hex_code(const JsonScan *scan) {
  long code = 0;
  if (scan->end - scan->at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    int digit = hex_value(scan->at[i]);
    if (digit < 0) return -1;
    code = code << 4 | digit;
  }
  return code;
}

/* Reads after \u: one code, or a surrogate pair. Refuses 0 and a lone surrogate. */
static bool take_unicode(JsonScan *scan, long *code) {
  *code = hex_code(scan);
  if (*code <= 0 || (*code >= 0xDC00 && *code <= 0xDFFF)) return false;
  scan->at += 4;
  if (*code < 0xD800 || *code > 0xDBFF) return true;
  if (scan->end - scan->at < 6 || scan->at[0] != '\\' || scan->at[1] != 'u') return false;
  scan->at += 2;
  long low = hex_code(scan);
  if (low < 0xDC00 || low > 0xDFFF) return false;
  scan->at += 4;
  *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
  return true;
}

/* Reads after a backslash. */
static bool take_escape(JsonScan *scan, long *code) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  if (scan->at == scan->end) return false;
  char letter = *scan->at++;
  if (letter == 'u') return take_unicode(scan, code);
  const char *found = letter ? strchr(letters, letter) : NULL;
  if (found) *code = meant[found - letters];
  return found;
}

static bool is_plain(char c) {
  unsigned char byte = (unsigned char)c;
  return byte >= ' ' && byte < 0x80 && c != '"' && c != '\\';
}

/* Checks a whole string, so that json_scan_string never meets an invalid escape. */
static bool skip_string(JsonScan *scan) {
  long code;
  uint32_t character;
  scan->at++;
  for (;;) {
    while (scan->at < scan->end && is_plain(*scan->at)) scan->at++;
    if (scan->at == scan->end) return fail_scan(scan, _("a string does not end"));
    if (*scan->at == '"') break;
    if (*scan->at == '\\') {
      scan->at++;
      if (!take_escape(scan, &code)) return fail_scan(scan, _("an escape in a string is not one"));
      continue;
    }
    size_t taken = str_decode((Str){scan->at, (size_t)(scan->end - scan->at)}, 0, &character);
    if (taken < 2) return fail_scan(scan, _("a string holds what is not UTF-8 text"));
    scan->at += taken;
  }
  scan->at++;
  return true;
}

/* Decodes in place: a decoded string is never longer. */
bool json_scan_string(JsonScan *scan, char **text) {
  long code = 0;
  if (!json_scan_take(scan, '"')) return false;
  char *to = *text = scan->at;
  while (scan->at < scan->end && *scan->at != '"') {
    if (*scan->at != '\\') {
      *to++ = *scan->at++;
      continue;
    }
    scan->at++;
    if (!take_escape(scan, &code)) return false;
    to += str_encode((uint32_t)code, to);
  }
  if (scan->at == scan->end) return false;
  scan->at++;
  *to = 0;
  return true;
}

/* ---- numbers ---- */

static bool skip_digits(JsonScan *scan) {
  if (!next_is_digit(scan)) return fail_scan(scan, _("a number lacks a digit"));
  while (next_is_digit(scan)) scan->at++;
  return true;
}

/* Skips a number by JSON's grammar: no digit after a leading 0, at least one after a point and in
** an exponent. */
static bool skip_number(JsonScan *scan) {
  if (next_is(scan, '-')) scan->at++;
  if (next_is(scan, '0')) scan->at++;
  else if (!skip_digits(scan)) return false;
  if (next_is(scan, '.')) {
    scan->at++;
    if (!skip_digits(scan)) return false;
  }
  if (!next_is(scan, 'e') && !next_is(scan, 'E')) return true;
  scan->at++;
  if (next_is(scan, '+') || next_is(scan, '-')) scan->at++;
  return skip_digits(scan);
}

/* Refuses 1.0 and 1e3, which are whole in JSON but which no safetensors writer writes as sizes. */
bool json_scan_whole(JsonScan *scan, uint64_t *number) {
  skip_space(scan);
  if (!next_is_digit(scan)) return false;
  *number = 0;
  for (; next_is_digit(scan); scan->at++)
    if (__builtin_mul_overflow(*number, 10u, number) ||
        __builtin_add_overflow(*number, (uint64_t)(*scan->at - '0'), number))
      return false;
  return !next_is(scan, '.') && !next_is(scan, 'e') && !next_is(scan, 'E');
}

/* ---- any value ---- */

static bool skip_value(JsonScan *scan, int depth);

static bool skip_name(JsonScan *scan) {
  skip_space(scan);
  if (!next_is(scan, '"')) return fail_scan(scan, _("a name is missing"));
  if (!skip_string(scan)) return false;
  return json_scan_take(scan, ':') || fail_scan(scan, _("a colon is missing"));
}

/* An object or a list, from its opening mark on. */
static bool skip_group(JsonScan *scan, int depth) {
  bool is_object = *scan->at++ == '{';
  char closing = is_object ? '}' : ']';
  if (depth > JSON_SCAN_DEPTH_MOST) return fail_scan(scan, _("lists stand too deep in each other"));
  if (json_scan_take(scan, closing)) return true;
  do {
    if (is_object && !skip_name(scan)) return false;
    if (!skip_value(scan, depth)) return false;
  } while (json_scan_take(scan, ','));
  return json_scan_take(scan, closing) ||
         fail_scan(scan, _("a comma or a closing bracket is missing"));
}

static bool skip_word(JsonScan *scan) {
  static const char *const words[] = {"true", "false", "null"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    size_t bytes = strlen(words[i]);
    if ((size_t)(scan->end - scan->at) < bytes || memcmp(scan->at, words[i], bytes) != 0) continue;
    scan->at += bytes;
    return true;
  }
  return fail_scan(scan, _("a value is missing"));
}

/* The limit on depth bounds the recursion, so a million brackets cannot overflow the stack. */
static bool skip_value(JsonScan *scan, int depth) {
  skip_space(scan);
  if (next_is(scan, '{') || next_is(scan, '[')) return skip_group(scan, depth + 1);
  if (next_is(scan, '"')) return skip_string(scan);
  if (next_is(scan, '-') || next_is_digit(scan)) return skip_number(scan);
  return skip_word(scan);
}

bool json_scan_skip(JsonScan *scan) { return skip_value(scan, 0); }
