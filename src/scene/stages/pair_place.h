/* scene/stages/pair_place.h -- where everything of the stages by pair lies: the same at all
** of them. Private to stages/pair_*.c.
**
**   cell = min(width / S, height / T, 84)      a query's row is as high as a key's column is wide
**
** unless T and S are so different that rows or columns would be too thin for their names: those
** are widened as far as the place allows, up to a line of text.
** Units  points as drawn; …_DESIGN are design points.   Memory, errors  none.
*/
#ifndef SCENE_STAGES_PAIR_PLACE_H
#define SCENE_STAGES_PAIR_PLACE_H

#include "scene/stages/stage.h"

/* The same boxes at every stage by pair, so that nothing moves from one to the next. */
typedef struct PairPlace {
  Box cells, q, k;
  /* w = 0: no room, hidden rows say so inside. */
  Box rail;
  /* One of them is empty: name and bar stand in the other. */
  Box side, below;
  float strip_w, strip_h; /* of Q and of Kᵀ */
  float gap, label_width, label_height;
  Box whole;
} PairPlace;

PairPlace pair_place(const Scene *scene, Box box);

#endif
