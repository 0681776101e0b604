/* scene/stages/weights.h -- what the files of the weights share. Private to stages/weights*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_WEIGHTS_H
#define SCENE_STAGES_WEIGHTS_H

#include "scene/stages/pair_stage.h"

/* The chosen weight in words (weights_words.c). */
CellWords weights_cell_words(const Panel *panel);

#endif
