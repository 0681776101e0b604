/* screen/help.h -- the help: every key and, where it is searched, every command that has the words.
**
**   shown  ⇔  each word of the search is in its key, its words, its command or its heading
**
** Upper and lower case are the same, and so are letters with and without marks. A heading stands
** where something below it is shown.
**
** Memory  On the arena given.   Errors  Without memory there are no rows.
*/
#ifndef SCREEN_HELP_H
#define SCREEN_HELP_H

#include "session/session.h"
#include "ui/ui.h"

void help_fill(const Session *session, Arena *arena, UiInputs *inputs);

#endif
