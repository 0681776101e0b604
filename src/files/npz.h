/* files/npz.h -- the members of a zip archive, unpacked with libzip. For files/ only.
**
** A stored member is read in place. A deflated member is unpacked into memory when it is first
** needed. Its unpacked size must be the size in the directory and possible for deflate; all
** unpacked members together must be below 1 GiB, and below 64 MiB plus 64 times the file.
**
** Sums    The CRC-32 of a member is checked when it is first needed; that of a stored member above
**         64 MiB only by npz_check_sum, since a caller may need only parts of it.
** Memory  Unpacked members have arenas of their own until npz_close; the rest is on the arena.
** Threads npz_bytes takes a lock; several threads may read its result.
** Errors  A sentence with the file and the member: damaged, encrypted, another compression method,
**         a wrong size, or larger than the limit when unpacked.
*/
#ifndef FILES_NPZ_H
#define FILES_NPZ_H

#include "files/file_bytes.h"
#include "files/zip_directory.h"

typedef struct Npz Npz;

/* Reads the directory of an archive with zip_directory.h and with libzip, which must find the same
** members. file stays the caller's and must outlive the Npz. */
bool npz_open(Arena *arena, const FileBytes *file, Npz **npz, Status *status);
void npz_close(Npz *npz);

/* Members from 0, in the order of the directory. arrays.c checks that each is an array. */
int npz_count(const Npz *npz);
const ZipMember *npz_member(const Npz *npz, int index);

/* Reads the first *count bytes of a member, or all of a shorter one, and sets *count. Does not
** check the CRC-32, which needs the whole member. */
bool npz_beginning(const Npz *npz, int index, char *to, size_t *count, Status *status);
/* The source of a member's bytes, and the offset of the first. The first call for a deflated member
** unpacks it. *bytes is valid until npz_close. */
bool npz_bytes(Npz *npz, int index, const FileBytes **bytes, uint64_t *first, Status *status);

/* Checks the CRC-32 of a stored member of any size. True for a deflated one, which is checked when
** it is unpacked. */
bool npz_check_sum(Npz *npz, int index, Status *status);

#endif
