/* files/safetensors_internal.h -- a safetensors file after its header was checked. For files/ only.
**
** Names and metadata point into the header, which is decoded in place: opening takes only the bytes
** of the header and one SafetensorsTensor for each tensor.
*/
#ifndef FILES_SAFETENSORS_INTERNAL_H
#define FILES_SAFETENSORS_INTERNAL_H

#include "files/file_bytes.h"
#include "files/safetensors.h"

struct SafetensorsFile {
  FileBytes file;
  uint64_t data_first; /* place of the first byte behind the header: 8 + N */
  int count;
  SafetensorsTensor *tensors;        /* in order of their bytes */
  const SafetensorsTensor **by_name; /* the same, in order of their names */
  SafetensorsPair *metadata;         /* in order of their names */
  int metadata_count;
};

/* Opens over an open file, which its owner closes: do not call safetensors_close on the result. */
bool safetensors_from(Arena *arena, const FileBytes *bytes, SafetensorsFile **file, Status *status);

/* Fills tensors, by_name and metadata from the JSON, which it decodes in place and which must stay
** on the arena, and checks them against the file's size. file->file and data_first must be set. */
bool safetensors_parse(Arena *arena, SafetensorsFile *file, char *header, size_t header_bytes,
                       Status *status);

#endif
