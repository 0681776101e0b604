/* files/json.h -- JSON files of models, as other programs really write them.
**
** On top of what jansson checks:
**   a byte order mark at the beginning is skipped;
**   a whole number that does not fit in 64 bits becomes a double (Python's int(1e30));
**   NaN, Infinity and -Infinity, which Python writes, become null: no key that is used takes one;
**   lists and objects inside each other are at most JSON_DEPTH_MOST deep;
**   a key that stands twice in an object is refused, and so is anything behind the value.
**
** Memory  The value is jansson's, to be given back with json_decref. What it will take is counted
**         before it is made: 16 MiB and 32 times the text at most, and never more than
**         JSON_TREE_BYTES_MOST. Files people have take ten to twenty-five times their text.
** Errors  A sentence with the file, the line and what is wrong there.
** Source  RFC 8259.
*/
#ifndef FILES_JSON_H
#define FILES_JSON_H

#include <jansson.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

enum { JSON_DEPTH_MOST = 64, JSON_TREE_BYTES_MOST = 512 << 20 };

/* jansson's json_loadb, NULL where it fails; *no_memory then says whether memory was out, which
** jansson itself often calls a wrong text. */
json_t *json_parse(Str text, size_t flags, json_error_t *error, bool *no_memory);

/* Any JSON value, not only objects; path is for sentences. After false there is none to free. */
bool json_read(Str text, const char *path, json_t **value, Status *status);
/* The same of a file, which is refused where it is longer than limit_bytes. */
bool json_read_file(const char *path, size_t limit_bytes, json_t **value, Status *status);

/* What stands in a file under a key; NULL: nothing does. */
typedef struct JsonPlace {
  const char *path, *key;
  const json_t *value;
} JsonPlace;

/* Always false, with "path: key is VALUE; allowed": the value as it stands there, shortened, a
** whole number without ".0". */
bool json_fail_value(const JsonPlace *place, const char *allowed, Status *status);

#endif
