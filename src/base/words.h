/* base/words.h -- marks the words a person reads, so that they can be translated.
**
**   _("…")   translated where it stands
**   N_("…")  marked here, translated where it is shown (tables)
**
** Memory  The translations' own: texts live as long as the program.
** Errors  None: what has no translation stays English.
**
** Numbers, command names and file formats are never translated. `cmake --build … --target words`
** collects the marked words into po/headsup.pot.
*/
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

/* Chooses the language of the environment, once at the start. Where the locale is C or not there,
** C.UTF-8 takes its place, in which LANGUAGE still works. Numbers keep their '.'. */
void words_begin(void);

#endif
