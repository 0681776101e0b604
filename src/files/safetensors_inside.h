/* files/safetensors_inside.h -- a safetensors file after its header was checked. For files/ only.
**
** The header is parsed in memory of its own that is given back; what stays is on the arena.
*/
#ifndef FILES_SAFETENSORS_INSIDE_H
#define FILES_SAFETENSORS_INSIDE_H

#include "base/os.h"
#include "files/safetensors.h"

/* A text from a file as it is put into a sentence: shortened between two characters. */
typedef struct ShownText {
  char text[72];
} ShownText;

typedef struct DtypeInfo {
  const char *name;
  int bytes; /* 0: known, and not supported */
  bool is_float;
} DtypeInfo;

struct SafetensorsFile {
  const char *path;
  OsFile opened; /* descriptor −1: the bytes are in memory */
  Str bytes;
  uint64_t size, data_first;
  int count;
  SafetensorsTensor *tensors;        /* in order of their bytes */
  const SafetensorsTensor **by_name; /* the same, in order of their names */
  SafetensorsPair *metadata;
  int metadata_count;
};

ShownText shown_text(const char *text);
const DtypeInfo *dtype_find(const char *name); /* NULL: unheard of */

/* Reads from the file or from memory; false when there are not so many bytes. */
bool safetensors_bytes(const SafetensorsFile *file, uint64_t place, void *to, size_t count);

/* Fills tensors, by_name and metadata from the JSON, and checks them against the file's size. */
bool safetensors_parse(Arena *arena, SafetensorsFile *file, Str header, Status *status);

#endif
