/* scene/stages/qkv.h -- what the files of the Q, K, V stage share. Private to stages/qkv*.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_QKV_H
#define SCENE_STAGES_QKV_H

#include "scene/stages/stage_view.h"

/* The map of the focused number. *term, unless NULL: the column of X pointed at, −1 none. */
ProjectionId qkv_projection(const Scene *scene, int *term);

/* The inspector of the stage: scene/stages/qkv_panel.c. */
void qkv_inspect(Panel *panel);

/* The picture of a recording, which has no weight matrices; draw and cells as in StageView. */
void qkv_recorded_draw(const Scene *scene, Box box);
Box qkv_recorded_cells(const Scene *scene, Box box);

#endif
