/* trace/file/file_text.c -- numbers, fields and bytes, the same in every locale and on every
** machine.
**
** A number gets the fewest digits that read back to the same float: seven suffice for many, nine
** for all. Trying them in turn is simpler than an exact algorithm, and files are written seldom. */
#include "trace/file/file_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_DIGITS = 7, MOST_DIGITS = 9 }; /* 9 digits always give the same float back */

static bool is_of_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e' || c == '.';
}

/* printf and strtof use the locale's decimal mark, which may be several bytes; a file has '.'. */
static void add_with_point(StrBuf *buf, const char *text) {
  for (const char *c = text; *c; c++) {
    if (is_of_number(*c)) {
      strbuf_add_char(buf, *c);
      continue;
    }
    strbuf_add_char(buf, '.');
    /* Skip the rest of a decimal mark of several bytes. */
    while (c[1] && !is_of_number(c[1])) c++;
  }
}

void file_text_add_number(StrBuf *buf, float x) {
  char text[64];
  if (!isfinite(x)) {
    strbuf_add(buf, isnan(x) ? STR("nan") : x < 0 ? STR("-inf") : STR("inf"));
    return;
  }
  if (x == 0) { /* most weights of a long sentence */
    strbuf_add(buf, signbit(x) ? STR("-0") : STR("0"));
    return;
  }
  for (int digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)x);
    if (digits == MOST_DIGITS || strtof(text, NULL) == x) break;
  }
  add_with_point(buf, text);
}

void file_text_add_field(StrBuf *buf, Str text) {
  bool quoted = false;
  bool is_formula = text.bytes > 0 && memchr("=+-@\t\r", text.at[0], 6);
  for (size_t i = 0; i < text.bytes; i++) quoted = quoted || strchr(",\"\r\n", text.at[i]);
  if (quoted) strbuf_add_char(buf, '"');
  if (is_formula) strbuf_add_char(buf, '\'');
  if (!quoted) {
    strbuf_add(buf, text);
    return;
  }
  for (size_t i = 0; i < text.bytes; i++) {
    /* RFC 4180: a quote inside quotes is doubled. */
    if (text.at[i] == '"') strbuf_add_char(buf, '"');
    strbuf_add_char(buf, text.at[i]);
  }
  strbuf_add_char(buf, '"');
}

static char *put_float(char *to, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  for (int i = 0; i < 4; i++) *to++ = (char)(unsigned char)(bits >> (8 * i));
  return to;
}

/* Writes the bytes in the file's order on any machine. `to` may be the numbers themselves: each is
** read before its bytes are written. */
char *file_text_put_floats(char *to, MatView numbers) {
  for (int row = 0; row < numbers.rows; row++)
    for (int col = 0; col < numbers.cols; col++) to = put_float(to, mat_row(numbers, row)[col]);
  return to;
}

bool file_text_finish(const StrBuf *buf, Str *bytes, Status *status) {
  if (buf->failed) return status_no_memory(status);
  *bytes = strbuf_str(buf);
  return true;
}
