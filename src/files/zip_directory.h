/* files/zip_directory.h -- the members of a zip archive and the offsets of their data. For files/
** only.
**
** libzip unpacks and checks sums but does not give the offset of a member's data. That is needed to
** read parts of a large member in place, from several threads, and to check that no two members
** overlap.
**
**   … local header, name, data … | central directory | [Zip64 record, locator] | end record
**
** The central directory decides; the local headers must agree with it.
** Memory  The whole directory; it is at most as long as the file and 16 MiB.
** Errors  A sentence naming the file and the member.
** Source  PKWARE APPNOTE 6.3.9, sections 4.3.7, 4.3.12 to 4.3.16 and 4.5.3.
*/
#ifndef FILES_ZIP_DIRECTORY_H
#define FILES_ZIP_DIRECTORY_H

#include "files/file_bytes.h"

/* The last two are compression methods of the format. */
enum { ZIP_MEMBERS_MOST = 4096, ZIP_STORED = 0, ZIP_DEFLATED = 8 };

/* One member, its two headers compared. All its bytes lie before the directory. */
typedef struct ZipMember {
  const char *name;      /* with its folders and ending: "weights.npy" */
  int method;            /* ZIP_STORED or ZIP_DEFLATED */
  uint64_t header_first; /* in the file: its local header … */
  uint64_t data_first;   /* … and its data */
  uint64_t packed_bytes, unpacked_bytes;
} ZipMember;

typedef struct ZipDirectory {
  int count;
  ZipMember *members; /* in the order of the central directory */
} ZipDirectory;

/* Whether the bytes begin as a zip archive does, empty or not; four are enough. */
bool zip_starts(Str beginning);
/* Finds the end record, reads the directory and checks every member: unique names without paths
** that lead outside, possible sizes, no overlap. Reads each local header. */
bool zip_directory_read(Arena *arena, const FileBytes *file, ZipDirectory *directory,
                        Status *status);

#endif
