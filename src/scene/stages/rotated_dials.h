/* scene/stages/rotated_dials.h -- the dials of rotated queries or keys, one for each row and pair
** of columns. Private to stages/rotated*.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_ROTATED_DIALS_H
#define SCENE_STAGES_ROTATED_DIALS_H

#include "scene/stages/stage_view.h"
#include "trace/workings/rotated.h"

/* Queries or keys: the matrix, the one before the turn, and where its cells lie. */
typedef struct RotatedSide {
  TracePart part, before;
  const char *symbol;
  ProjectionId projection;
  Box cells;
} RotatedSide;

typedef struct RotatedDials {
  const Scene *scene;
  const RotatedSide *side;
  MatView before, after;
  Rotary rotary;
  float dial, longest; /* the longest pair of both sides, so that arrows can be compared */
  float turned;        /* the share of its turn that each arrow has made: 1 at rest */
} RotatedDials;

/* The dials alone. */
void rotated_dials_draw_all(const RotatedDials *dials);
/* With angles above, labels, focus and hits: matrix says where these are. */
void rotated_dials_draw(const RotatedDials *dials, MatrixWidget *matrix);

#endif
