/* ui/panels.h -- the panels of the window, each drawn by one file. For ui/ only. */
#ifndef UI_PANELS_H
#define UI_PANELS_H

#include "ui/widgets.h"

/* Where the parts of the top bar lie; w = 0: no room for it. */
typedef struct TopBar {
  Box brand, field, examples, model, attention, export_button, palette, theme, help;
} TopBar;
TopBar top_bar_place(const Ui *ui);
void top_bar_draw(const Ui *ui);

/* The sentence in its field: chips, or text with a caret. */
void sentence_draw(const Ui *ui, const TopBar *bar);
void chips_draw(const Ui *ui, Box area);
void editor_draw(const Ui *ui, Box area);
Box editor_caret(const Ui *ui, Box area);
void fade_edge(const Ui *ui, Box area, bool at_right); /* more lies beyond */
Box sentence_area(const Ui *ui, const TopBar *bar); /* of the text in the field, notices left out */

void bottom_draw(const Ui *ui);
void rail_draw(const Ui *ui, Box box);

void foot_draw(const Ui *ui);  /* focus line and hints, below the centre */
void toast_draw(const Ui *ui); /* the message */

void menu_draw(const Ui *ui); /* the open list of choices */
void help_draw(const Ui *ui);
void export_panel_draw(const Ui *ui);

#endif
