/* files/file_bytes.h -- random access to the bytes of a file, on the disk or in memory. For files/
** only.
**
** A file on the disk is read with pread and not mapped: when another program truncates it, a read
** fails instead of raising SIGBUS. Several threads may read at once.
**
** Offsets count in bytes from 0. An offset or count that comes from a file may be any number, so
** each read is checked against the size without an addition, which could overflow.
**
** Memory  file_bytes_close closes the descriptor. Copies of the struct share it, so only one of
**         them may be closed.
** Errors  Opening fills a status. Reading only returns false, since the caller knows what it read.
*/
#ifndef FILES_FILE_BYTES_H
#define FILES_FILE_BYTES_H

#include "base/os.h"
#include "files/array_type.h"

/* An open file, or bytes in memory that look like one. */
typedef struct FileBytes {
  const char *path; /* its end, for sentences */
  OsFile opened;    /* descriptor −1: the bytes are in memory */
  const char *at;   /* the bytes in memory; NULL on the disk */
  uint64_t size;    /* as it was when the file was opened */
} FileBytes;

/* Copies the end of path, at most 200 bytes, to the arena, for sentences. */
bool file_bytes_open(Arena *arena, const char *path, FileBytes *file, Status *status);
/* The same over bytes in memory, which stay the caller's. False only when memory is out. */
bool file_bytes_over(Arena *arena, const char *path, Str bytes, FileBytes *file, Status *status);
/* May be called more than once. Afterwards every read but an empty one fails. */
void file_bytes_close(FileBytes *file);

/* Reads count bytes at offset `place`. False: the file is shorter (by now), or reading fails. */
bool file_bytes_read(const FileBytes *file, uint64_t place, void *to, size_t count);

/* Fills status with the sentence for bytes that should be in the file and cannot be read; returns
** false. */
bool file_bytes_fail(const FileBytes *file, Status *status);
/* Reads consecutive elements from offset `place` and converts them (array_type.h). Reads in parts
** and allocates nothing; after false a part of `to` may have been written. */
bool file_bytes_floats(const FileBytes *file, uint64_t place, ArrayElements elements,
                       uint64_t count, float *to);
bool file_bytes_integers(const FileBytes *file, uint64_t place, ArrayElements elements,
                         uint64_t count, int64_t *to);

#endif
