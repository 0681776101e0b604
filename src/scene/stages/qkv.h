/* scene/stages/qkv.h -- what the files of the Q, K, V stage share. Private to stages/qkv*.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_QKV_H
#define SCENE_STAGES_QKV_H

#include "scene/stages/stage_view.h"

/* The map of the focused number. *term, unless NULL: the column of X pointed at, −1 none. */
ProjectionId qkv_projection(const Scene *scene, int *term);

/* What a map makes, from which weights and bias. */
typedef struct QkvMap {
  TracePart result, weights, bias;
  const char *symbol; /* "× W_Q" */
} QkvMap;
const QkvMap *qkv_map(ProjectionId id);
/* The map of the focused number; values may have columns that queries and keys have not. */
ProjectionId qkv_map_of_number(const Panel *panel);

/* The chosen number in words (qkv_words.c). */
CellWords qkv_cell_words(const Panel *panel);

/* As in StageView (qkv_captions.c). */
void qkv_captions(const Scene *scene, Captions *out);
const char *qkv_focus_line(const Scene *scene, int row, int col);
void qkv_formula(const Scene *scene, Formula *out);

/* The inspector of the stage: scene/stages/qkv_panel.c. */
void qkv_inspect(Panel *panel);

/* The picture of a recording, which has no weight matrices; draw and cells as in StageView. */
void qkv_recorded_draw(const Scene *scene, Box box);
Box qkv_recorded_cells(const Scene *scene, Box box);

#endif
