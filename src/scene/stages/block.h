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

/* What is added may be pale on the scale that the sum needs. */
bool block_is_pale(const Scene *scene, TracePart part);
/* Below the cells of such a matrix, as high as foot: how little of the scale it needs, and the
** followed row as signed bars with a scale of their own, in the columns of the cells. */
void block_reach_draw(const Scene *scene, TracePart part, Box cells, Box foot);
/* A line of small words, centred, if it fits. */
void block_small_draw(const Scene *scene, Box box, const char *words);

void block_inspect(Panel *panel); /* for a focused row or number */
/* The chosen number in words, and what a row went through (block_words.c). */
CellWords block_cell_words(const Panel *panel);
Str block_row_line(const Scene *scene, int row);

#endif
