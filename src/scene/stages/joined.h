/* scene/stages/joined.h -- what the files of the joined heads share. Private to stages/joined*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_JOINED_H
#define SCENE_STAGES_JOINED_H

#include "scene/stages/stage_view.h"

/* The chosen number in words (joined_words.c). */
CellWords joined_cell_words(const Panel *panel);

/* "joined of it: most from head 2 (length 1.512)"; empty of one head, without W_O, or where
** that is slow. */
Str joined_row_line(const Scene *scene, int row);

/* The panel of a row or a number, and of none; the number as a sum (joined_panel.c). */
void joined_inspect(Panel *panel);
void joined_legend(Panel *panel);
StageSum joined_sum(const Scene *scene, int row, int col, int terms);

#endif
