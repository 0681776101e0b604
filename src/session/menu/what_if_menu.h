/* session/menu/what_if_menu.h -- the menu "what if": steps that are left out or bent, and mistakes;
** and the choices of a quiz.
**
** Memory  Commands are constant or lie on the caller's arena.   Errors  None.
*/
#ifndef SESSION_MENU_WHAT_IF_H
#define SESSION_MENU_WHAT_IF_H

#include "session/menu/menu.h"
#include "trace/mistakes.h"

bool what_if_is_set(const Session *session, int item);
bool what_if_stays_open(const Session *session, int item);
/* The setting whose number the item steps, where it is set; KIND_SETTING_COUNT: none. */
KindSetting what_if_stepped(const Session *session, int item);
/* Why an item cannot be chosen now, as a whole sentence; "": it can. */
const char *what_if_refusal(const Session *session, int item, Arena *arena);
/* + and − (by 1 and −1) change a number of the selected item, the first or the second (place 0 or
** 1), and set the item first where it is not set. */
bool what_if_step(Session *session, int by, int place, Status *status);

/* The mistakes to choose from, and one more item that tells the answer; 0 while no quiz asks. */
int quiz_choice_count(const Session *session);
/* MISTAKE_NONE: the item that tells. */
MistakeKind quiz_choice(const Session *session, int item);
const char *quiz_choice_command(const Session *session, int item, Arena *arena);
bool quiz_choice_is_tried(const Session *session, int item);

#endif
