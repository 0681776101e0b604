/* tests/base/test_progress.c -- long work: the time left and its words, and who may stop it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/progress.h"

static void the_rest_takes_as_long_as_what_is_done_did(void **state) {
  (void)state;
  assert_float_equal(progress_left_s(3000, 0.25), 9, 1e-9);
  assert_float_equal(progress_left_s(3000, 1), 0, 1e-9);
}

static void before_anything_is_done_no_time_is_said(void **state) {
  (void)state;
  char words[PROGRESS_LEFT_BYTES] = "former";
  assert_true(progress_left_s(3000, 0) < 0);
  assert_string_equal(progress_left_words(progress_left_s(3000, 0), words), "");
}

static void words_are_rounded_up_and_change_unit_at_90(void **state) {
  (void)state;
  static const struct {
    double left_s;
    const char *words;
  } table[] = {{0, "0 s left"},      {0.1, "1 s left"},      {89.9, "90 s left"},
               {90, "2 min left"},   {5399, "90 min left"},  {5400, "1.5 h left"},
               {5401, "1.6 h left"}, {86400, "24.0 h left"}, {-1, ""}};
  char words[PROGRESS_LEFT_BYTES];
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    assert_string_equal(progress_left_words(table[i].left_s, words), table[i].words);
}

/* ---- saying and asking ---- */

typedef struct Listener {
  double said;
  bool stop;
} Listener;

static void hear(void *self, double share) { ((Listener *)self)->said = share; }
static bool is_over(void *self) { return ((Listener *)self)->stop; }

static void the_share_is_said_before_it_is_asked_whether_to_go_on(void **state) {
  (void)state;
  Status status = {0};
  Listener listener = {.stop = true};
  Progress progress = {hear, is_over, &listener};
  assert_false(progress_check(&progress, 0.5, "the work", &status));
  assert_float_equal(listener.said, 0.5, 0);
  assert_int_equal(status.kind, STATUS_STOPPED);
  assert_string_equal(status.sentence, "the work was stopped");
}

static void work_that_nobody_listens_to_goes_on(void **state) {
  (void)state;
  Progress silent = {0};
  assert_true(progress_goes_on(NULL, 0.5));
  assert_true(progress_goes_on(&silent, 0.5));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_rest_takes_as_long_as_what_is_done_did),
      cmocka_unit_test(before_anything_is_done_no_time_is_said),
      cmocka_unit_test(words_are_rounded_up_and_change_unit_at_90),
      cmocka_unit_test(the_share_is_said_before_it_is_asked_whether_to_go_on),
      cmocka_unit_test(work_that_nobody_listens_to_goes_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
