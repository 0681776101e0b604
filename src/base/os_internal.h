/* base/os_internal.h -- what the os*.c files share. For base/os* only.
**
** Memory  None but on the stack.   Errors  None.
*/
#ifndef BASE_OS_INTERNAL_H
#define BASE_OS_INTERNAL_H

/* The name of a temporary file while it is saved: process id (long), and a counter (int). */
#define OS_TEMPORARY_NAME ".headsup-%ld-%d.tmp"

enum { OS_WRITE_BYTES = 1 << 30 }; /* one call of write takes a little less than 2 GiB at most */

/* A path for a sentence: only the end of a very long one, so that the reason still fits after it.
** Bytes that are shown as escapes take four times the room. */
typedef struct OsExcerpt {
  char text[512];
} OsExcerpt;

/* By value, so that it works when memory is out. */
OsExcerpt os_excerpt(const char *path);

#endif
