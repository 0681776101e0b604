/* session/menu/menu.h -- the items of the menus: one list for the pointer, the keyboard and the
** picture.
**
** An item is a command, so a menu can do nothing that a script cannot. Its words are in the same
** row of the same table; which one is set is read from the session each time.
** Menus without items (none, help) have count 0.
**
** Memory  Commands are constant or lie on the caller's arena.   Errors  None.
*/
#ifndef SESSION_MENU_MENU_H
#define SESSION_MENU_MENU_H

#include "model/kind_picture.h"
#include "session/commands/line.h"
#include "session/session.h"

enum { MENU_MASK_SIZE_MOST = 64, MENU_RECORDED_MASKS_MOST = 8 };

/* The number of items now; they count from 0. Some menus depend on the disk or on what is on show,
** so a count is valid only until the next command or tick. */
int menu_count(const Session *session, MenuId menu);

/* How many models inside the program the model menu offers first; the last of them are families of
** random, a line of small buttons. */
int menu_model_count(void);
bool menu_is_family(MenuId menu, int index);

/* The command of an item as a line for session_do; "" if there is no such item or no memory. */
const char *menu_command(const Session *session, MenuId menu, int index, Arena *arena);

/* The words of an item, to be translated; "" where there are none. */
typedef struct MenuWords {
  const char *group; /* the heading above the first item of a group */
  const char *label, *note;
} MenuWords;

/* The words of an item. False: the item is shown by its own name, such as a folder, a recorded
** mask, a task or the choice of a question. */
bool menu_words(const Session *session, MenuId menu, int index, MenuWords *words);

/* The name of a menu in commands: "model"; not translated. */
const char *menu_name(MenuId menu);

/* Whether what the item would set is set already. */
bool menu_is_set(const Session *session, MenuId menu, int index);
/* Whether the menu stays open after the item is chosen: true for settings that a person may want to
** try one after the other. */
bool menu_stays_open(const Session *session, MenuId menu, int index);

/* The part of a mask that an item of the attention menu stands for, with the numbers it has, or
** would begin with, in *parts; MASK_PART_COUNT: it stands for none. */
MaskPart menu_mask_part(const Session *session, int item, MaskParts *parts);
/* The size of such a part that can be made smaller and larger; -1: there is none to step. */
int menu_mask_size(const Session *session, int item);

/* The command that gives such an item that size, beside the other parts of the mask; "" where it
** cannot be so small or so large, or there is no memory. Choosing an item takes its part in beside
** them, or out again; without the only part there is no mask, as with the first item. */
const char *menu_mask_command(const Session *session, int item, int size, Arena *arena);

/* Whether an item of the attention menu sets how attention is done (trace/attention_kind.h). Those
** of one setting are a line of small buttons. */
bool menu_is_kind(const Session *session, int item);
/* Whether an item of the attention menu is one of several tiles under a heading. */
bool menu_is_tile(const Session *session, int item);
/* Whether an item of the attention menu changes no number: a comparison or a view. */
bool menu_is_look(const Session *session, int item);
/* Whether what an item of the attention menu sets is set, and is not what the model has itself. */
bool menu_is_laid_over(const Session *session, int item);
/* Whether an item of the attention menu is one with which one begins. A recording has none. */
bool menu_is_first(const Session *session, int item);
/* The setting whose numbers the item steps (session/menu/kind_numbers.h), where it is set;
** KIND_SETTING_COUNT: none. */
KindSetting menu_kind_stepped(const Session *session, int item);
/* Why an item of the attention menu cannot be chosen now, as a whole sentence; "": it can. */
const char *menu_refusal(const Session *session, int item, Arena *arena);

/* The picture of an item of the attention menu, with the numbers that it has or would begin with.
** False: it has none. */
bool menu_picture(const Session *session, int item, KindPicture *picture);
/* What an item of the attention menu costs with the sentence and the model on show; "": nothing is
** said, or no memory. */
const char *menu_cost(const Session *session, int item, Arena *arena);

/* Of a recording, whose masks are as they were: the first layer with the item-th of them, where
** choosing it goes; −1: no such item, or no recording. */
int menu_recorded_mask(const Session *session, int item);

/* To be called when another model comes on show: if it or the one before is a recording, the list
** of masks differs. If that menu is open, its selection starts again at the item that is set. */
void menu_follow_masks(Session *session, bool was_recorded);

/* The keyboard goes to another item; the ends hold. In the export menu, below the palettes and
** below the masks, down goes to the next section and right along it; the others are one column,
** where right and left make a mask's size larger and smaller. */
void menu_move(Session *session, int down, int right);

/* The export menu is a form: sections in each of which one item is set, and two
** buttons. From top to bottom. */
typedef enum MenuSection {
  SECTION_WHAT,
  SECTION_FORMAT,
  SECTION_MOVES,
  SECTION_MOVIE,
  SECTION_PACE,
  SECTION_MOTION,
  SECTION_LOOP,
  SECTION_SCALE,
  SECTION_CAPTION,
  SECTION_NUMBERS,
  SECTION_LEAST,
  SECTION_RANGE,
  SECTION_WIDTH,
  SECTION_FONT,
  SECTION_FACE,
  SECTION_HEADS,
  SECTION_COLUMNS,
  SECTION_LETTERS,
  SECTION_TITLE,
  SECTION_AXIS,
  SECTION_ROUND, /* to SECTION_PAPER: of an exercise sheet */
  SECTION_ROWS,
  SECTION_DIMS,
  SECTION_PAPER,
  SECTION_THEME,
  SECTION_BACKGROUND,
  SECTION_BUTTONS,
  SECTION_COUNT
} MenuSection;

/* Items count from 0 over all sections, in the order of the picture; those of a
** section are adjacent. */
int export_menu_count(void);
/* The command of an item, for session_do; constant text. */
const char *export_menu_command(int index);
MenuWords export_menu_words(int index);
MenuSection export_menu_section(int index);
bool export_menu_is_set(const Session *session, int index);
/* Whether the item changes what is written now: how a movie plays changes no still picture. */
bool export_menu_applies(const Session *session, int index);
/* The item selected when the menu opens: the export button, so that Enter alone exports. */
int export_menu_first(void);
/* The item reached from index: down between sections, right within one; stops at the ends. */
int export_menu_move(const Session *session, int index, int down, int right);
/* After a command of the open form. A press on another item than the selected one gives the
** selection back to the button, so that Enter exports what was put together with the pointer. */
void export_menu_follow(Session *session, const CommandWords *words);

#endif
