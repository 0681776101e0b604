/* files/npz.h -- the members of a zip archive, unpacked with libzip. For files/ only.
**
** A stored member is read where it lies in the file. A deflated one is unpacked when it is first
** needed, into memory of its own: exactly as many bytes as the directory says, which deflate can
** make of those packed, and which all together stay below a gigabyte, and
** below 64 MiB and 64 times the file.
**
** Sums    The CRC-32 of a member is checked when it is first needed; of a stored one above 64 MiB,
**         of which only parts may be wanted, by npz_check_sum alone.
** Memory  Unpacked members have arenas of their own until npz_close; the rest is on the arena.
** Threads npz_bytes takes a lock; what it gives may be read by several threads.
** Errors  A sentence with the file and the member: damaged, encrypted, packed by another method,
**         not as long as it is said to be, or one that would unpack to more than the limit.
*/
#ifndef FILES_NPZ_H
#define FILES_NPZ_H

#include "files/file_bytes.h"
#include "files/zip_directory.h"

typedef struct Npz Npz;

/* Reads the directory of an archive and checks it twice: by zip_directory.h and by libzip, which
** must find the same members. file stays the caller's, and must outlive it. */
bool npz_open(Arena *arena, const FileBytes *file, Npz **npz, Status *status);
void npz_close(Npz *npz);

/* Members from 0, in the order of the directory. That each is an array is looked at by arrays.c. */
int npz_count(const Npz *npz);
const ZipMember *npz_member(const Npz *npz, int index);

/* The first bytes of a member: *count of them, which becomes less where the member is shorter. The
** sum is not checked: that would take the whole. */
bool npz_beginning(const Npz *npz, int index, char *to, size_t *count, Status *status);
/* Where all bytes of a member can be read from, and from which place on. The first call for a
** deflated member unpacks it. *bytes is valid until npz_close. */
bool npz_bytes(Npz *npz, int index, const FileBytes **bytes, uint64_t *first, Status *status);

/* Whether the bytes of a stored member have the sum the archive says, however many they are. True
** for a packed one, whose sum is compared when it is unpacked. */
bool npz_check_sum(Npz *npz, int index, Status *status);

#endif
