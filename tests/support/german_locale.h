/* tests/support/german_locale.h -- the locale de_DE.UTF-8, which writes 0,5 for a half.
**
** The tests' build makes it (tests/CMakeLists.txt), since a small system has none but C.
*/
#ifndef TESTS_SUPPORT_GERMAN_LOCALE_H
#define TESTS_SUPPORT_GERMAN_LOCALE_H

/* Makes it the locale of this process, or fails the test. Undo with setlocale(LC_ALL, "C");
** programs that this process starts still find it by its name. */
void german_locale_begin(void);

#endif
