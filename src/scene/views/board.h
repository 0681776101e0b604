/* scene/views/board.h -- a model typed in as the tables that a teacher writes on a blackboard.
**
**   E  P  W_Q  W_K  W_V  W_O        as they were typed; a click chooses a cell, and keys fill it in
**   X  Q  K  V  scores  weights …   what the head on show makes of them for the sentence
**
** All tables are as large as they fit beside and below each other; where that is too small, what is
** computed is left out, and then all but the table with the chosen cell, of which a part is shown.
** Numbers that are whole are written whole.
**
** Memory  On the arena of the draw list.   Errors  None.
*/
#ifndef SCENE_VIEWS_BOARD_H
#define SCENE_VIEWS_BOARD_H

#include "scene/stages/stage_view.h"
#include "trace/workings/board_table.h"

/* The panel: sizes, mask, and what can be done. */
void board_inspect(Panel *panel);

#endif
