/* files/arrays_internal.h -- arrays of any container, by the place of their numbers. For files/
** only.
**
** Whatever the container, an array ends up as one entry: what its elements are and where the first
** of them lies. Reading (arrays_read.c) then knows nothing of containers but one thing: the bytes
** of an .npz member may have to be unpacked first.
**
**   place of element i = data_first + i · item_bytes      from the first byte of file or member
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
  ArrayInfo info; /* first: what the caller holds leads back to its entry */
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
