/* screen/choices.h -- the words beside the commands of the open menu, and of the key table.
**
** The session knows the items, their commands and their words; here they become what ui/ draws, so
** that ui/ has no names of commands. What is named by what it is (a folder, a recorded mask, a
** task) gets its words here.
**
** Memory  On the arena given, for one frame.   Errors  Without memory the menu is empty.
*/
#ifndef SCREEN_CHOICES_H
#define SCREEN_CHOICES_H

#include "session/session.h"
#include "ui/ui.h"

/* Fills menu, menu_title and menu_note of inputs for the menu that is open; item i carries the
** command the session's own menu has at i, so pointer and keyboard choose the same. */
void choices_fill(const Session *session, Arena *arena, UiInputs *inputs);

/* Fills keys: one line for each help, with every key that does it. */
void keys_fill(Arena *arena, UiInputs *inputs);

#endif
