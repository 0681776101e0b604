/* scene/stages/joined.h -- what the files of the joined heads share. Private to stages/joined*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_JOINED_H
#define SCENE_STAGES_JOINED_H

#include "scene/stages/stage_view.h"

/* The chosen number in words (joined_words.c). */
CellWords joined_cell_words(const Panel *panel);

#endif
