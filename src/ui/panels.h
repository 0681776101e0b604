/* ui/panels.h -- the panels of the window, each drawn by one file. For ui/ only.
**
**   top_bar.c    script | brand | field (sentence.c, editor.c) | drop-downs | export | icons
**   transport_bar.c     transport | rail.c | step by, speed
**   training_panel.c   the training view's own panel and timeline
**   status_bar.c       the line of the focused cell, or a hint; the message over it
**   overlay_buttons.c      threshold, lens, arcs and tint, at the end of the foot
**   menus.c, export_panel.c, dialogs.c, browser.c, card.c    what lies open over everything
**
** Units   Boxes in points as drawn.   Memory, errors  as in ui.h.
*/
#ifndef UI_PANELS_H
#define UI_PANELS_H

#include "ui/widgets.h"

/* Where the parts of the top bar lie; w = 0: no room for it. */
typedef struct TopBar {
  Box brand, field, examples, model, attention, export_button, palette, theme, help;
} TopBar;
/* Depends on the widths of words alone, so every caller of a frame gets the same boxes. */
TopBar top_bar_place(const Ui *ui);
void top_bar_draw(const Ui *ui);
/* Stops the script that plays, or lets the stopped one go on. Only where there is one. */
void script_hit(const Ui *ui, Box box);
void top_bar_menus_answer(const Ui *ui); /* its menu buttons, over what lies over the window */

/* The sentence in its field: chips, or text with a caret. editor_caret places the text anew and
** draws nothing. */
void sentence_draw(const Ui *ui, const TopBar *bar);
/* The text with its caret and selection; only what lies around the caret is measured. */
void editor_draw(const Ui *ui, Box area);
Box editor_caret(const Ui *ui, Box area);
void fade_edge(const Ui *ui, Box area, bool at_right); /* more lies beyond */
Box sentence_area(const Ui *ui, const TopBar *bar); /* of the text in the field, notices left out */

/* The rail takes what the bottom bar leaves between its two ends. The bar below the centre; in the
** training view its timeline. */
void transport_bar_draw(const Ui *ui);
/* One dot a stage, from the left end of box to its right one. */
void rail_draw(const Ui *ui, Box box);

/* The training view: its task and sizes at the left, its timeline in place of the rail. */
bool training_is_shown(const Ui *ui);
/* The panel takes the place of the heads' thumbnails. */
void training_panel_draw(const Ui *ui);
void training_transport_draw(const Ui *ui);
/* From which the list of tasks hangs; the top bar's box outside the training view. */
Box training_task_box(const Ui *ui); /* from which the list of tasks hangs */

void overlay_buttons_draw(const Ui *ui, Box *foot); /* the marks of the weights, cut off its end */
void status_bar_draw(const Ui *ui);                 /* focus line and hints, below the centre */
/* The message, or nothing; a long one grows upwards over the centre. */
void toast_draw(const Ui *ui); /* the message */

void menu_draw(const Ui *ui); /* the open list of choices */
/* Each takes the whole window to choose its size in and lies over what was drawn before. They are
** called only while their menu is open. */
void help_draw(const Ui *ui);
void export_panel_draw(const Ui *ui);
void browser_draw(const Ui *ui);
void card_draw(const Ui *ui);

#endif
