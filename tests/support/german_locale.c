/* tests/support/german_locale.c -- LOCPATH is where the C library looks for locales first. */
#include "support/german_locale.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

void german_locale_begin(void) {
  assert_int_equal(setenv("LOCPATH", TEST_LOCALE_FOLDER, 1), 0);
  assert_non_null(setlocale(LC_ALL, "de_DE.UTF-8"));
  assert_string_equal(localeconv()->decimal_point, ",");
}
