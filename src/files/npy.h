/* files/npy.h -- the header of a NumPy array. For files/ only.
**
**   93 'NUMPY'   major minor   header length (u16; u32 from version 2)   header   numbers
**
** The header is the text of a Python dict with exactly the keys descr, fortran_order and shape. A
** parser for this grammar reads it; nothing in it is evaluated.
**
** Errors  One sentence that begins with `subject` (a file, or a file and a member of it).
** Source  NumPy, numpy/lib/format.py; docs/formats.md.
*/
#ifndef FILES_NPY_H
#define FILES_NPY_H

#include "files/arrays.h"

/* NPY_BEGINNING_BYTES hold any header that is accepted. */
enum { NPY_HEADER_BYTES_MOST = 10000, NPY_BEGINNING_BYTES = 12 + NPY_HEADER_BYTES_MOST };

/* The checked header. */
typedef struct NpyHeader {
  ArrayInfo info;                       /* without its name */
  bool big_endian, is_fortran, is_wide; /* is_wide: TEXT of four-byte characters */
  int item_bytes;                       /* of one element */
  uint64_t data_first, data_bytes;      /* from the beginning of the array's bytes */
} NpyHeader;

/* Whether the bytes begin with NumPy's magic; six are enough. */
bool npy_starts(Str beginning);
/* beginning: the first NPY_BEGINNING_BYTES of the array, or all of a shorter one; total_bytes: its
** size. Checks that all numbers are there; bytes after them are allowed, as in numpy.load. */
bool npy_parse(Str beginning, uint64_t total_bytes, const char *subject, NpyHeader *header,
               Status *status);

#endif
