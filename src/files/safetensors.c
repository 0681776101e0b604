/* files/safetensors.c -- opening a safetensors file, and its numbers as floats.
**
** Reading goes through FileBytes, so a file on the disk and bytes in memory are the same here. What
** the header must be like is checked in safetensors_header.c.
*/
#include "files/safetensors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "files/file_magic.h"
#include "files/safetensors_internal.h"
#include "files/excerpt.h"

/* The limit of the format's own reader. */
enum { PREFIX_BYTES = 8, HEADER_BYTES_MOST = 100000000 };

/* Checked first, so that for a web page or a pickle the error says so, and not that a header of
** 10¹⁸ bytes is too long. */
static bool check_beginning(const FileBytes *file, Status *status) {
  char beginning[FILE_MAGIC_BYTES] = {0};
  size_t count = file->size < sizeof beginning ? (size_t)file->size : sizeof beginning;
  if (!file_bytes_read(file, 0, beginning, count)) return true; /* read_header says so */
  Str first = {beginning, count};
  if (file_magic_is_pickle(first, file->size))
    return file_magic_fail_pickle(file->path, first, status);
  const char *advice = file_magic_name(first, file->size);
  return !advice || status_fail(status, STATUS_COULD_NOT, "%s: %s", file->path, advice);
}

static bool read_header_size(const FileBytes *file, uint64_t *size, Status *status) {
  unsigned char prefix[PREFIX_BYTES];
  bool is_read = file_bytes_read(file, 0, prefix, PREFIX_BYTES);
  if (!is_read && file->size >= PREFIX_BYTES) return file_bytes_fail(file, status);
  if (!is_read)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: a safetensors file begins with 8 bytes for the size of its header; "
                          "this one has %llu byte",
                          "%s: a safetensors file begins with 8 bytes for the size of its header; "
                          "this one has %llu bytes",
                          file->size),
                       file->path, (unsigned long long)file->size);
  *size = 0;
  for (int i = PREFIX_BYTES - 1; i >= 0; i--) *size = *size << 8 | prefix[i];
  if (*size > HEADER_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: its header is said to have %llu byte; the limit is %d",
                          "%s: its header is said to have %llu bytes; the limit is %d", *size),
                       file->path, (unsigned long long)*size, HEADER_BYTES_MOST);
  if (*size < 2 || *size > file->size - PREFIX_BYTES)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: its header is said to have %llu byte, of the file's %llu",
                          "%s: its header is said to have %llu bytes, of the file's %llu", *size),
                       file->path, (unsigned long long)*size, (unsigned long long)file->size);
  return true;
}

static bool read_header(Arena *arena, SafetensorsFile *file, Status *status) {
  uint64_t size = 0;
  if (!check_beginning(&file->file, status) || !read_header_size(&file->file, &size, status))
    return false;
  file->data_first = PREFIX_BYTES + size;
  char *header = arena_take(arena, (size_t)size, 1);
  if (!header) return status_no_memory(status);
  if (!file_bytes_read(&file->file, PREFIX_BYTES, header, (size_t)size))
    return file_bytes_fail(&file->file, status);
  return safetensors_parse(arena, file, header, (size_t)size, status);
}

bool safetensors_from(Arena *arena, const FileBytes *bytes, SafetensorsFile **file,
                      Status *status) {
  SafetensorsFile *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  made->file = *bytes;
  if (!read_header(arena, made, status)) return false;
  *file = made;
  return true;
}

bool safetensors_open(Arena *arena, const char *path, SafetensorsFile **file, Status *status) {
  FileBytes bytes;
  if (!file_bytes_open(arena, path, &bytes, status)) return false;
  if (safetensors_from(arena, &bytes, file, status)) return true;
  file_bytes_close(&bytes);
  return false;
}

bool safetensors_over(Arena *arena, const char *path, Str bytes, SafetensorsFile **file,
                      Status *status) {
  FileBytes over;
  return file_bytes_over(arena, path, bytes, &over, status) &&
         safetensors_from(arena, &over, file, status);
}

void safetensors_close(SafetensorsFile *file) { file_bytes_close(&file->file); }

int safetensors_count(const SafetensorsFile *file) { return file->count; }

const SafetensorsTensor *safetensors_at(const SafetensorsFile *file, int index) {
  assert(index >= 0 && index < file->count);
  return &file->tensors[index];
}

static int name_against(const void *name, const void *tensor) {
  const SafetensorsTensor *const *found = tensor;
  return strcmp(name, (*found)->name);
}

const SafetensorsTensor *safetensors_find(const SafetensorsFile *file, const char *name) {
  if (file->count == 0) return NULL;
  const SafetensorsTensor *const *found =
      bsearch(name, file->by_name, (size_t)file->count, sizeof *file->by_name, name_against);
  return found ? *found : NULL;
}

static int name_against_pair(const void *name, const void *pair) {
  return strcmp(name, ((const SafetensorsPair *)pair)->name);
}

/* Sorted when the header was read, and so found by bisection, like tensors. */
const char *safetensors_metadata(const SafetensorsFile *file, const char *name) {
  if (file->metadata_count == 0) return NULL;
  const SafetensorsPair *found = bsearch(name, file->metadata, (size_t)file->metadata_count,
                                         sizeof *file->metadata, name_against_pair);
  return found ? found->value : NULL;
}

static bool was_cut_short(const SafetensorsFile *file, const SafetensorsTensor *tensor,
                          Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: tensor “%s” cannot be read; the file was cut short or the disk fails"),
                     file->file.path, excerpt(tensor->name).text);
}

static uint64_t data_offset(const SafetensorsFile *file, const SafetensorsTensor *tensor,
                            SafetensorsRange range) {
  assert(range.first >= 0 && range.count >= 0 && range.first <= tensor->count - range.count);
  return file->data_first + tensor->begin +
         (uint64_t)range.first * (uint64_t)array_type_bytes(tensor->type);
}

bool safetensors_read(const SafetensorsFile *file, const SafetensorsTensor *tensor, float *numbers,
                      Status *status) {
  return safetensors_read_range(file, tensor, (SafetensorsRange){0, tensor->count}, numbers,
                                status);
}

/* Whole numbers are refused, not converted: a model's weights are floats. */
bool safetensors_read_range(const SafetensorsFile *file, const SafetensorsTensor *tensor,
                            SafetensorsRange range, float *numbers, Status *status) {
  if (!array_type_is_float(tensor->type))
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: tensor “%s” holds whole numbers (%s) where F32, F16, BF16 or F64 is "
                         "needed"),
                       file->file.path, excerpt(tensor->name).text, tensor->dtype);
  ArrayElements elements = {.type = tensor->type};
  return file_bytes_floats(&file->file, data_offset(file, tensor, range), elements,
                           (uint64_t)range.count, numbers) ||
         was_cut_short(file, tensor, status);
}
