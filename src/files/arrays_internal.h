/* files/arrays_internal.h -- the entries behind files/arrays.h, the same for all containers. For
** files/ only.
**
** An array of any container becomes one entry: its element type and the offset of its first
** element. Reading (arrays_read.c) is the same for all, except that a member of an .npz may have to
** be unpacked first.
**
**   offset of element i = data_first + i · item_bytes      from the first byte of file or member
**
** Memory  Entries and both orders on the arena of arrays_open; file and npz are closed by
**         arrays_close, which leaves the entries.
*/
#ifndef FILES_ARRAYS_INTERNAL_H
#define FILES_ARRAYS_INTERNAL_H

#include "files/arrays.h"
#include "files/file_bytes.h"
#include "files/npz.h"
#include "files/safetensors.h"

typedef struct ArrayEntry {
  ArrayInfo info; /* first member: a pointer to it is cast to its entry */
  ArrayElements elements;
  /* is_fortran: the first index runs fastest, and there are at least two; is_wide: TEXT of
  ** four-byte characters. */
  bool is_fortran, is_wide;
  int item_bytes;      /* of one element */
  uint64_t data_first; /* in the file, or in the member */
  int member;          /* of an .npz, or −1 */
} ArrayEntry;

struct Arrays {
  ArraysKind kind;
  FileBytes file;
  int count;
  ArrayEntry *entries;                /* [count] in the file's order */
  const ArrayEntry **by_name;         /* [count] the same, sorted for arrays_find */
  const char *note;                   /* NULL: nothing odd */
  const SafetensorsFile *safetensors; /* over the same file, which it does not close; or NULL */
  Npz *npz;                           /* or NULL */
};

#endif
