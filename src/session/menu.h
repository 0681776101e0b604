/* session/menu.h -- what the menus hold: one list for the pointer, the keyboard and the picture.
**
** An item is a command. Menus without items (none, help) have count 0.
** Memory  Commands are written into the caller's buffer.
*/
#ifndef SESSION_MENU_H
#define SESSION_MENU_H

#include "session/session.h"

enum { MENU_COMMAND_BYTES = 96 };

int menu_count(const Session *session, MenuId menu);

/* "" when there is no such item. */
void menu_command(const Session *session, MenuId menu, int index, char command[MENU_COMMAND_BYTES]);

const char *menu_name(MenuId menu); /* in commands: "model" */

/* The keyboard goes to another item; the ends hold. */
void menu_move(Session *session, int by);

#endif
