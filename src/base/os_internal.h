/* base/os_internal.h -- what the os*.c files share. For base/os* only.
**
** Memory  None but on the stack.   Errors  None.
*/
#ifndef BASE_OS_INTERNAL_H
#define BASE_OS_INTERNAL_H

/* A file while it is saved: the process that does it (long), and what made the name free (int). */
#define OS_TEMPORARY_NAME ".headsup-%ld-%d.tmp"

enum { OS_WRITE_BYTES = 1 << 30 }; /* one call of write takes a little less than 2 GiB at most */

/* A path for a sentence: of a very long one only the end, so that the reason still fits behind it.
** Bytes that will be shown as escapes need four times the room. */
typedef struct OsExcerpt {
  char text[512];
} OsExcerpt;

/* By value: no memory is taken where it may have run out. */
OsExcerpt os_excerpt(const char *path);

#endif
