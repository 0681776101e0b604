/* The table of the settings of a kind: every value has its words, and its text in files reads back
** to the same value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/attention_kind.h"

static void every_value_has_a_name_and_words(void **state) {
  (void)state;
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    assert_true(strlen(kind_setting_name((KindSetting)i)) > 0);
    assert_string_equal(kind_value((KindSetting)i, KIND_OWN)->name, "own");
    assert_string_equal(kind_value((KindSetting)i, KIND_OWN)->words, "");
    assert_true(kind_value_count((KindSetting)i) > 1);
    for (int j = 1; j < kind_value_count((KindSetting)i); j++) {
      const KindValue *value = kind_value((KindSetting)i, j);
      assert_true(strlen(value->name) > 0 && strlen(value->words) > 0);
      assert_true(strlen(value->recorded) > 0);
      assert_non_null(strstr(value->laid_over, "laid over; this model was not trained with it"));
      for (int k = 0; k < j; k++)
        assert_string_not_equal(value->name, kind_value((KindSetting)i, k)->name);
    }
  }
}

/* All values of all settings, one after the other. */
static void what_is_written_is_read_back(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  AttentionKind kind = {0}, read;
  assert_string_equal(kind_write(arena, &kind), "");
  assert_true(kind_read(STR(""), &read) && kind_is_own(&read));
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int j = 0; j < kind_value_count((KindSetting)i); j++) {
      assert_true(
          kind_set(&kind, (KindSetting)i, str_from(kind_value((KindSetting)i, j)->name), NULL));
      assert_int_equal(kind.of[i], j);
      assert_true(kind_read(str_from(kind_write(arena, &kind)), &read));
      assert_true(kind_equal(&read, &kind));
    }
  kind = (AttentionKind){.of[KIND_POSITIONS] = POSITIONS_NONE};
  assert_string_equal(kind_write(arena, &kind), "positions none");
  assert_false(kind_is_own(&kind));
  arena_free(arena);
}

static void what_is_no_kind_is_not_read(void **state) {
  (void)state;
  static const char *const wrong[] = {"positions",
                                      "positions ",
                                      "positions nope",
                                      "position none",
                                      "none",
                                      " positions none",
                                      "positions none ",
                                      "positions none;",
                                      "positions none; ",
                                      "positions none; positions none",
                                      "positions none;positions",
                                      "; positions none",
                                      "positionsnone"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    AttentionKind kind = {.of[KIND_POSITIONS] = POSITIONS_NONE};
    if (kind_read(str_from(wrong[i]), &kind)) fail_msg("“%s” is read", wrong[i]);
    assert_int_equal(kind.of[KIND_POSITIONS], POSITIONS_NONE);
  }
}

static void a_wrong_value_is_named_with_those_there_are(void **state) {
  (void)state;
  AttentionKind kind = {0};
  Status status = {0};
  assert_false(kind_set(&kind, KIND_POSITIONS, STR("nono"), &status));
  assert_int_equal(status.kind, STATUS_USAGE);
  assert_non_null(strstr(status.sentence, "“nono”; did you mean “none”?"));
  assert_non_null(strstr(status.sentence, "own, none, alibi"));
  assert_true(kind_is_own(&kind));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_value_has_a_name_and_words),
      cmocka_unit_test(what_is_written_is_read_back),
      cmocka_unit_test(what_is_no_kind_is_not_read),
      cmocka_unit_test(a_wrong_value_is_named_with_those_there_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
