/* screen/card.h -- describes the model on show, as the rows of its card.
**
** Names and numbers come from the facts of the model or the recording; nothing is computed here.
** Text of a file is escaped before it is shown.
**
** Memory  On the arena given, for one frame.   Errors  Rows without memory are left out.
*/
#ifndef SCREEN_CARD_H
#define SCREEN_CARD_H

#include "session/session.h"
#include "ui/ui.h"

/* Fills card, card_title and card_count of inputs; they stay empty without
** memory. Reads no file. */
void card_fill(const Session *session, Arena *arena, UiInputs *inputs);

/* A layer of the model as a figure, with shapes, maps and parameters: NULL: the numbers on show are
** recorded, and of what the model is made is not known; or there is no memory. */
const BlockFigure *card_block_figure(const Session *session, Arena *arena);

/* One line that is safe to show: control and bidirectional characters are escaped. */
Str card_line(Arena *arena, const char *text);

#endif
