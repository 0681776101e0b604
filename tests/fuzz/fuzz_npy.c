/* tests/fuzz/fuzz_npy.c -- an array as it is, and one made of a header and data so that the length
** of its header is right. */
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_arrays.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Str input = {(const char *)bytes, size};
  const char *end = size ? memchr(input.at, '\n', size) : NULL;
  fuzz_arrays(input);
  if (!end) return 0;
  size_t header = (size_t)(end - input.at) + 1;
  Arena *arena = arena_make(0);
  StrBuf whole = strbuf_make(arena);
  strbuf_add(&whole, STR("\x93NUMPY\x02\x00"));
  for (int i = 0; i < 4; i++) strbuf_add_char(&whole, (char)(unsigned char)(header >> (8 * i)));
  strbuf_add(&whole, input);
  fuzz_arrays(strbuf_str(&whole));
  arena_free(arena);
  return 0;
}
