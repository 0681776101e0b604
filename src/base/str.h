/* base/str.h -- bytes with a length, and text that grows on an arena.
**
** A Str never owns its bytes and need not end in 0. A StrBuf always keeps a 0 after its last
** byte, so buf.at can be printed.
*/
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Str {
  const char *at;
  size_t bytes;
} Str;

typedef struct StrBuf {
  Arena *arena;
  char *at;
  size_t bytes, capacity;
  bool failed; /* memory ran out once; the text is incomplete from there on */
} StrBuf;

#define STR(literal) ((Str){"" literal, sizeof(literal) - 1})

Str str_from(const char *text); /* NULL gives an empty Str */
bool str_equal(Str a, Str b);
bool str_is(Str a, const char *text);
bool str_starts(Str a, const char *prefix);
Str str_trim(Str a); /* without ASCII white space at both ends */

/* The character that starts at byte `at`: its code and its bytes (1 to 4), or 0 when the bytes
** there are not UTF-8 (overlong forms, surrogates and what follows U+10FFFF count as not). */
size_t str_decode(Str text, size_t at, uint32_t *code);

/* A copy that ends in 0, on the arena; NULL when memory is out. */
char *str_copy(Arena *arena, Str text);
char *str_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The index of the name most like word (Damerau-Levenshtein), or -1 when none is near. */
int str_nearest(Str word, const char *const *names, int name_count);

/* A decimal number that fills the whole of text, always with '.', whatever the locale. */
bool str_to_double(Str text, double *value);
bool str_to_long(Str text, long *value);

StrBuf strbuf_make(Arena *arena);
void strbuf_add(StrBuf *buf, Str text);
void strbuf_add_char(StrBuf *buf, char c);
void strbuf_format(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_add_json(StrBuf *buf, Str text); /* quoted and escaped as a JSON string */
Str strbuf_str(const StrBuf *buf);

#endif
