/* tests/fuzz/fuzz_safetensors.c -- a file as it is, and one made of a header and data so that its
** first eight bytes are right. */
#include "files/safetensors.h"
#include "fuzz/fuzz.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 64 };

static void read_tensors(const SafetensorsFile *file) {
  float numbers[NUMBERS];
  for (int i = 0; i < safetensors_count(file); i++) {
    const SafetensorsTensor *tensor = safetensors_at(file, i);
    SafetensorsRange last = {tensor->count > NUMBERS ? tensor->count - NUMBERS : 0, 0};
    last.count = tensor->count - last.first;
    Status status = {0};
    fuzz_check(safetensors_find(file, tensor->name) == tensor, "a tensor is found by its name");
    bool read = safetensors_read_range(file, tensor, last, numbers, &status);
    fuzz_check_status(read, &status);
    fuzz_check(read == array_type_is_float(tensor->type), "floats are read");
  }
}

static void open_bytes(Str bytes) {
  Arena *arena = arena_make(0);
  SafetensorsFile *file;
  Status status = {0};
  bool opened = safetensors_over(arena, "w", bytes, &file, &status);
  fuzz_check_status(opened, &status);
  if (opened) {
    read_tensors(file);
    safetensors_metadata(file, "format");
    safetensors_close(file);
  }
  fuzz_check_memory(arena, bytes.bytes, 16);
  arena_free(arena);
}

/* The header is what stands before the first 0 byte. */
static void open_parts(Str parts) {
  const char *end = parts.bytes ? memchr(parts.at, 0, parts.bytes) : NULL;
  size_t header = end ? (size_t)(end - parts.at) : parts.bytes;
  Arena *arena = arena_make(0);
  StrBuf bytes = strbuf_make(arena);
  for (int i = 0; i < 8; i++)
    strbuf_add_char(&bytes, (char)(unsigned char)((uint64_t)header >> (8 * i)));
  strbuf_add(&bytes, (Str){parts.at, header});
  if (end) strbuf_add(&bytes, (Str){end + 1, parts.bytes - header - 1});
  open_bytes(strbuf_str(&bytes));
  arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Str input = {(const char *)bytes, size};
  open_bytes(input);
  open_parts(input);
  return 0;
}
