/* ui/chips.h -- the tokens of a sentence as chips, in a row that folds what does not fit so that
** the chosen query and its key are visible. A count, or in a narrow row a fading edge, shows that
** there is more.
**
** Memory  On the list's arena.   Errors  The list's failed.
*/
#ifndef UI_CHIPS_H
#define UI_CHIPS_H

#include "ui/widgets.h"

/* Of tokens, and of a sentence whose tokens are not known yet. */
static const float CHIP_SIZE = 13.5f;

void chips_draw(const Ui *ui, Box area);

/* Of the whole row, in points; 0: there are no tokens. */
float chips_width(const Ui *ui);
/* Of the presenter view, where a row that does not fit stands in two lines if these do; width 0:
** there are fewer than two tokens. */
float chips_width_of_two_lines(const Ui *ui);
float chips_height_of_two_lines(const Ui *ui);

/* What of a text may be measured: a token may be a megabyte without a space. */
Str chip_beginning(Str text);

#endif
