/* tests/fuzz/fuzz_npz.c -- a zip archive of arrays. */
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_arrays.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  fuzz_arrays((Str){(const char *)bytes, size});
  return 0;
}
