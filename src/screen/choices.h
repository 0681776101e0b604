/* screen/choices.h -- the words beside the commands of the open menu, and of the key table.
**
** The session knows commands and which of them holds; what a person reads about them is here, so
** that session/ has no words of a picture and ui/ no names of commands.
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
