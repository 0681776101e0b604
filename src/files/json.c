/* files/json.c -- reads JSON with jansson, after rewriting what jansson refuses and limiting what
** it does not.
**
** Python's json module writes NaN, Infinity and integers of any length, and models' files are
** written by it. They are rewritten to what RFC 8259 has before jansson sees them; the text is
** copied only where something changes.
*/
#include "files/json.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"

/* Any whole number of 18 characters fits in 64 bits. */
enum { BYTES_SURE_TO_FIT = 18, DOUBLE_BYTES = 32, SHOWN_BYTES = 60 };

/* The memory that jansson takes for a value, with its place in a list or an object; and the memory
** that any text may take, whatever its size. true, false and null are shared. */
enum {
  OBJECT_BYTES = 224,
  LIST_BYTES = 112,
  TEXT_BYTES = 64,
  NUMBER_BYTES = 40,
  TREE_BYTES_FREE = 16 << 20,
  TREE_GROWTH = 32
};

/* The state of rewriting a text for jansson. While `to` is NULL, the bytes are only counted. */
typedef struct Rewriting {
  Str text;
  const char *path;
  size_t at, line, written, changes, tree_bytes;
  int depth;
  char *to;
  Status *status;
} Rewriting;

static void put_bytes(Rewriting *rewriting, const char *bytes, size_t count) {
  if (rewriting->to) memcpy(rewriting->to + rewriting->written, bytes, count);
  rewriting->written += count;
}

/* Copies up to the closing quote, or to the end if it is missing, which jansson reports. */
static void copy_string(Rewriting *rewriting) {
  const Str text = rewriting->text;
  size_t end = rewriting->at + 1;
  while (end < text.bytes && text.at[end] != '"') end += text.at[end] == '\\' ? 2 : 1;
  end = end < text.bytes ? end + 1 : text.bytes;
  put_bytes(rewriting, text.at + rewriting->at, end - rewriting->at);
  rewriting->tree_bytes += TEXT_BYTES + (end - rewriting->at);
  rewriting->at = end;
}

static bool is_word_byte(char c) {
  return isalnum((unsigned char)c) || c == '+' || c == '-' || c == '.' || c == '_';
}

static bool is_not_finite(Str word) {
  return str_is(word, "NaN") || str_is(word, "Infinity") || str_is(word, "-Infinity");
}

/* A number with a leading 0 is left unchanged: jansson reports it. */
static bool is_too_big_integer(Str word) {
  long value;
  size_t first = word.at[0] == '-';
  if (word.bytes <= BYTES_SURE_TO_FIT || word.at[first] == '0') return false;
  for (size_t i = first; i < word.bytes; i++)
    if (!isdigit((unsigned char)word.at[i])) return false;
  return !str_to_long(word, &value);
}

/* 17 digits read back to the same double. A number beyond the range of double becomes the largest
** double, since JSON has no ∞. */
static void put_double(Rewriting *rewriting, Str word) {
  char digits[DOUBLE_BYTES];
  double value = word.at[0] == '-' ? -DBL_MAX : DBL_MAX;
  str_to_double(word, &value);
  put_bytes(rewriting, digits, (size_t)snprintf(digits, sizeof digits, "%.16e", value));
}

/* Copies a number or a name: all up to the next punctuation mark. */
static void copy_word(Rewriting *rewriting) {
  const Str text = rewriting->text;
  size_t end = rewriting->at;
  while (end < text.bytes && is_word_byte(text.at[end])) end++;
  Str word = {text.at + rewriting->at, end - rewriting->at};
  bool not_finite = is_not_finite(word), too_big = is_too_big_integer(word);
  if (not_finite) put_bytes(rewriting, "null", 4);
  else if (too_big) put_double(rewriting, word);
  else put_bytes(rewriting, word.at, word.bytes);
  rewriting->changes += not_finite || too_big;
  rewriting->tree_bytes += NUMBER_BYTES;
  rewriting->at = end;
}

static bool copy_mark(Rewriting *rewriting, char c) {
  if (c == 0) /* jansson drops it behind a number or a name */
    return status_fail(rewriting->status, STATUS_COULD_NOT,
                       _("%s, line %zu, is not JSON: a 0 byte"), rewriting->path, rewriting->line);
  rewriting->line += c == '\n';
  rewriting->depth += (c == '[' || c == '{') - (c == ']' || c == '}');
  rewriting->tree_bytes += c == '{' ? OBJECT_BYTES : c == '[' ? LIST_BYTES : 0;
  put_bytes(rewriting, &c, 1);
  rewriting->at++;
  return rewriting->depth <= JSON_DEPTH_MOST ||
         status_fail(rewriting->status, STATUS_COULD_NOT,
                     _("%s, line %zu: lists or objects stand more than %d deep in each other"),
                     rewriting->path, rewriting->line, JSON_DEPTH_MOST);
}

/* One pass over the text. */
static bool rewrite(Rewriting *rewriting) {
  rewriting->at = rewriting->written = rewriting->changes = rewriting->tree_bytes = 0;
  rewriting->depth = 0;
  rewriting->line = 1;
  while (rewriting->at < rewriting->text.bytes) {
    char c = rewriting->text.at[rewriting->at];
    if (c == '"') copy_string(rewriting);
    else if (is_word_byte(c)) copy_word(rewriting);
    else if (!copy_mark(rewriting, c)) return false;
  }
  return true;
}

/* Limits the memory of the values: a value of a few bytes of text may take hundreds of bytes of
** memory. */
static bool check_tree(const Rewriting *rewriting) {
  enum { MIB = 1 << 20 };
  size_t most = TREE_BYTES_FREE + TREE_GROWTH * rewriting->text.bytes;
  if (most > JSON_TREE_BYTES_MOST) most = JSON_TREE_BYTES_MOST;
  return rewriting->tree_bytes <= most ||
         status_fail(rewriting->status, STATUS_COULD_NOT,
                     P_("%s: its values would take %zu MiB of memory; the limit for a JSON text of "
                        "%zu byte is %zu MiB",
                        "%s: its values would take %zu MiB of memory; the limit for a JSON text of "
                        "%zu bytes is %zu MiB",
                        rewriting->text.bytes),
                     rewriting->path, rewriting->tree_bytes / MIB + 1, rewriting->text.bytes,
                     most / MIB);
}

/* malloc sets errno, and the first allocation that fails ends the parsing. */
json_t *json_parse(Str text, size_t flags, json_error_t *error, bool *no_memory) {
  errno = 0;
  json_t *value = json_loadb(text.at, text.bytes, flags, error);
  *no_memory = !value && (errno == ENOMEM || json_error_code(error) == json_error_out_of_memory);
  return value;
}

/* jansson's messages are English; those about something that a person can mend are replaced by
** translated ones. */
static bool load(Str text, const char *path, json_t **value, Status *status) {
  json_error_t error;
  bool no_memory;
  *value = json_parse(text, JSON_REJECT_DUPLICATES, &error, &no_memory);
  if (*value) return true;
  if (no_memory) return status_no_memory(status);
  if (json_error_code(&error) == json_error_null_character ||
      json_error_code(&error) == json_error_null_byte_in_key)
    return status_fail(status, STATUS_COULD_NOT, _("%s, line %d: a text holds \\u0000"), path,
                       error.line);
  return status_fail(status, STATUS_COULD_NOT, _("%s, line %d, is not JSON: %s"), path, error.line,
                     error.text);
}

/* The first pass counts; a second one writes only if something changes, which is rare. */
bool json_read(Str text, const char *path, json_t **value, Status *status) {
  Rewriting rewriting = {.text = str_without_mark(text), .path = path, .status = status};
  if (!rewrite(&rewriting) || !check_tree(&rewriting)) return false;
  if (rewriting.changes == 0) return load(rewriting.text, path, value, status);
  Arena *scratch = arena_make(rewriting.written);
  rewriting.to = scratch ? arena_take(scratch, rewriting.written, 1) : NULL;
  bool read = rewriting.to ? rewrite(&rewriting) : status_no_memory(status);
  read = read && load((Str){rewriting.to, rewriting.written}, path, value, status);
  arena_free(scratch);
  return read;
}

bool json_read_file(const char *path, size_t limit_bytes, json_t **value, Status *status) {
  Str text;
  Arena *scratch = arena_make(0);
  bool read = scratch || status_no_memory(status);
  read = read && os_read_file(scratch, path, limit_bytes, &text, status);
  read = read && json_read(text, path, value, status);
  arena_free(scratch);
  return read;
}

bool json_fail_value(const JsonPlace *place, const char *allowed, Status *status) {
  double x = json_is_number(place->value) ? json_number_value(place->value) : NAN;
  if (fabs(x) < 1e15 && x == floor(x))
    return status_fail(status, STATUS_COULD_NOT, _("%s: %s is %.0f; %s"), place->path, place->key,
                       x, allowed);
  char *text = json_dumps(place->value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
  int bytes = text && strlen(text) > SHOWN_BYTES ? SHOWN_BYTES : -1;
  status_fail(status, STATUS_COULD_NOT, _("%s: %s is %.*s; %s"), place->path, place->key, bytes,
              text ? text : "?", allowed);
  json_free_t release; /* jansson's own memory goes back by its own function */
  json_get_alloc_funcs(NULL, &release);
  if (text) release(text);
  return false;
}
