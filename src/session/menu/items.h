/* session/menu/items.h -- the items that are the same in every session; for menu.c only.
**
** One row an item: what it does, what it sets, what a person reads of it. Where a menu lists other
** things too (models of the disk, palettes), these stand behind them.
**
** Memory  Constant.   Errors  None.
*/
#ifndef SESSION_MENU_ITEMS_H
#define SESSION_MENU_ITEMS_H

#include "session/menu/menu.h"

typedef struct MenuItem {
  const char *command; /* of a part of a mask: as it begins, taken in beside the others */
  MenuWords words;
} MenuItem;

/* Behind the models: train one, open one of the disk, read what the one on show is, begin again. */
enum { MODEL_TRAIN, MODEL_BROWSE, MODEL_CARD, MODEL_RESET };

/* Answers to what a script asks for. */
enum { SCRIPT_ANSWER_YES, SCRIPT_ANSWER_WITHOUT, SCRIPT_ANSWER_NO };

/* Of MENU_MODEL, MENU_ATTENTION (masks, the editor, the settings of a kind), MENU_PALETTE,
** MENU_RESTORE and MENU_SCRIPT; 0 of the others. */
int menu_item_count(MenuId menu);
const MenuItem *menu_item(MenuId menu, int index);

#endif
