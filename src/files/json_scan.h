/* files/json_scan.h -- a JSON text walked through value by value, without making a tree of it.
**
** For headers that may be 100 MB: nothing is copied and no memory is taken. Strings are decoded
** where they stand, so the text is changed behind the scan and a string ends in 0. Whole numbers
** are exact up to 2⁶⁴ − 1.
**
**   json_scan_skip first, over the whole text: the grammar of RFC 8259 with UTF-8 and a depth of
**   at most JSON_SCAN_DEPTH_MOST; it changes nothing. Then the others, which only look at kinds.
**
** Errors  False; `problem` says what is wrong at the byte `at` after a json_scan_skip that failed.
*/
#ifndef FILES_JSON_SCAN_H
#define FILES_JSON_SCAN_H

#include "base/str.h"

enum { JSON_SCAN_DEPTH_MOST = 64 };

/* A copy of a scan is a second place in the same text: looking ahead is scanning a copy. */
typedef struct JsonScan {
  char *at, *end;      /* the next byte; behind the last one */
  const char *problem; /* translated */
} JsonScan;

/* Past the mark and the white space before it, if it comes next. */
bool json_scan_take(JsonScan *scan, char mark);
bool json_scan_at_end(JsonScan *scan);                  /* nothing but white space follows */
bool json_scan_skip(JsonScan *scan);                    /* one value of any kind, checked */
bool json_scan_string(JsonScan *scan, char **text);     /* false: another kind of value */
bool json_scan_whole(JsonScan *scan, uint64_t *number); /* false: no whole number from 0 */

#endif
