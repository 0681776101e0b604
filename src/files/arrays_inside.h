/* files/arrays_inside.h -- arrays of any container, by the place of their numbers.
** For files/ only. */
#ifndef FILES_ARRAYS_INSIDE_H
#define FILES_ARRAYS_INSIDE_H

#include "files/arrays.h"
#include "files/file_bytes.h"
#include "files/npz.h"
#include "files/safetensors.h"

typedef struct ArrayEntry {
  ArrayInfo info; /* first: what the caller holds leads back to its entry */
  ArrayElements elements;
  bool is_fortran, is_wide; /* is_wide: TEXT of four-byte characters */
  int item_bytes;           /* of one element */
  uint64_t data_first;      /* in the file, or in the member */
  int member;               /* of an .npz, or −1 */
} ArrayEntry;

struct Arrays {
  ArraysKind kind;
  FileBytes file;
  int count;
  ArrayEntry *entries;
  const ArrayEntry **by_name;
  const char *note;
  const SafetensorsFile *safetensors;
  Npz *npz;
};

#endif
