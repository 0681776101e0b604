/* scene/stages/pairs_place.h -- where everything of the four stages by pair lies: the same at all
** four. Private to stages/pairs*.c.
**
**   cell = min(width / S, height / T, 84)      a query's row is as high as a key's column is wide
**
** unless T and S are so different that rows or columns would be too thin for their names: those
** are widened as far as the place allows, up to a line of text.
** Units  points as drawn; …_DESIGN are design points.   Memory, errors  none.
*/
#ifndef SCENE_STAGES_PAIRS_PLACE_H
#define SCENE_STAGES_PAIRS_PLACE_H

#include "scene/stages/stage.h"

/* The same boxes for scores, scaled, masked and weights, so that nothing moves from one to the
** next. */
typedef struct PairsPlace {
  Box cells, q, k;
  /* w = 0: no room, hidden rows say so inside. */
  Box rail;
  /* One of them is empty: name and bar stand in the other. */
  Box side, below;
  float strip_w, strip_h; /* of Q and of Kᵀ */
  float gap, label_width, label_height;
  Box whole;
} PairsPlace;

PairsPlace stage_pairs_place(const Scene *scene, Box box);

#endif
