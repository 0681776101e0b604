/* base/str.h -- bytes with a length, and text that grows on an arena.
**
** A Str never owns its bytes and need not end in 0: it may lie in the middle of a file or of a
** sentence, and may hold any bytes, 0 too. A StrBuf always keeps a 0 after its last byte, so buf.at
** can be printed.
**
** Memory  A StrBuf grows on its arena and leaves its former, shorter bytes there: for texts that
**         are made once. Nothing is freed here.
** Errors  A StrBuf without memory remembers it in `failed`; the writer looks once, at the end.
** Locale  Numbers are read and JSON is written the same in every country.
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
  bool failed; /* memory ran out once; the text is incomplete from there on */
} StrBuf;

/* Of a literal only: "" before it makes anything else an error. */
#define STR(literal) ((Str){"" literal, sizeof(literal) - 1})

/* Of a C string, which must stay; NULL gives an empty Str. */
Str str_from(const char *text);

/* Byte by byte: é composed and decomposed are two. */
bool str_equal(Str a, Str b);

/* <0, 0, >0 in byte order; a beginning stands before its whole. */
int str_compare(Str a, Str b);

bool str_is(Str a, const char *text);

/* Whether it begins with prefix; true for an empty one. */
bool str_starts(Str a, const char *prefix);

/* Whether it ends with ending; true for an empty one. */
bool str_ends(Str a, const char *ending);

/* The beginning, at most so many bytes, cut between two characters. */
Str str_head(Str a, size_t most_bytes);

/* How many characters: near enough to columns of a terminal. */
int str_characters(Str a);

/* Without the U+FEFF some editors begin a file with. */
Str str_without_mark(Str file);

/* Takes the first line off *rest and gives it without its line end; what has none is one line. */
Str str_take_line(Str *rest);

/* Without ASCII white space at both ends. */
Str str_trim(Str a);

/* The character that starts at byte `at`: its code and its bytes (1 to 4), or 0 when the bytes
** there are not UTF-8 (overlong forms, surrogates and what follows U+10FFFF count as not). */
size_t str_decode(Str text, size_t at, uint32_t *code);

/* What would drive a terminal or turn its lines round: control characters, marks that change the
** direction of the text after them, and the two line ends of Unicode. */
bool str_steers(uint32_t code);

/* The other way: the UTF-8 of a code, 1 to 4 bytes; of what is no character, that of U+FFFD. */
size_t str_encode(uint32_t code, char to[4]);

/* A copy that ends in 0, on the arena; NULL when memory is out. */
char *str_copy(Arena *arena, Str text);

/* printf's text on the arena; NULL when memory is out. */
char *str_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The index of the name most like word, or -1 when none is near: at most a third of its letters,
** and no more than three, are wrong, missing, too many or swapped with their neighbour. The
** beginning of a name, from three letters on, is near too. For "did you mean …?". */
int str_nearest(Str word, const char *const *names, int name_count);

/* A decimal number that fills the whole of text, always with '.', whatever the locale: "0.5", "-3",
** "+1e-4". Not "", " 1", "0x10", "inf", "nan", nor what is too large; *value is then untouched. */
bool str_to_double(Str text, double *value);

/* The same of whole numbers: digits with a sign before them, nothing else. */
bool str_to_long(Str text, long *value);

/* The whole number that text begins with, digits without a sign; one beyond LONG_MAX is LONG_MAX.
** Returns how many bytes its digits are: 0 where there is none, and *value is 0. */
size_t str_leading_number(Str text, long *value);

/* An empty text. Adding never fails by itself: see `failed`. */
StrBuf strbuf_make(Arena *arena);

/* All of these do nothing once the buffer has failed. Formats are printf's. */
void strbuf_add(StrBuf *buf, Str text);
void strbuf_add_char(StrBuf *buf, char c);
void strbuf_format(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds it quoted and escaped as a JSON string. */
void strbuf_add_json(StrBuf *buf, Str text);

Str strbuf_str(const StrBuf *buf);

#endif
