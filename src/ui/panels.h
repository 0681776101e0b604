/* ui/panels.h -- the panels of the window, each drawn by one file. For ui/ only.
**
**   top_bar.c    script | brand | field (sentence.c, chips.c) | drop-downs | export | icons
**   presenter_bar.c    in the presenter view: sentence | counter, in place of both bars
**   laid_over_bar.c     what is laid over the model, below the formula
**   transport_bar.c     transport | rail.c | step by, speed
**   training_panel.c   the training view's own panel and timeline
**   lesson_panel.c     a page of a lesson, of spans (rich_text.c)
**   status_bar.c       the line of the focused cell, or a hint; the message over it
**   overlay_buttons.c      threshold, lens, arcs and tint, at the end of the foot
**   menus.c, export_panel.c, dialogs.c, browser.c, card.c    what lies open over everything
**
** Units   Boxes in points as drawn.   Memory, errors  as in ui.h.
*/
#ifndef UI_PANELS_H
#define UI_PANELS_H

#include "ui/widgets.h"

/* Boxes of the parts of the top bar; w = 0: no room for it. */
typedef struct TopBar {
  Box brand, field, second, examples, model, attention, export_button, palette, theme, help;
  Str attention_words; /* the short form where the whole has no room */
} TopBar;
/* Depends only on the widths of words, so every call in a frame gives the same boxes. */
TopBar top_bar_place(const Ui *ui);
void top_bar_draw(const Ui *ui);
/* Stops the script that plays, or lets the stopped one go on. Only where there is one. */
void script_hit(const Ui *ui, Box box, Box shown);
/* adds the hits of its menu buttons again, over the hit that covers the window */
void top_bar_menus_answer(const Ui *ui);

/* The command that begins to edit the sentence: of two, the one that is meant. */
const char *sentence_edit_command(const Ui *ui);

/* The sentence in its field: tokens as chips, or text with a caret. */
void sentence_draw(const Ui *ui, const TopBar *bar);
/* The second one in a field of its own, with a button that takes it away. */
void second_draw(const Ui *ui, const TopBar *bar);
/* The widgets of the second sentence, for the functions that draw a sentence; *inputs is filled. */
Ui second_ui(const Ui *ui, UiInputs *inputs);
Box second_area(const Ui *ui, const TopBar *bar); /* of its text */
/* The text with its caret and selection; only the part around the caret is measured. editor_caret
** measures the text again and draws nothing. */
void editor_draw(const Ui *ui, Box area);
Box editor_caret(const Ui *ui, Box area);
/* fades the text at an edge beyond which there is more */
void fade_edge(const Ui *ui, Box area, bool at_right);
Box sentence_area(const Ui *ui, const TopBar *bar); /* of the text in the field, without notices */

/* The same without field and notices, for the presenter view. */
void sentence_draw_in(const Ui *ui, Box area);

/* The strip of the presenter view. pen is as large as the sentence has room for. */
typedef struct PresenterBar {
  Box sentence, second, counter;
  Pen pen;
} PresenterBar;
PresenterBar presenter_bar_place(const Ui *ui);
void presenter_bar_draw(const Ui *ui);

/* The bottom bar, below the centre; the rail takes the room between its two ends. In the training
** view it shows the timeline. */
void transport_bar_draw(const Ui *ui);
/* One dot for each stage, from the left end of box to its right one. */
void rail_draw(const Ui *ui, Box box);

/* The training view: its task and sizes at the left, its timeline in place of the rail. */
bool training_is_shown(const Ui *ui);
/* Drawn in place of the heads' thumbnails. */
void training_panel_draw(const Ui *ui);
void training_transport_draw(const Ui *ui);
Box training_task_box(const Ui *ui); /* the list of tasks hangs below it */

void laid_over_bar_draw(const Ui *ui); /* below the formula */
void lesson_panel_draw(const Ui *ui);  /* beside the picture, where a lesson is open */
/* buttons of the weights; takes their room off the end of foot */
void overlay_buttons_draw(const Ui *ui, Box *foot);
void status_bar_draw(const Ui *ui); /* focus line and hints, below the centre */
/* The message, if any; a long one grows upwards over the centre. */
void toast_draw(const Ui *ui);

void menu_draw(const Ui *ui); /* the open menu */
/* The open menu hangs beside the picture, which is looked at while something is chosen. */
bool menu_leaves_picture(const Ui *ui);
/* Each chooses its size within the whole window and lies over what was drawn before. Called only
** while its menu is open. */
void help_draw(const Ui *ui);
void export_panel_draw(const Ui *ui);
void browser_draw(const Ui *ui);
void card_draw(const Ui *ui);

#endif
