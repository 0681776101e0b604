/* session/menu/attention.h -- what menu.c asks of the attention menu; menu.h has the rest.
**
** Memory  Commands are constant or lie on the caller's arena.   Errors  None.
*/
#ifndef SESSION_MENU_ATTENTION_H
#define SESSION_MENU_ATTENTION_H

#include "session/menu/menu.h"

int attention_menu_count(const Session *session);
bool attention_menu_is_set(const Session *session, int index);
/* "" without memory. */
const char *attention_menu_command(const Session *session, int index, Arena *arena);
/* Left (−1) and right (1) change the size of the selected part of a mask, and set it. */
void attention_menu_resize(Session *session, int right);
/* + and − (by 1 and −1) change a number of the selected item, the first or the second (place 0 or
** 1), and set the item first where it is not set. */
bool attention_menu_step(Session *session, int by, int place, Status *status);

#endif
