/* files/safetensors_save.c -- floats written as a safetensors file, in order of their names. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "files/safetensors.h"

enum { PREFIX_BYTES = 8, HEADER_ALIGNMENT = 8 };

/* From our own tensors, so the product cannot be too large. */
static uint64_t bytes_in(const SafetensorsFloats *tensor) {
  uint64_t bytes = sizeof(float);
  for (int i = 0; i < tensor->rank; i++) bytes *= (uint64_t)tensor->shape[i];
  return bytes;
}

static int by_name(const void *a, const void *b) {
  const SafetensorsFloats *const *first = a, *const *second = b;
  return strcmp((*first)->name, (*second)->name);
}

static const SafetensorsFloats **in_order(Arena *scratch, const SafetensorsContent *content) {
  size_t count = (size_t)content->tensor_count;
  const SafetensorsFloats **ordered = arena_take(scratch, count, sizeof *ordered);
  if (!ordered) return NULL;
  for (size_t i = 0; i < count; i++) ordered[i] = &content->tensors[i];
  if (count > 0) qsort(ordered, count, sizeof *ordered, by_name);
  for (size_t i = 1; i < count; i++) assert(strcmp(ordered[i - 1]->name, ordered[i]->name) != 0);
  return ordered;
}

/* __metadata__ comes first, as in files of the format's own library. */
static void add_metadata(StrBuf *header, const SafetensorsContent *content) {
  if (content->metadata_count == 0) return;
  strbuf_add(header, STR("\"__metadata__\":{"));
  for (int i = 0; i < content->metadata_count; i++) {
    if (i > 0) strbuf_add_char(header, ',');
    strbuf_add_json(header, str_from(content->metadata[i].name));
    strbuf_add_char(header, ':');
    strbuf_add_json(header, str_from(content->metadata[i].value));
  }
  strbuf_add(header, content->tensor_count > 0 ? STR("},") : STR("}"));
}

static void add_tensor(StrBuf *header, const SafetensorsFloats *tensor, uint64_t begin) {
  strbuf_add_json(header, str_from(tensor->name));
  strbuf_add(header, STR(":{\"dtype\":\"F32\",\"shape\":["));
  for (int i = 0; i < tensor->rank; i++)
    strbuf_format(header, i > 0 ? ",%lld" : "%lld", (long long)tensor->shape[i]);
  strbuf_format(header, "],\"data_offsets\":[%llu,%llu]}", (unsigned long long)begin,
                (unsigned long long)(begin + bytes_in(tensor)));
}

/* Byte by byte, so the file is little-endian wherever it is written. */
static char *put_floats(char *to, const SafetensorsFloats *tensor) {
  for (size_t i = 0, count = bytes_in(tensor) / sizeof(float); i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &tensor->numbers[i], sizeof bits);
    for (int byte = 0; byte < 4; byte++) *to++ = (char)(unsigned char)(bits >> (8 * byte));
  }
  return to;
}

/* The header is padded with spaces to a multiple of 8, so that the numbers are aligned in a mapped
** file. */
bool safetensors_save(Arena *scratch, const char *path, const SafetensorsContent *content,
                      Status *status) {
  const SafetensorsFloats *const *tensors = in_order(scratch, content);
  if (!tensors) return status_no_memory(status);
  StrBuf header = strbuf_make(scratch);
  uint64_t data_bytes = 0;
  strbuf_add_char(&header, '{');
  add_metadata(&header, content);
  for (int i = 0; i < content->tensor_count; i++) {
    if (i > 0) strbuf_add_char(&header, ',');
    add_tensor(&header, tensors[i], data_bytes);
    data_bytes += bytes_in(tensors[i]);
  }
  strbuf_add_char(&header, '}');
  while (!header.failed && header.bytes % HEADER_ALIGNMENT != 0) strbuf_add_char(&header, ' ');
  size_t total = PREFIX_BYTES + header.bytes + (size_t)data_bytes;
  char *bytes = header.failed ? NULL : arena_take(scratch, total, 1);
  if (!bytes) return status_no_memory(status);
  for (int i = 0; i < PREFIX_BYTES; i++)
    bytes[i] = (char)(unsigned char)((uint64_t)header.bytes >> (8 * i));
  memcpy(bytes + PREFIX_BYTES, header.at, header.bytes);
  char *to = bytes + PREFIX_BYTES + header.bytes;
  for (int i = 0; i < content->tensor_count; i++) to = put_floats(to, tensors[i]);
  return os_save_file(path, bytes, total, status);
}
