/* app/menu_keys.h -- what a key does while a menu or a dialog is open.
**
** Every menu takes Tab, which walks through its items, and the arrows. A dialog takes the whole
** keyboard, except for keys that concern the window itself and the key that opened the dialog.
**
** Memory  Commands are constant text.   Errors  None.
*/
#ifndef APP_MENU_KEYS_H
#define APP_MENU_KEYS_H

#include "session/session.h"

/* The command of the key, "" where the menu takes it and does nothing; NULL: no menu is open, or
** the key means what it means without one. */
const char *menu_keys_command(const Session *session, const char *key);

/* Whether a text typed into the open help is not searched for: its key did something else. */
bool menu_keys_help_keeps(const Session *session, const char *text);

/* What a key does beside a lesson, where no control has the keyboard focus; NULL: what it does
** without one. Presenting, the keys of a clicker turn the pages (advance). */
const char *menu_keys_of_lesson(const Session *session, const char *key);

#endif
