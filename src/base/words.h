/* base/words.h -- marks the words a person reads, so that they can be translated.
**
**   _("…")   translated where it stands
**   N_("…")  marked here, translated where it is shown (tables)
**
** Numbers, command names and file formats are never translated.
*/
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

#endif
