/* scene/stages/block.h -- what the files of the layer output share. Private to stages/block*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_BLOCK_H
#define SCENE_STAGES_BLOCK_H

#include "scene/stages/stage_view.h"
#include "trace/workings/block.h"

/* The range of a row that is no part of the sums: −m … m with m = max |x_c|; −1 … 1 if m is 0. */
ColorRange block_own_range(const float *row, int columns);

/* The sums of the row in focus worked out; NULL without memory. */
const BlockWorkings *block_workings_of_focus(const Panel *panel);

void block_inspect(Panel *panel); /* for a focused row or number */
/* The chosen number in words (block_words.c). */
CellWords block_cell_words(const Panel *panel);

#endif
