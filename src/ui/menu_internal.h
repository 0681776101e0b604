/* ui/menu_internal.h -- what the files of a menu share. For ui/menu*.c alone.
**
**   menu_flow.c     how large each choice is and where it lies
**   menu_place.c    where the panel lies and how large its words are
**   menu_choice.c   draws one choice
**   menus.c         draws the panel: title, choices, note
**
** Units   Points; the sizes below are design points, for text scale 1.
** Memory  The arena of the frame's list.
*/
#ifndef UI_MENU_INTERNAL_H
#define UI_MENU_INTERNAL_H

#include "ui/panels.h"

static const float MENU_PAD = 8, MENU_EDGE = 12, MENU_INDENT = 8, MENU_HEADING_HEIGHT = 26;
static const float MENU_TITLE_HEIGHT = 30;
static const float MENU_LABEL_SIZE = 13, MENU_NOTE_SIZE = 11.25f, MENU_LINE_GAP = 1.12f;
static const float MENU_ROW_PAD = 7, MENU_NOTE_GAP = 1, MENU_RULE_GAP = 12, MENU_COLUMN_GAP = 20;
static const float MENU_MARK_WIDTH = 26, MENU_SAMPLE_WIDTH = 56, MENU_STEPPER_WIDTH = 92;
static const float MENU_PICTURE_SIDE = 32, MENU_PICTURE_GAP = 9;

typedef struct MenuChoices {
  Box *choices; /* from the content's upper left corner; NULL: no memory */
  float height; /* of the content */
} MenuChoices;

/* ---- menu_flow.c ---- */

TextStyle menu_label_style(const Ui *ui, const UiChoice *choice);
TextStyle menu_note_style(const Ui *ui);
/* Of a row: the room for its words, its height at that width, the space above and below its words,
** and its label's height in a room of that width. */
Box menu_row_words(const Ui *ui, const UiChoice *choice, Box row);
float menu_row_height(const Ui *ui, const UiChoice *choice, float width);
float menu_row_pad(const Ui *ui, const UiChoice *choice);
float menu_label_height(const Ui *ui, const UiChoice *choice, float width);
bool menu_is_beside(const UiChoice *choice); /* the next one stands beside it, not below */
bool menu_begins_links(const Ui *ui, int index);
/* The room for a tile's picture or mark; 0 where no tile has one. It is that of the largest, so
** that the words of all have the same left edge. */
float menu_tile_mark_width(const Ui *ui);
MenuChoices menu_choices_place(const Ui *ui, float width);

/* ---- menu_place.c ---- */

/* The panel and its choices, in words of that pen. */
typedef struct MenuPanel {
  Pen pen;
  Box box;
  MenuChoices content;
} MenuPanel;

bool menu_is_question(const Ui *ui); /* in the middle of the window, with its note before it */
bool menu_has_columns(const Ui *ui); /* some choices stand in a second column */
float menu_column_width(const Ui *ui, float width); /* of the first one; the second has the rest */
float menu_width(const Ui *ui);
MenuPanel menu_panel_place(const Ui *ui);

/* ---- menu_choice.c and menus.c ---- */

void menu_choice_draw(const Ui *ui, int index, Box box);
/* Of a panel whose choices are that high. */
float menu_whole_height(const Ui *ui, float content);

#endif
