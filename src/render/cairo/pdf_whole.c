/* render/cairo/pdf_whole.c -- finds the cross-reference table from the end,
** and follows each entry. */
#include "render/cairo/pdf_whole.h"

#include <stdio.h>
#include <string.h>

enum { XREF_ENTRY_BYTES = 20, XREF_NUMBER_BYTES = 10, TAIL_BYTES_MOST = 64 };

static bool begins_with(Str file, size_t at, const char *words) {
  size_t bytes = strlen(words);
  return at <= file.bytes && file.bytes - at >= bytes && memcmp(file.at + at, words, bytes) == 0;
}

size_t pdf_last_of(Str file, const char *words) {
  size_t at = file.bytes;
  while (at-- > 0)
    if (begins_with(file, at, words)) return at;
  return file.bytes;
}

/* Reads a number and moves *at behind it; false if there is none. */
static bool read_number(Str file, size_t *at, size_t *number) {
  size_t left = file.bytes - *at;
  long value;
  size_t bytes = str_leading_number(
      (Str){file.at + *at, left < XREF_NUMBER_BYTES ? left : XREF_NUMBER_BYTES}, &value);
  *number = (size_t)value;
  *at += bytes;
  return bytes > 0;
}

/* The offset of the table, as the last lines give it: "startxref\n14893\n%%EOF\n". */
static bool find_table(Str file, size_t *at) {
  static const char key[] = "startxref\n";
  size_t begin = file.bytes > TAIL_BYTES_MOST ? file.bytes - TAIL_BYTES_MOST : 0;
  while (begin < file.bytes && !begins_with(file, begin, key)) begin++;
  begin += sizeof key - 1;
  return read_number(file, &begin, at) && begins_with(file, begin, "\n%%EOF\n");
}

/* Whether entry n of the table is right: "0000014840 00000 n \n" points at "n 0 obj"; "0000000000
** 65535 f \n" is a number that a newer cairo left unused. */
static bool leads_to_object(Str file, size_t entry, size_t n) {
  char beginning[32];
  size_t at;
  snprintf(beginning, sizeof beginning, "%zu 0 obj\n", n);
  if (!read_number(file, &entry, &at)) return false;
  if (at == 0) return begins_with(file, entry, " 65535 f");
  return begins_with(file, entry, " 00000 n") && begins_with(file, at, beginning);
}

/* The document information is uncompressed text. */
static bool is_described(Str file, bool has_title) {
  return pdf_last_of(file, "/CreationDate") < file.bytes &&
         pdf_last_of(file, "/Creator ") < file.bytes &&
         (!has_title || pdf_last_of(file, "/Title ") < file.bytes);
}

/* A compressed table is an object, and the document information is then compressed too. Entry 0 of
** a plain table is no object. */
bool pdf_is_whole(Str file, bool has_title) {
  size_t at, count;
  if (!find_table(file, &at)) return false;
  if (!begins_with(file, at, "xref\n0 "))
    return read_number(file, &at, &count) && begins_with(file, at, " 0 obj");
  at += strlen("xref\n0 ");
  if (!read_number(file, &at, &count) || !begins_with(file, at, "\n")) return false;
  for (size_t n = 1; n < count; n++)
    if (!leads_to_object(file, at + 1 + n * XREF_ENTRY_BYTES, n)) return false;
  return is_described(file, has_title);
}
