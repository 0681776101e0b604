/* files/file_bytes.h -- a file's bytes by place, on the disk or in memory. For files/ only.
**
** On the disk they are read with pread and never mapped: what another program does to the file is
** then an error that can be told, and several threads may read at once.
*/
#ifndef FILES_FILE_BYTES_H
#define FILES_FILE_BYTES_H

#include "base/os.h"
#include "files/array_type.h"

typedef struct FileBytes {
  const char *path; /* for sentences: its end */
  OsFile opened;    /* descriptor −1: the bytes are in memory */
  const char *at;
  uint64_t size;
} FileBytes;

/* What is kept of path is on the arena. */
bool file_bytes_open(Arena *arena, const char *path, FileBytes *file, Status *status);
bool file_bytes_over(Arena *arena, const char *path, Str bytes, FileBytes *file, Status *status);
void file_bytes_close(FileBytes *file);

/* False when there are not so many bytes at that place (any more), or reading fails. */
bool file_bytes_read(const FileBytes *file, uint64_t place, void *to, size_t count);
/* Elements that begin at place, side by side. */
bool file_bytes_floats(const FileBytes *file, uint64_t place, ArrayElements elements,
                       uint64_t count, float *to);
bool file_bytes_integers(const FileBytes *file, uint64_t place, ArrayElements elements,
                         uint64_t count, int64_t *to);

#endif
