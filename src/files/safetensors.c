/* files/safetensors.c -- opening a safetensors file, and its numbers as floats. */
#include "files/safetensors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/words.h"
#include "files/safetensors_inside.h"

/* Headers in use have less than a tenth of this, and as JSON in memory it is ten times as much. */
enum { PREFIX_BYTES = 8, HEADER_BYTES_MOST = 16 << 20, PART_BYTES = 8192, BEGINNING_BYTES = 32 };

bool safetensors_bytes(const SafetensorsFile *file, uint64_t place, void *to, size_t count) {
  if (file->opened.descriptor >= 0) return os_read_at(file->opened, place, to, count);
  if (place > file->bytes.bytes || count > file->bytes.bytes - place) return false;
  if (count > 0) memcpy(to, file->bytes.at + place, count);
  return true;
}

/* What people really put in the place of a safetensors file, and what to do about it. */
static const char *mistaken_for(const char *beginning) {
  const unsigned char *byte = (const unsigned char *)beginning;
  if (strncmp(beginning, "version https://git-lfs", 23) == 0)
    return _("this is a Git LFS pointer, not the weights: run git lfs pull in its folder");
  if (strncasecmp(beginning, "<!doctype", 9) == 0 || strncasecmp(beginning, "<html", 5) == 0)
    return _("this is a web page, saved in place of the weights: download the file itself");
  /* A header of 640 bytes begins with 80 02 as well; then its JSON follows. */
  bool is_pickle = byte[0] == 0x80 && byte[1] >= 2 && byte[1] <= 5 && byte[PREFIX_BYTES] != '{';
  if (memcmp(beginning, "PK\x03\x04", 4) == 0 || is_pickle)
    return _("this is a PyTorch pickle, which may run a program when opened: save the weights as "
             "safetensors with safetensors.torch.save_file");
  if (memcmp(beginning, "GGUF", 4) == 0)
    return _("this is a GGUF file: take the model's safetensors file instead");
  return NULL;
}

static bool check_beginning(const SafetensorsFile *file, Status *status) {
  char beginning[BEGINNING_BYTES + 1] = {0};
  size_t count = file->size < BEGINNING_BYTES ? (size_t)file->size : BEGINNING_BYTES;
  safetensors_bytes(file, 0, beginning, count);
  const char *advice = mistaken_for(beginning);
  return !advice || status_fail(status, STATUS_COULD_NOT, "%s: %s", file->path, advice);
}

static bool read_header_size(const SafetensorsFile *file, uint64_t *size, Status *status) {
  unsigned char prefix[PREFIX_BYTES];
  if (file->size < PREFIX_BYTES || !safetensors_bytes(file, 0, prefix, PREFIX_BYTES))
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: a safetensors file begins with 8 bytes for the size of its header; "
                         "this one has %llu bytes"),
                       file->path, (unsigned long long)file->size);
  *size = 0;
  for (int i = PREFIX_BYTES - 1; i >= 0; i--) *size = *size << 8 | prefix[i];
  if (*size > HEADER_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: its header is said to have %llu bytes; at most %d are allowed"),
                       file->path, (unsigned long long)*size, HEADER_BYTES_MOST);
  if (*size < 2 || *size > file->size - PREFIX_BYTES)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: its header is said to have %llu bytes, of the file's %llu"),
                       file->path, (unsigned long long)*size, (unsigned long long)file->size);
  return true;
}

static bool read_header(Arena *arena, SafetensorsFile *file, Status *status) {
  uint64_t size = 0;
  if (!check_beginning(file, status) || !read_header_size(file, &size, status)) return false;
  file->data_first = PREFIX_BYTES + size;
  Arena *scratch = arena_make((size_t)size);
  char *header = scratch ? arena_take(scratch, (size_t)size, 1) : NULL;
  bool read = header || status_no_memory(status);
  if (read && !safetensors_bytes(file, PREFIX_BYTES, header, (size_t)size))
    read = status_fail(status, STATUS_COULD_NOT, _("%s: its header cannot be read"), file->path);
  read = read && safetensors_parse(arena, file, (Str){header, (size_t)size}, status);
  arena_free(scratch);
  return read;
}

static bool make_file(Arena *arena, const char *path, SafetensorsFile **file, Status *status) {
  *file = arena_take(arena, 1, sizeof **file);
  if (!*file) return status_no_memory(status);
  (*file)->path = str_copy(arena, str_from(path));
  (*file)->opened.descriptor = -1;
  return (*file)->path || status_no_memory(status);
}

bool safetensors_open(Arena *arena, const char *path, SafetensorsFile **file, Status *status) {
  SafetensorsFile *made;
  if (!make_file(arena, path, &made, status)) return false;
  if (!os_open_file(path, &made->opened, status)) return false;
  made->size = made->opened.bytes;
  if (!read_header(arena, made, status)) {
    safetensors_close(made);
    return false;
  }
  *file = made;
  return true;
}

bool safetensors_over(Arena *arena, const char *path, Str bytes, SafetensorsFile **file,
                      Status *status) {
  SafetensorsFile *made;
  if (!make_file(arena, path, &made, status)) return false;
  made->bytes = bytes;
  made->size = bytes.bytes;
  if (!read_header(arena, made, status)) return false;
  *file = made;
  return true;
}

void safetensors_close(SafetensorsFile *file) {
  if (file->opened.descriptor >= 0) os_close_file(file->opened);
  file->opened.descriptor = -1;
}

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

const char *safetensors_metadata(const SafetensorsFile *file, const char *name) {
  for (int i = 0; i < file->metadata_count; i++)
    if (strcmp(file->metadata[i].name, name) == 0) return file->metadata[i].value;
  return NULL;
}

static float float_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Sign, 5 bits of exponent from −15, 10 of fraction. Exponent 0 is fraction · 2⁻²⁴; 31 is ∞ or NaN.
 */
static float float_of_half(uint32_t half) {
  uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 0x3FFu;
  if (exponent == 0) {
    float small = (float)fraction * 0x1p-24f;
    return sign ? -small : small;
  }
  if (exponent == 31) return float_of_bits(sign | 0x7F800000u | fraction << 13);
  return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

/* One number from little-endian bytes, whatever the processor's own order. */
static float float_of_bytes(const unsigned char *at, const char *dtype) {
  uint64_t bits = 0;
  int bytes = dtype_find(dtype)->bytes;
  for (int i = bytes - 1; i >= 0; i--) bits = bits << 8 | at[i];
  if (bytes == 4) return float_of_bits((uint32_t)bits);
  if (bytes == 2 && dtype[0] == 'B') return float_of_bits((uint32_t)bits << 16);
  if (bytes == 2) return float_of_half((uint32_t)bits);
  double x;
  memcpy(&x, &bits, sizeof x);
  return (float)x;
}

bool safetensors_read(SafetensorsFile *file, const SafetensorsTensor *tensor, float *numbers,
                      Status *status) {
  unsigned char part[PART_BYTES];
  const DtypeInfo *dtype = dtype_find(tensor->dtype);
  if (!dtype->is_float)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: tensor “%s” holds whole numbers (%s) where F32, F16, BF16 or F64 is "
                         "needed"),
                       file->path, shown_text(tensor->name).text, tensor->dtype);
  uint64_t place = file->data_first + tensor->begin, end = file->data_first + tensor->end;
  while (place < end) {
    size_t count = end - place < PART_BYTES ? (size_t)(end - place) : PART_BYTES;
    if (!safetensors_bytes(file, place, part, count))
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s: tensor “%s” cannot be read; the file was cut short or the disk "
                           "fails"),
                         file->path, shown_text(tensor->name).text);
    for (size_t i = 0; i < count; i += (size_t)dtype->bytes)
      *numbers++ = float_of_bytes(part + i, tensor->dtype);
    place += count;
  }
  return true;
}
