/* tests/support/fonts.c -- see fonts.h. */
#include "support/fonts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static Fonts *opened_fonts(Fonts *set, bool change) {
  static Fonts *fonts;
  if (change) fonts = set;
  return fonts;
}

Fonts *support_fonts(void) { return opened_fonts(NULL, false); }

int support_fonts_open(void **state) {
  Status status = {0};
  Fonts *fonts = NULL;
  (void)state;
  if (!fonts_open(&fonts, &status)) {
    print_error("%s\n", status.sentence);
    return 1;
  }
  opened_fonts(fonts, true);
  return 0;
}

int support_fonts_close(void **state) {
  (void)state;
  fonts_close(support_fonts());
  return 0;
}
