/* files/safetensors.h -- named tensors in a file: reading and writing.
**
** Layout  8 bytes N, little-endian; N bytes of JSON: name → dtype, shape, data_offsets; then the
**         numbers, row-major, little-endian, without holes (docs/formats.md).
** Reading The whole header is checked first: offsets in order without gaps or overlaps, shapes that
**         match their bytes, unique names, no trailing bytes. Numbers are read on demand, as float,
**         from F32, F16, BF16 or F64.
** Memory  On the arena given: the header and a record for each tensor, whatever the size of the
**         data. A file opened by path keeps a descriptor until safetensors_close.
** Threads The reading functions may run on several threads at once.
** Errors  One sentence naming the file, the tensor and what is wrong, also when the file is
**         truncated while it is open.
** Source  huggingface/safetensors, README "Format".
*/
#ifndef FILES_SAFETENSORS_H
#define FILES_SAFETENSORS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "files/array_type.h"

enum { SAFETENSORS_RANK_MOST = 8, SAFETENSORS_TENSORS_MOST = 1 << 18 };

/* The description of one tensor in the header. */
typedef struct SafetensorsTensor {
  const char *name;
  const char *dtype; /* "F32" */
  ArrayType type;    /* the same */
  int rank;          /* 0: one number */
  int64_t shape[SAFETENSORS_RANK_MOST];
  uint64_t begin, end; /* byte offsets from the end of the header */
  int64_t count;       /* elements: the product of the shape */
} SafetensorsTensor;

/* One entry of __metadata__: the format allows nothing but strings there. */
typedef struct SafetensorsPair {
  const char *name, *value;
} SafetensorsPair;

typedef struct SafetensorsFile SafetensorsFile;

/* Reads and checks the header, 100 MB at most. After false nothing is open. */
bool safetensors_open(Arena *arena, const char *path, SafetensorsFile **file, Status *status);
/* The same over bytes in memory, which must outlive it; path is for sentences. */
bool safetensors_over(Arena *arena, const char *path, Str bytes, SafetensorsFile **file,
                      Status *status);
void safetensors_close(SafetensorsFile *file);

/* Tensors from 0, in the order of their bytes; they live as long as the arena. safetensors_find is
** a binary search; NULL: there is none of that name. */
int safetensors_count(const SafetensorsFile *file);
const SafetensorsTensor *safetensors_at(const SafetensorsFile *file, int index);
const SafetensorsTensor *safetensors_find(const SafetensorsFile *file, const char *name);
const char *safetensors_metadata(const SafetensorsFile *file, const char *name); /* or NULL */

/* A part of a tensor: elements first … first + count − 1, which must exist. */
typedef struct SafetensorsRange {
  int64_t first, count;
} SafetensorsRange;

/* Reads all numbers of a tensor as float, or a range; integer tensors are refused. After false a
** part of `numbers` may have been written. */
bool safetensors_read(const SafetensorsFile *file, const SafetensorsTensor *tensor, float *numbers,
                      Status *status);
bool safetensors_read_range(const SafetensorsFile *file, const SafetensorsTensor *tensor,
                            SafetensorsRange range, float *numbers, Status *status);

/* A tensor to be written as F32: numbers row-major, as many as the shape says. */
typedef struct SafetensorsFloats {
  const char *name;
  int rank;
  int64_t shape[SAFETENSORS_RANK_MOST];
  const float *numbers;
} SafetensorsFloats;

/* The content of a file to be written. Asserts that the names of tensors are unique. */
typedef struct SafetensorsContent {
  const SafetensorsFloats *tensors;
  int tensor_count;
  const SafetensorsPair *metadata;
  int metadata_count;
} SafetensorsContent;

/* Writes tensors sorted by name, so that the same content gives the same bytes. Writes a temporary
** file and renames it: path has the whole new file or the old one. Copies all numbers to scratch.
** */
bool safetensors_save(Arena *scratch, const char *path, const SafetensorsContent *content,
                      Status *status);

#endif
