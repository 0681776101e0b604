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

/* The followed row of Q, K and V in large cells, below the maps: scene/stages/qkv_rows.c. */
typedef struct QkvRow {
  ProjectionId id;
  TracePart part;
  const char *symbol;
} QkvRow;
bool qkv_has_rows(const Scene *scene); /* then the cells of the matrices have no digits */
/* What they take of the height of the stage; 0: there are none. */
float qkv_rows_height(const Scene *scene, float height);
void qkv_rows_draw(const Scene *scene, Box box, const QkvRow rows[3]);

/* The picture of a recording, which has no weight matrices; draw and cells as in StageView. */
void qkv_recorded_draw(const Scene *scene, Box box);
Box qkv_recorded_cells(const Scene *scene, Box box);

#endif
