/* files/npy.c -- see npy.h.
**
** A header is Python source, which NumPy reads with ast.literal_eval. Only the one form NumPy
** writes is accepted here, in any order of the keys and with any spaces.
*/
#include "files/npy.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "files/excerpt.h"

enum { MAGIC_BYTES = 6, VERSION_AT = 6, LENGTH_AT = 8, PART_SHOWN = 24, TYPE_BYTES = 40 };

static const char magic[] = "\x93NUMPY";

/* A header being read. */
typedef struct Reading {
  const char *first, *at, *end;
  const char *subject;
  NpyHeader *header;
  Status *status;
} Reading;

static bool fail_npy(const Reading *reading, const char *what) {
  return status_fail(reading->status, STATUS_COULD_NOT, "%s: %s", reading->subject, what);
}

/* The error quotes the text there; status_fail escapes control characters. */
static bool fail_here(const Reading *reading) {
  char part[PART_SHOWN + 1] = {0};
  size_t left = (size_t)(reading->end - reading->at);
  memcpy(part, reading->at, left < PART_SHOWN ? left : PART_SHOWN);
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: its header is not what NumPy writes, from its byte %zu on: “%s”"),
                     reading->subject, (size_t)(reading->at - reading->first), part);
}

/* ---- the grammar ---- */

static void skip_space(Reading *reading) {
  while (reading->at < reading->end && (*reading->at == ' ' || *reading->at == '\n')) reading->at++;
}

static bool take_mark(Reading *reading, char mark) {
  skip_space(reading);
  if (reading->at == reading->end || *reading->at != mark) return false;
  reading->at++;
  return true;
}

static bool take_word(Reading *reading, const char *word) {
  size_t bytes = strlen(word);
  skip_space(reading);
  if ((size_t)(reading->end - reading->at) < bytes || memcmp(reading->at, word, bytes) != 0)
    return false;
  reading->at += bytes;
  return true;
}

/* 'text' or "text", of letters without escapes. */
static bool take_quoted(Reading *reading, Str *text) {
  char quote = '\'';
  if (!take_mark(reading, quote) && !take_mark(reading, quote = '"')) return false;
  text->at = reading->at;
  while (reading->at < reading->end && *reading->at != quote && *reading->at != '\\' &&
         *reading->at >= ' ')
    reading->at++;
  text->bytes = (size_t)(reading->at - text->at);
  return take_mark(reading, quote);
}

static bool next_is_digit(const Reading *reading) {
  return reading->at < reading->end && isdigit((unsigned char)*reading->at);
}

/* ---- descr ---- */

typedef struct Kind {
  char letter;
  int bytes;
  ArrayType type;
} Kind;

static const Kind kinds[] = {
    {'f', 2, ARRAY_F16}, {'f', 4, ARRAY_F32}, {'f', 8, ARRAY_F64}, {'b', 1, ARRAY_BOOL},
    {'i', 1, ARRAY_I8},  {'i', 2, ARRAY_I16}, {'i', 4, ARRAY_I32}, {'i', 8, ARRAY_I64},
    {'u', 1, ARRAY_U8},  {'u', 2, ARRAY_U16}, {'u', 4, ARRAY_U32}, {'u', 8, ARRAY_U64},
};

static bool fail_descr(const Reading *reading, Str descr) {
  char letter = 0;
  char shown[TYPE_BYTES];
  snprintf(shown, sizeof shown, "%.*s", (int)str_head(descr, 30).bytes, descr.at);
  for (size_t i = 0; i < descr.bytes && !letter; i++)
    if (isalpha((unsigned char)descr.at[i])) letter = descr.at[i];
  const char *what = _("only floats, whole numbers, booleans and words can be read");
  if (letter == 'O')
    what = _("it holds Python objects, and loading them would run code; save plain numbers: "
             "numpy.save(file, array.astype('float32'))");
  if (letter == 'V') what = _("raw bytes, maybe bfloat16: save the array with .astype('float32')");
  if (letter == 'c') what = _("complex numbers: save their real parts or their sizes");
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s: dtype “%s”: %s"), reading->subject,
                     shown, what);
}

/* A number of at most nine digits that fills text; −1: it is none. */
static int small_number(Str text) {
  long number;
  bool is_whole = text.bytes > 0 && str_leading_number(text, &number) == text.bytes;
  return is_whole && text.bytes <= 9 ? (int)number : -1;
}

/* A million characters a word are enough, and keep item_bytes an int. */
static bool set_words(NpyHeader *header, char letter, int length) {
  if (length < 1 || length > 1 << 20) return false;
  header->info.type = ARRAY_TEXT;
  header->is_wide = letter == 'U';
  header->item_bytes = header->is_wide ? 4 * length : length;
  return true;
}

/* The letter and the size together are the type: f2 to f8, i1 to i8. */
static bool set_kind(NpyHeader *header, char letter, int bytes) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (kinds[i].letter != letter || kinds[i].bytes != bytes) continue;
    header->info.type = kinds[i].type;
    header->item_bytes = bytes;
    return true;
  }
  return (letter == 'U' || letter == 'S') && set_words(header, letter, bytes);
}

/* “=” and “|” (no order) count as little-endian, as nearly all machines are. */
static bool read_descr(Reading *reading) {
  Str descr;
  NpyHeader *header = reading->header;
  if (take_mark(reading, '['))
    return fail_npy(reading, _("its elements are records; save each of their fields by itself"));
  if (!take_quoted(reading, &descr)) return fail_here(reading);
  Str rest = descr;
  char order = descr.bytes > 0 ? descr.at[0] : 0;
  if (order == '<' || order == '>' || order == '=' || order == '|') rest.at++, rest.bytes--;
  header->big_endian = order == '>';
  int size = rest.bytes > 1 ? small_number((Str){rest.at + 1, rest.bytes - 1}) : -1;
  return (size >= 0 && set_kind(header, rest.at[0], size)) || fail_descr(reading, descr);
}

/* ---- the other two keys ---- */

static bool read_order(Reading *reading) {
  if (take_word(reading, "True")) reading->header->is_fortran = true;
  else if (!take_word(reading, "False")) return fail_here(reading);
  return true;
}

/* The product of the sizes is checked as it grows, so no later multiplication can wrap. */
static bool read_size(Reading *reading) {
  ArrayInfo *info = &reading->header->info;
  int64_t size = 0;
  skip_space(reading);
  if (!next_is_digit(reading)) return fail_here(reading);
  for (; next_is_digit(reading); reading->at++)
    if (__builtin_mul_overflow(size, 10, &size) ||
        __builtin_add_overflow(size, *reading->at - '0', &size))
      return fail_npy(reading, _("its shape is too large for any file"));
  take_word(reading, "L"); /* as Python 2 wrote whole numbers */
  if (info->rank == ARRAYS_RANK_MOST)
    return status_fail(
        reading->status, STATUS_COULD_NOT,
        P_("%s has more than %d dimension", "%s has more than %d dimensions", ARRAYS_RANK_MOST),
        reading->subject, ARRAYS_RANK_MOST);
  info->shape[info->rank++] = size;
  return !__builtin_mul_overflow(info->count, size, &info->count) ||
         fail_npy(reading, _("its shape is too large for any file"));
}

/* (), (3,), (3, 4): in Python, (3) is no tuple. */
static bool read_shape(Reading *reading) {
  ArrayInfo *info = &reading->header->info;
  bool comma = false;
  if (!take_mark(reading, '(')) return fail_here(reading);
  info->count = 1;
  while (!take_mark(reading, ')')) {
    if (info->rank > 0 && !comma) return fail_here(reading);
    if (!read_size(reading)) return false;
    comma = take_mark(reading, ',');
  }
  return info->rank != 1 || comma || fail_here(reading);
}

/* ---- the whole ---- */

typedef struct Key {
  const char *name;
  bool (*read)(Reading *reading);
} Key;

static const Key keys[] = {
    {"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* A key that comes twice is refused like one that is unknown. */
static bool read_key(Reading *reading, bool found[KEY_COUNT]) {
  const char *before = reading->at;
  Str name;
  if (!take_quoted(reading, &name) || !take_mark(reading, ':')) return fail_here(reading);
  for (int i = 0; i < KEY_COUNT; i++) {
    if (!str_is(name, keys[i].name) || found[i]) continue;
    found[i] = true;
    return keys[i].read(reading);
  }
  reading->at = before;
  return fail_here(reading);
}

/* A comma after the last entry, as NumPy writes it, or none. */
static bool read_dict(Reading *reading) {
  bool found[KEY_COUNT] = {0};
  bool more = take_mark(reading, '{');
  if (!more) return fail_here(reading);
  while (!take_mark(reading, '}')) {
    if (!more) return fail_here(reading);
    if (!read_key(reading, found)) return false;
    more = take_mark(reading, ',');
  }
  skip_space(reading);
  if (reading->at != reading->end) return fail_here(reading);
  for (int i = 0; i < KEY_COUNT; i++)
    if (!found[i])
      return status_fail(reading->status, STATUS_COULD_NOT, _("%s: its header lacks “%s”"),
                         reading->subject, keys[i].name);
  return true;
}

/* Where the header lies; its length is checked against the file and against NumPy's own limit. */
static bool find_header(Reading *reading, Str beginning, uint64_t total_bytes) {
  const unsigned char *byte = (const unsigned char *)beginning.at;
  if (beginning.bytes < LENGTH_AT + 4) return fail_npy(reading, _("it ends within its header"));
  int major = byte[VERSION_AT], minor = byte[VERSION_AT + 1];
  if (major < 1 || major > 3 || minor != 0)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: version %d.%d of the format; 1.0, 2.0 and 3.0 are supported"),
                       reading->subject, major, minor);
  uint32_t length = byte[LENGTH_AT] | (uint32_t)byte[LENGTH_AT + 1] << 8;
  if (major > 1)
    length |= (uint32_t)byte[LENGTH_AT + 2] << 16 | (uint32_t)byte[LENGTH_AT + 3] << 24;
  size_t first = LENGTH_AT + (major > 1 ? 4 : 2);
  if (length > NPY_HEADER_BYTES_MOST || length > total_bytes - first ||
      length > beginning.bytes - first)
    return status_fail(
        reading->status, STATUS_COULD_NOT,
        P_("%s: its header is said to have %lu byte; the limit is %d, and there is room for %llu",
           "%s: its header is said to have %lu bytes; the limit is %d, and there is room for %llu",
           length),
        reading->subject, (unsigned long)length, NPY_HEADER_BYTES_MOST,
        (unsigned long long)(total_bytes - first));
  reading->first = reading->at = beginning.at + first;
  reading->end = reading->first + length;
  reading->header->data_first = first + length;
  if (length > 0 && reading->end[-1] == '\n') return true;
  return fail_npy(reading, _("its header does not end with a new line"));
}

/* Refuses a header with more data than the file has, usually an incomplete download. */
static bool check_size(const Reading *reading, uint64_t total_bytes) {
  NpyHeader *header = reading->header;
  uint64_t there = total_bytes - header->data_first;
  if (__builtin_mul_overflow((uint64_t)header->info.count, (uint64_t)header->item_bytes,
                             &header->data_bytes))
    return fail_npy(reading, _("its shape is too large for any file"));
  if (header->data_bytes <= there) return true;
  return status_fail(
      reading->status, STATUS_COULD_NOT,
      P_("%s: its numbers take %llu byte, but there is room for only %llu; the file was cut short",
         "%s: its numbers take %llu bytes, but there is room for only %llu; the file was cut short",
         header->data_bytes),
      reading->subject, (unsigned long long)header->data_bytes, (unsigned long long)there);
}

bool npy_starts(Str beginning) {
  return beginning.bytes >= MAGIC_BYTES && memcmp(beginning.at, magic, MAGIC_BYTES) == 0;
}

bool npy_parse(Str beginning, uint64_t total_bytes, const char *subject, NpyHeader *header,
               Status *status) {
  Reading reading = {.subject = subject, .header = header, .status = status};
  *header = (NpyHeader){0};
  return find_header(&reading, beginning, total_bytes) && read_dict(&reading) &&
         check_size(&reading, total_bytes);
}
