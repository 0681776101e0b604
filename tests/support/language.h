/* tests/support/language.h -- the pseudo-language of tests, and what of a text is not in it.
**
** Every marked text of the program has been made longer and strange and put in brackets by
** support/pseudo_language.py: "⟦%d tóókééñš⟧". What stands outside brackets has not been marked;
** what is cut or overlaps has no room for another language.
*/
#ifndef TESTS_SUPPORT_LANGUAGE_H
#define TESTS_SUPPORT_LANGUAGE_H

#include "base/str.h"

/* From here on _("…") speaks it. */
void speak_pseudo_language(void);

/* The language that a test is called with: pseudo, or one of po/ (de). Without one it stays
** English. */
void speak_argument(int argc, char **argv);

/* The first word of at least two English letters outside all brackets that is none of the names,
** or an empty text. A bracket that is not closed encloses the rest (of a line that was wrapped or
** cut); one that was not opened encloses what is before. A line with letters of the pseudo-language
** and without brackets is the middle of a text. */
Str english_word(Str text, const char *const *names, int name_count);

#endif
