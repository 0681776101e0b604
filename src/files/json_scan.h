/* files/json_scan.h -- a streaming JSON parser that builds no tree.
**
** For headers of up to 100 MB: it copies nothing and allocates nothing. Strings are decoded in
** place, so the scanned part of the text changes and a string ends in 0. Integers are exact up to
** 2⁶⁴ − 1.
**
**   First call json_scan_skip over the whole text: it checks the grammar of RFC 8259, UTF-8 and a
**   depth of at most JSON_SCAN_DEPTH_MOST, and changes nothing. The other functions only check the
**   type of the next value.
**
** Errors  False; after a failed json_scan_skip `problem` says what is wrong at the byte `at`.
*/
#ifndef FILES_JSON_SCAN_H
#define FILES_JSON_SCAN_H

#include "base/str.h"

enum { JSON_SCAN_DEPTH_MOST = 64 };

/* A copy of a scan is an independent position in the same text; scan a copy to look ahead. */
typedef struct JsonScan {
  char *at, *end;      /* the next byte; one past the last */
  const char *problem; /* translated */
} JsonScan;

/* Skips white space and `mark` when the mark comes next; else false. */
bool json_scan_take(JsonScan *scan, char mark);
bool json_scan_at_end(JsonScan *scan);                  /* nothing but white space follows */
bool json_scan_skip(JsonScan *scan);                    /* one value of any kind, checked */
bool json_scan_string(JsonScan *scan, char **text);     /* false: another kind of value */
bool json_scan_whole(JsonScan *scan, uint64_t *number); /* false: no whole number from 0 */

#endif
