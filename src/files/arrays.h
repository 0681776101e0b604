/* files/arrays.h -- one way to look into .safetensors, .npy and .npz.
**
**   arrays_open → arrays_count, arrays_at, arrays_find → arrays_read (as often as wanted) → close
**
** Which of the three a file is, its first bytes say, not its name. Opening reads and checks what
** describes the arrays and none of their numbers, so a file of many gigabytes opens at once.
**
** Order   Elements are counted in C order (the last index runs fastest), whatever the file's own
**         order is; Fortran arrays are turned while they are read.
** Memory  Names and shapes on the arena given. Numbers are read with pread into the caller's
**         memory. A compressed member of an .npz is unpacked whole when first needed, never
**         further than it is said to be long, and kept until arrays_close.
** Threads The reading functions may run on several threads at once, on one Arrays.
** Errors  One sentence naming the file, the array and what is wrong; a file cut short while open
**         is one too. Nothing in a file is ever run: Python objects are refused by name.
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

/* What is known of one array before any of its numbers is read. */
typedef struct ArrayInfo {
  const char *name; /* npy: the file's name without folder and ending */
  ArrayType type;
  int rank; /* 0: one number without a shape */
  int64_t shape[ARRAYS_RANK_MOST];
  int64_t count; /* elements: the product of the shape */
} ArrayInfo;

typedef enum ArraysKind { ARRAYS_SAFETENSORS, ARRAYS_NPY, ARRAYS_NPZ } ArraysKind;

typedef struct Arrays Arrays;

/* Opens the file and checks its description whole; it stays open until arrays_close. progress may
** be NULL; it hears of the members of an .npz, each of which has a header to be read, and may stop
** the opening. After false nothing is open. */
bool arrays_open(Arena *arena, const char *path, const Progress *progress, Arrays **arrays,
                 Status *status);
/* The same over bytes in memory, which must outlive it; path is for sentences. */
bool arrays_over(Arena *arena, const char *path, Str bytes, Arrays **arrays, Status *status);
void arrays_close(Arrays *arrays); /* NULL is allowed */

/* What was found. Arrays are numbered from 0 in the order of their bytes (safetensors) or of the
** archive's directory; what is returned lives as long as the arena. */
ArraysKind arrays_kind(const Arrays *arrays);
int arrays_count(const Arrays *arrays);
const ArrayInfo *arrays_at(const Arrays *arrays, int index);
const ArrayInfo *arrays_find(const Arrays *arrays, const char *name); /* or NULL; by bisection */
const char *arrays_metadata(const Arrays *arrays, const char *key);   /* safetensors; or NULL */
const char *arrays_note(const Arrays *arrays); /* something odd that is allowed, or NULL */

/* Reads what an archive says the sum of, and compares: arrays_read does so of a member stored
** unpacked up to 64 MiB only. True at once for other kinds of files. */
bool arrays_check_sums(const Arrays *arrays, const Progress *progress, Status *status);

/* The numbers themselves. `array` must be one that this very Arrays gave out. A packed member may
** be unpacked by the call, which takes seconds for a large one: that happens once, under a lock, so
** that several threads may read, and changes no answer. */

/* Elements first to first + count of an array, which must be there: asserted. A TEXT array is
** refused. */
bool arrays_read(const Arrays *arrays, const ArrayInfo *array, int64_t first, int64_t count,
                 float *to, Status *status);
/* The same for whole numbers: integer and BOOL arrays; floats are refused, not rounded. */
bool arrays_read_ids(const Arrays *arrays, const ArrayInfo *array, int64_t first, int64_t count,
                     int64_t *to, Status *status);
/* All words of a TEXT array as UTF-8 on the arena, in C order, without the zeros they are filled up
** with; texts has room for array->count. What is not a character becomes U+FFFD. */
bool arrays_read_text(const Arrays *arrays, const ArrayInfo *array, Arena *arena, Str *texts,
                      Status *status);

#endif
