/* base/os_inside.h -- what the os*.c files share. For base/os* only.
**
** Memory  None but on the stack.   Errors  None.
*/
#ifndef BASE_OS_INSIDE_H
#define BASE_OS_INSIDE_H

/* A file while it is saved: the process that does it (long), and what made the name free (int). */
#define OS_TEMPORARY_NAME ".headsup-%ld-%d.tmp"

enum { OS_WRITE_BYTES = 1 << 30 }; /* one call of write takes a little less than 2 GiB at most */

/* A path for a sentence: of a very long one only the end, so that the reason still fits behind it.
** Bytes that will be shown as escapes need four times the room. */
typedef struct OsShown {
  char text[512];
} OsShown;

/* By value: no memory is taken where it may have run out. */
OsShown os_shown(const char *path);

#endif
