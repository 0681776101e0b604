/* tests/assets/test_assets.c -- what is in the binary is what is in assets/. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "base/os.h"

static void every_file_is_in_the_binary_byte_by_byte(void **state) {
  (void)state;
  assert_true(assets_count() > 0);
  for (int i = 0; i < assets_count(); i++) {
    Arena *arena = arena_make(0);
    Status status = {0};
    Str on_disk, built_in;
    const char *folder = str_starts(str_from(assets_name(i)), "icon/") ? "packaging" : "assets";
    const char *path = str_format(arena, TEST_SOURCE_FOLDER "/../%s/%s", folder, assets_name(i));
    if (!os_read_file(arena, path, (size_t)1 << 26, &on_disk, &status))
      fail_msg("%s", status.sentence);
    assert_true(assets_find(assets_name(i), &built_in));
    if (!str_equal(on_disk, built_in)) fail_msg("%s differs", path);
    arena_free(arena);
  }
}

static void names_are_in_byte_order(void **state) {
  (void)state;
  for (int i = 1; i < assets_count(); i++)
    assert_true(strcmp(assets_name(i - 1), assets_name(i)) < 0);
}

static void another_name_is_not_found(void **state) {
  (void)state;
  Str bytes;
  assert_false(assets_find("", &bytes));
  assert_false(assets_find("lessons", &bytes));
  assert_false(assets_find("lessons/causal-mask.tx", &bytes));
  assert_false(assets_find("zzz", &bytes));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_file_is_in_the_binary_byte_by_byte),
      cmocka_unit_test(names_are_in_byte_order),
      cmocka_unit_test(another_name_is_not_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
