/* base/str.h -- bytes with a length, and text that grows on an arena.
**
** A Str does not own its bytes and need not end in 0: it may be a slice of a file or of a sentence,
** and may hold any bytes, 0 too. A StrBuf always ends in 0, so buf.at can be printed.
**
** Memory  A StrBuf grows on its arena and leaves its previous buffers there: for texts that are
**         built once. Nothing is freed here.
** Errors  A StrBuf that runs out of memory sets `failed`; the caller checks it once, at the end.
** Locale  Numbers and JSON do not depend on the locale.
** Source  Damerau 1964 and Levenshtein 1966 for the distance of words; RFC 8259 for JSON strings.
*/
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Bytes with a length; at may be NULL only where bytes is 0. Passed by value. */
typedef struct Str {
  const char *at;
  size_t bytes;
} Str;

/* A text that grows; made by strbuf_make. at is never NULL and ends in 0. */
typedef struct StrBuf {
  Arena *arena;
  char *at;
  size_t bytes, capacity;
  bool failed; /* memory ran out; the text is incomplete */
} StrBuf;

/* For a string literal only: the "" makes anything else a compile error. */
#define STR(literal) ((Str){"" literal, sizeof(literal) - 1})

/* Points to a C string, which must outlive it; NULL gives an empty Str. */
Str str_from(const char *text);

/* Compares bytes: a composed and a decomposed é differ. */
bool str_equal(Str a, Str b);

/* <0, 0, >0 in byte order; a prefix comes before the whole. */
int str_compare(Str a, Str b);

bool str_is(Str a, const char *text);

/* Whether it begins with prefix; true for an empty one. */
bool str_starts(Str a, const char *prefix);

/* Whether it ends with ending; true for an empty one. */
bool str_ends(Str a, const char *ending);

/* The longest prefix of at most most_bytes that does not cut a character. */
Str str_head(Str a, size_t most_bytes);

/* The number of code points, which approximates the columns in a terminal. */
int str_characters(Str a);

/* Without a byte order mark (U+FEFF) at the beginning. */
Str str_without_mark(Str file);

/* Takes the first line off *rest and gives it without its line end; what has none is one line. */
Str str_take_line(Str *rest);

/* Without ASCII white space at both ends. */
Str str_trim(Str a);

/* Decodes the character at byte `at` into *code and returns its length, 1 to 4; 0 when the bytes
** there are not UTF-8 (overlong forms, surrogates and codes above U+10FFFF included). */
size_t str_decode(Str text, size_t at, uint32_t *code);

/* Whether a code is unsafe to print: control characters, bidirectional controls, and U+2028 and
** U+2029. */
bool str_steers(uint32_t code);

/* Encodes a code as UTF-8, 1 to 4 bytes; a code that is no character as U+FFFD. */
size_t str_encode(uint32_t code, char to[4]);

/* A copy that ends in 0, on the arena; NULL when memory is out. */
char *str_copy(Arena *arena, Str text);

/* printf's text on the arena; NULL when memory is out. */
char *str_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The index of the name with the smallest edit distance to word, or -1 when none is near. Near: the
** distance (wrong, missing, extra or swapped letters) is at most a third of the letters and at most
** 3, or word is a prefix of the name of at least three letters. For "did you mean …?". */
int str_nearest(Str word, const char *const *names, int name_count);

/* Parses all of text as a decimal number with '.', whatever the locale: "0.5", "-3", "+1e-4". False
** for "", " 1", "0x10", "inf", "nan" and numbers out of range; *value is then unchanged. */
bool str_to_double(Str text, double *value);

/* The same for integers: an optional sign and digits, nothing else. */
bool str_to_long(Str text, long *value);

/* Reads the digits at the beginning of text as an integer without a sign; one beyond LONG_MAX
** becomes LONG_MAX. Returns the number of digits; where there is none, 0 and *value is 0. */
size_t str_leading_number(Str text, long *value);

/* An empty text. */
StrBuf strbuf_make(Arena *arena);

/* These append, and do nothing once the buffer has failed. Formats are printf's. */
void strbuf_add(StrBuf *buf, Str text);
void strbuf_add_char(StrBuf *buf, char c);
void strbuf_format(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends text as a quoted and escaped JSON string. */
void strbuf_add_json(StrBuf *buf, Str text);

Str strbuf_str(const StrBuf *buf);

#endif
