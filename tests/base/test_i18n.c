/* The macros of base/i18n.h: plural forms, contexts and another word order, in a language that has
** all three (tests/base/words.po). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/i18n.h"

static void a_count_takes_the_form_of_its_language(void **state) {
  (void)state;
  assert_string_equal(P_("%d token", "%d tokens", 1), "%d znak");
  assert_string_equal(P_("%d token", "%d tokens", 4), "%d znaki");
  assert_string_equal(P_("%d token", "%d tokens", 5), "%d znaków");
}

static void one_word_with_two_meanings_has_two_translations(void **state) {
  (void)state;
  assert_string_equal(C_("of a matrix", "row"), "Zeile");
  assert_string_equal(C_("with oars", "row"), "rudern");
}

static void a_translation_may_move_the_directives(void **state) {
  (void)state;
  char shown[64];
  snprintf(shown, sizeof shown, _("row %d of %s"), 3, "weights");
  assert_string_equal(shown, "weights: Zeile 3");
}

/* Without its context, which is only for translators. */
static void what_has_no_translation_stays_english(void **state) {
  (void)state;
  assert_string_equal(_("no such text"), "no such text");
  assert_string_equal(C_("on a street", "row"), "row");
  assert_string_equal(P_("%d box", "%d boxes", 1), "%d box");
  assert_string_equal(P_("%d box", "%d boxes", 2), "%d boxes");
}

static int speak_the_test_language(void **state) {
  (void)state;
  int failed = setenv("LANGUAGE", "x_words", 1) | setenv("HEADSUP_LOCALES", TEST_WORDS_FOLDER, 1);
  i18n_begin();
  return failed;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_count_takes_the_form_of_its_language),
      cmocka_unit_test(one_word_with_two_meanings_has_two_translations),
      cmocka_unit_test(a_translation_may_move_the_directives),
      cmocka_unit_test(what_has_no_translation_stays_english),
  };
  return cmocka_run_group_tests(tests, speak_the_test_language, NULL);
}
