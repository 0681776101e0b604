/* scene/stages/side_by_side.h -- the picture of a stage whose matrices are side by side, with
** tokens as rows and signs between them. Private to stages/.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_SIDE_BY_SIDE_H
#define SCENE_STAGES_SIDE_BY_SIDE_H

#include "scene/stages/stage.h"

/* Draws all parts of the stage that the trace has; the scene must be fitted. */
void side_by_side_draw(const Scene *scene, StageId stage, Box box);
/* The cells of the last part. */
Box side_by_side_cells(const Scene *scene, StageId stage, Box box);

#endif
