/* tests/support/fonts.h -- the fonts of a whole test program, opened once for all its tests.
**
** Errors  Without fonts the group's setup fails and says what is missing.
*/
#ifndef TESTS_SUPPORT_FONTS_H
#define TESTS_SUPPORT_FONTS_H

#include "font/font.h"

Fonts *support_fonts(void);

/* Setup and teardown for cmocka_run_group_tests. */
int support_fonts_open(void **state);
int support_fonts_close(void **state);

#endif
