/* session/menu/items.h -- the menu items that are the same in every session. Private to
** session/menu/.
**
** Each row holds the command of an item and its words. Menus that list other things too (models of
** the disk, palettes) put them before these items.
**
** Memory  Constant.   Errors  None.
*/
#ifndef SESSION_MENU_ITEMS_H
#define SESSION_MENU_ITEMS_H

#include "session/menu/menu.h"

typedef struct MenuItem {
  const char *command; /* a part of a mask has its starting numbers; choosing it joins it to
                       ** the present mask */
  MenuWords words;
  const char *cost; /* in a few words, marked for translation; NULL: it depends, or none is said */
  bool is_first;    /* of the attention menu: where one begins */
} MenuItem;

/* Items after the models: learn with one, train one, type one in, open one of the disk, describe
** the one on show, reset. */
enum { MODEL_LESSONS, MODEL_TRAIN, MODEL_BOARD, MODEL_BROWSE, MODEL_CARD, MODEL_RESET };

/* Answers to the question about a script's wishes. */
enum { SCRIPT_ANSWER_YES, SCRIPT_ANSWER_WITHOUT, SCRIPT_ANSWER_NO };

/* Of MENU_MODEL, MENU_ATTENTION (masks, the editor, the settings of a kind), MENU_PALETTE,
** MENU_WHAT_IF, MENU_RESTORE and MENU_SCRIPT; 0 of the others. */
int menu_item_count(MenuId menu);

/* Of a menu that has no items now: why, and what to do instead; marked for translation. "" of the
** others. */
const char *menu_words_of_none(MenuId menu);
const MenuItem *menu_item(MenuId menu, int index);

#endif
