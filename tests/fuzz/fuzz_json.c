/* tests/fuzz/fuzz_json.c -- any text as JSON, and the two readers of JSON held to each other: what
** one takes for JSON the other does too, but for numbers too large, lists too deep and 0 bytes, of
** which jansson drops some. */
#include "files/json.h"
#include "files/json_scan.h"
#include "fuzz/fuzz.h"

#include <string.h>

static void read_as_file(Str text) {
  json_t *value = NULL;
  Status status = {0};
  bool read = json_read(text, "j", &value, &status);
  fuzz_check_status(read, &status);
  if (read) json_decref(value);
}

static bool scan_takes(Str text, const char **problem) {
  Arena *arena = arena_make(text.bytes);
  char *copy = str_copy(arena, text);
  JsonScan scan = {copy, copy + text.bytes, NULL};
  bool taken = json_scan_skip(&scan) && json_scan_at_end(&scan);
  *problem = scan.problem;
  arena_free(arena);
  return taken;
}

static void hold_to_each_other(Str text) {
  const size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL;
  const char *problem;
  json_error_t error;
  json_t *value = json_loadb(text.at, text.bytes, flags, &error);
  bool taken = scan_takes(text, &problem);
  bool too_large = !value && json_error_code(&error) == json_error_numeric_overflow;
  bool too_deep = problem && strstr(problem, "too deep");
  fuzz_check(taken == (value != NULL) || too_large || too_deep, "both readers know the same JSON");
  if (value) json_decref(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Str text = {(const char *)bytes, size};
  read_as_file(text);
  if (size > 0 && !memchr(bytes, 0, size)) hold_to_each_other(text);
  return 0;
}
