/* tests/files/opened.c -- see opened.h. */
#include "files/opened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/os.h"
#include "support/folder.h"

const char *reference_path(Arena *arena, const char *name) {
  return str_format(arena, "%s/reference/numpy/%s", TEST_SOURCE_FOLDER, name);
}

Str reference_bytes(Arena *arena, const char *name) {
  Str bytes = {0};
  Status status = {0};
  if (!os_read_file(arena, reference_path(arena, name), 1 << 20, &bytes, &status))
    fail_msg("%s", status.sentence);
  return bytes;
}

Opened opened_reference(const char *name) {
  Opened opened = {.arena = arena_make(0)};
  Status status = {0};
  if (!arrays_open(opened.arena, reference_path(opened.arena, name), NULL, &opened.arrays, &status))
    fail_msg("%s", status.sentence);
  return opened;
}

Opened opened_bytes(Str bytes) {
  Opened opened = {.arena = arena_make(0)};
  Status status = {0};
  if (!arrays_over(opened.arena, "bytes", bytes, &opened.arrays, &status))
    fail_msg("%s", status.sentence);
  return opened;
}

void opened_close(Opened *opened) {
  arrays_close(opened->arrays);
  arena_free(opened->arena);
}

const ArrayInfo *opened_find(const Opened *opened, const char *name) {
  const ArrayInfo *found = arrays_find(opened->arrays, name);
  if (!found) fail_msg("there is no “%s”", name);
  return found;
}

void check_arrays_refused(Str bytes, const char *part) {
  Folder folder = folder_make();
  Arrays *arrays = NULL;
  Status status = {0};
  double start_ms = os_process_cpu_ms();
  assert_false(arrays_over(folder.arena, "a.dat", bytes, &arrays, &status));
  check_sentence(&status, part);
  check_sentence(&status, "a.dat");
  folder_write(&folder, "a.dat", bytes);
  Status again = {0};
  assert_false(arrays_open(folder.arena, folder_file(&folder, "a.dat"), NULL, &arrays, &again));
  check_sentence(&again, part);
  assert_true(os_process_cpu_ms() - start_ms < 1000);
  assert_true(arena_held_bytes(folder.arena) < 40 * bytes.bytes + (1 << 20));
  folder_remove(&folder);
}

double reference_value(const ArrayInfo *array, int64_t index) {
  if (array_type_is_float(array->type)) return (double)index / 2 - 1;
  if (array->type == ARRAY_BOOL) return (double)(index % 2);
  return (double)(array_type_name(array->type)[0] == 'U' ? index : index - 1);
}

void check_all_values(const Opened *opened, const ArrayInfo *array) {
  float *numbers = arena_take(opened->arena, (size_t)array->count, sizeof *numbers);
  int64_t *ids = arena_take(opened->arena, (size_t)array->count, sizeof *ids);
  bool has_ids = array_type_is_integer(array->type);
  assert_true(arrays_read(opened->arrays, (ArrayPart){array, 0, array->count}, numbers, NULL));
  assert_int_equal(arrays_read_ids(opened->arrays, (ArrayPart){array, 0, array->count}, ids, NULL),
                   has_ids);
  for (int64_t i = 0; i < array->count; i++) {
    if ((double)numbers[i] != reference_value(array, i))
      fail_msg("%s[%d] is %g", array->name, (int)i, (double)numbers[i]);
    if (has_ids) assert_true((double)ids[i] == reference_value(array, i));
  }
}
