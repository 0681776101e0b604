/* scene/stages/features.h -- what the files of the stage of features share. Private to
** stages/features*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_FEATURES_H
#define SCENE_STAGES_FEATURES_H

#include "scene/stages/stage_view.h"
#include "trace/workings/features.h"

/* The part of the focused number: features of queries or of keys. */
TracePart features_part(const Scene *scene);

/* The inspector of the stage: scene/stages/features_panel.c. */
void features_inspect(Panel *panel);
/* The chosen feature in words (features_panel.c). */
CellWords features_cell_words(const Panel *panel);

#endif
