/* tests/text/test_token_ids.c -- ids as a person types them, and texts that are no ids. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text/token_ids.h"

static void numbers_are_ids_with_their_places(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str text = STR(" 464,3290  318 ,\n7, ");
  static const int wanted[] = {464, 3290, 318, 7};
  static const size_t first[] = {1, 5, 11, 17};
  TokenIds ids;
  assert_true(token_ids_are(text));
  assert_true(token_ids_read(arena, text, &ids, NULL));
  assert_int_equal(ids.count, 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(ids.at[i].id, wanted[i]);
    assert_int_equal(ids.at[i].first, first[i]);
  }
  assert_int_equal(ids.at[1].bytes, 4);
  assert_true(token_ids_read(arena, STR("99999999999999999999"), &ids, NULL));
  assert_int_equal(ids.at[0].id, INT_MAX);
  assert_true(token_ids_read(arena, STR("  "), &ids, NULL));
  assert_int_equal(ids.count, 0);
  arena_free(arena);
}

static void anything_else_is_no_list_of_ids(void **state) {
  (void)state;
  static const char *const none[] = {"the cat", "1,,2", ",1", "1.5", "-1",
                                     "1 a",     "1a",   "#5", "1;2"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    if (token_ids_are(str_from(none[i]))) fail_msg("%s", none[i]);
  assert_true(token_ids_are(STR("")));
  assert_true(token_ids_are(STR("0")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_ids_with_their_places),
      cmocka_unit_test(anything_else_is_no_list_of_ids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
