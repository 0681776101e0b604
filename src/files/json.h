/* files/json.h -- reads JSON files of models (jansson).
**
** In addition to jansson:
**   a byte order mark at the beginning is skipped;
**   an integer that does not fit in 64 bits becomes a double (Python's int(1e30));
**   NaN, Infinity and -Infinity, which Python writes, become null: no key that is read allows them;
**   lists and objects are nested at most JSON_DEPTH_MOST deep;
**   a duplicate key in an object is an error, and so is anything after the value.
**
** Memory  The value is jansson's; free it with json_decref. Its size is estimated before it is
**         built: at most 16 MiB plus 32 times the text, and at most JSON_TREE_BYTES_MOST. Published
**         files take ten to twenty-five times their text.
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

/* jansson's json_loadb; NULL when it fails. *no_memory then says whether memory was out, which
** jansson often reports as a syntax error. */
json_t *json_parse(Str text, size_t flags, json_error_t *error, bool *no_memory);

/* Reads any JSON value, not only objects; path is for sentences. After false there is nothing to
** free. */
bool json_read(Str text, const char *path, json_t **value, Status *status);
/* The same from a file of at most limit_bytes. */
bool json_read_file(const char *path, size_t limit_bytes, json_t **value, Status *status);

/* The value of a key in a file; value NULL: the key is missing. */
typedef struct JsonPlace {
  const char *path, *key;
  const json_t *value;
} JsonPlace;

/* Fills status with "path: key is VALUE; allowed" and returns false. The value is shown as in the
** file, shortened, an integer without ".0". */
bool json_fail_value(const JsonPlace *place, const char *allowed, Status *status);

#endif
