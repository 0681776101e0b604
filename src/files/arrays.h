/* files/arrays.h -- one interface to .safetensors, .npy and .npz files.
**
**   arrays_open → arrays_count, arrays_at, arrays_find → arrays_read (any number of times) →
**   arrays_close
**
** The first bytes of a file decide its type, not its name. Opening reads and checks the headers but
** no numbers, so a file of many gigabytes opens at once.
**
** Order   Elements are counted in C order (the last index varies fastest), whatever the order in
**         the file; Fortran arrays are transposed while they are read.
** Memory  Names and shapes on the arena given. Numbers are read with pread into the caller's
**         memory. A compressed member of an .npz is unpacked whole when first needed, up to its
**         declared size, and kept until arrays_close.
** Threads The reading functions may run on several threads at once, on one Arrays.
** Errors  One sentence naming the file, the array and what is wrong, also when the file is
**         truncated while it is open. Nothing in a file is executed: Python objects are refused by
**         name.
** Source  docs/formats.md.
*/
#ifndef FILES_ARRAYS_H
#define FILES_ARRAYS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/status.h"
#include "base/str.h"
#include "files/array_type.h"

enum { ARRAYS_RANK_MOST = 8 };

/* The description of one array. */
typedef struct ArrayInfo {
  const char *name; /* npy: the file's name without folder and ending */
  ArrayType type;
  int rank; /* 0: one number without a shape */
  int64_t shape[ARRAYS_RANK_MOST];
  int64_t count; /* elements: the product of the shape */
} ArrayInfo;

typedef enum ArraysKind { ARRAYS_SAFETENSORS, ARRAYS_NPY, ARRAYS_NPZ } ArraysKind;

typedef struct Arrays Arrays;

/* Opens the file and checks all headers; it stays open until arrays_close. progress may be NULL; it
** counts the members of an .npz, each of which has a header, and may stop the opening. After false
** nothing is open. */
bool arrays_open(Arena *arena, const char *path, const Progress *progress, Arrays **arrays,
                 Status *status);
/* The same over bytes in memory, which must outlive it; path is for sentences. */
bool arrays_over(Arena *arena, const char *path, Str bytes, Arrays **arrays, Status *status);
void arrays_close(Arrays *arrays); /* NULL is allowed */

/* Arrays are numbered from 0 in the order of their bytes (safetensors) or of the archive's
** directory. Results are valid as long as the arena. */
ArraysKind arrays_kind(const Arrays *arrays);
int arrays_count(const Arrays *arrays);
const ArrayInfo *arrays_at(const Arrays *arrays, int index);
const ArrayInfo *arrays_find(const Arrays *arrays, const char *name); /* or NULL; by bisection */
const char *arrays_metadata(const Arrays *arrays, const char *key);   /* safetensors; or NULL */
const char *arrays_note(const Arrays *arrays); /* something odd that is allowed, or NULL */

/* Reads all members of an archive and checks their CRC-32. arrays_read does that too, except for
** members stored without compression above 64 MiB. True at once for other kinds of files. */
bool arrays_check_sums(const Arrays *arrays, const Progress *progress, Status *status);

/* Reading. `array` must come from the same Arrays. The first read of a compressed member unpacks it
** under a lock, which takes seconds for a large one. */

/* Elements first … first + count − 1, asserted to exist. */
typedef struct ArrayPart {
  const ArrayInfo *array;
  int64_t first, count;
} ArrayPart;
/* Reads them as float. A TEXT array is refused. */
bool arrays_read(const Arrays *arrays, ArrayPart part, float *to, Status *status);
/* The same as integers, of integer and BOOL arrays; floats are refused, not rounded. */
bool arrays_read_ids(const Arrays *arrays, ArrayPart part, int64_t *to, Status *status);
/* Reads all words of a TEXT array as UTF-8 on the arena, in C order, without their padding zeros;
** texts has room for array->count. An invalid character becomes U+FFFD. */
bool arrays_read_text(const Arrays *arrays, const ArrayInfo *array, Arena *arena, Str *texts,
                      Status *status);

#endif
