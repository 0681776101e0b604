/* screen/choices.h -- the items of the open menu, as ui/ draws them.
**
** The session knows the items, their commands and their words; this adds how they look, so that ui/
** knows no commands. Items that are shown by their own name (a folder, a recorded mask, a task) get
** their words here.
**
** Memory  On the arena given, for one frame.   Errors  Without memory the menu is empty.
*/
#ifndef SCREEN_CHOICES_H
#define SCREEN_CHOICES_H

#include "session/session.h"
#include "ui/ui.h"

/* Fills menu, menu_title and menu_note of inputs for the open menu. Item i has the command of the
** session's item i, so pointer and keyboard choose the same. */
void choices_fill(const Session *session, Arena *arena, UiInputs *inputs);

/* The numbers of the wanted value of a setting, as steppers. */
void kind_numbers_fill(const Session *session, KindSetting setting, Arena *arena,
                       UiNumber numbers[UI_NUMBERS]);

#endif
