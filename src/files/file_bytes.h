/* files/file_bytes.h -- a file's bytes by place, on the disk or in memory. For files/ only.
**
** On the disk they are read with pread and never mapped: what another program does to the file is
** then an error that can be told, and several threads may read at once.
**
** Places count in bytes from 0. A place or a count out of a file may be any number, so each read is
** checked against the size without adding the two, which could wrap.
** Memory  The descriptor is given back by file_bytes_close; a copy of the struct is another name
**         for the same file, and only one of them may close it.
** Errors  Opening says what is wrong; reading says false, and the caller knows what was read.
*/
#ifndef FILES_FILE_BYTES_H
#define FILES_FILE_BYTES_H

#include "base/os.h"
#include "files/array_type.h"

/* An open file, or bytes in memory that look like one. */
typedef struct FileBytes {
  const char *path; /* for sentences: its end */
  OsFile opened;    /* descriptor −1: the bytes are in memory */
  const char *at;   /* the bytes in memory; NULL on the disk */
  uint64_t size;    /* as it was when the file was opened */
} FileBytes;

/* What is kept of path is on the arena: its end, at most 200 bytes, for sentences. */
bool file_bytes_open(Arena *arena, const char *path, FileBytes *file, Status *status);
/* Over bytes in memory, which stay the caller's. False only when memory is out. */
bool file_bytes_over(Arena *arena, const char *path, Str bytes, FileBytes *file, Status *status);
/* Once or more often; afterwards every read but an empty one is false. */
void file_bytes_close(FileBytes *file);

/* False when there are not so many bytes at that place (any more), or reading fails. */
bool file_bytes_read(const FileBytes *file, uint64_t place, void *to, size_t count);

/* Always false, with the sentence on bytes that are in the file and could not be read. */
bool file_bytes_fail(const FileBytes *file, Status *status);
/* Elements that begin at place, side by side, converted as array_type.h says. Read in parts, so no
** memory is taken; after false some of `to` may have been written. */
bool file_bytes_floats(const FileBytes *file, uint64_t place, ArrayElements elements,
                       uint64_t count, float *to);
bool file_bytes_integers(const FileBytes *file, uint64_t place, ArrayElements elements,
                         uint64_t count, int64_t *to);

#endif
