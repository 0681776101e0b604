/* files/npz.h -- the members of a zip archive, unpacked with libzip. For files/ only.
**
** A stored member is read where it lies in the file. A deflated one is unpacked when it is first
** needed, into memory of its own: exactly as many bytes as the directory says, which deflate can
** make of those packed, and which all together stay below a gigabyte.
**
** Sums    The CRC-32 of a member is checked when it is first needed; not of a stored one above
**         64 MiB, of which only parts may be wanted.
** Threads npz_bytes takes a lock; what it gives may be read by several threads.
*/
#ifndef FILES_NPZ_H
#define FILES_NPZ_H

#include "files/file_bytes.h"
#include "files/zip_directory.h"

typedef struct Npz Npz;

/* file stays the caller's, and must outlive it. */
bool npz_open(Arena *arena, const FileBytes *file, Npz **npz, Status *status);
void npz_close(Npz *npz);

int npz_count(const Npz *npz);
const ZipMember *npz_member(const Npz *npz, int index);

/* The first bytes of a member, at most so many. */
bool npz_beginning(Npz *npz, int index, char *to, size_t *count, Status *status);
/* Where all bytes of a member can be read from, and from which place on. */
bool npz_bytes(Npz *npz, int index, const FileBytes **bytes, uint64_t *first, Status *status);

#endif
