/* tests/fuzz/fuzz_arrays.c -- see fuzz_arrays.h. */
#include "fuzz/fuzz_arrays.h"

#include <string.h>

#include "files/arrays.h"
#include "fuzz/fuzz.h"

enum { NUMBERS = 256 };

/* Numbers read one by one are those read together. */
static void check_singly(Arrays *arrays, const ArrayInfo *array, const float *numbers,
                         int64_t count) {
  for (int64_t i = 0; i < count; i += 1 + count / 8) {
    float one;
    fuzz_check(arrays_read(arrays, (ArrayPart){array, i, 1}, &one, NULL) &&
                   memcmp(&one, &numbers[i], sizeof one) == 0,
               "any range gives the same numbers");
  }
}

static void read_numbers(Arrays *arrays, const ArrayInfo *array) {
  float numbers[NUMBERS];
  int64_t ids[NUMBERS], count = array->count < NUMBERS ? array->count : NUMBERS;
  Status status = {0};
  bool read = arrays_read(arrays, (ArrayPart){array, 0, count}, numbers, &status);
  fuzz_check_status(read, &status);
  if (read) check_singly(arrays, array, numbers, count);
  status = (Status){0};
  fuzz_check_status(
      arrays_read_ids(arrays, (ArrayPart){array, array->count - count, count}, ids, &status),
      &status);
}

static void read_words(Arrays *arrays, const ArrayInfo *array) {
  Str words[NUMBERS];
  Arena *arena = arena_make(0);
  Status status = {0};
  if (array->count <= NUMBERS)
    fuzz_check_status(arrays_read_text(arrays, array, arena, words, &status), &status);
  arena_free(arena);
}

void fuzz_arrays(Str bytes) {
  Arena *arena = arena_make(0);
  Arrays *arrays;
  Status status = {0};
  bool opened = arrays_over(arena, "a", bytes, &arrays, &status);
  fuzz_check_status(opened, &status);
  for (int i = 0; opened && i < arrays_count(arrays); i++) {
    const ArrayInfo *array = arrays_at(arrays, i);
    fuzz_check(arrays_find(arrays, array->name) == array, "an array is found by its name");
    if (array->type == ARRAY_TEXT) read_words(arrays, array);
    else read_numbers(arrays, array);
  }
  fuzz_check_memory(arena, bytes.bytes, 16);
  if (opened) arrays_close(arrays);
  arena_free(arena);
}
