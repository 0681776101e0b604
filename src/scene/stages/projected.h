/* scene/stages/projected.h -- what the files of the stage of mixed keys share. Private to
** stages/projected*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_PROJECTED_H
#define SCENE_STAGES_PROJECTED_H

#include "scene/stages/stage_view.h"
#include "trace/workings/mixture.h"

/* The inspector of the stage: scene/stages/projected_panel.c. */
void projected_inspect(Panel *panel);
/* The chosen share in words (projected_panel.c). */
CellWords projected_cell_words(const Panel *panel);

#endif
