/* scene/views/dashes.h -- lines of dashes, by which curves of one colour are told apart.
**
** Units  Points as drawn; dashes are measured along the line.
** Memory, errors  as scene/draw_list.h.
*/
#ifndef SCENE_VIEWS_DASHES_H
#define SCENE_VIEWS_DASHES_H

#include "scene/draw_list.h"

/* Drawn and left out in turn, until a length of 0; all of them 0: a whole line. */
typedef struct Dashes {
  float lengths[4];
} Dashes;

/* Straight from point to point. */
void dashes_draw(DrawList *list, const Point *points, int count, float width, Color color,
                 Dashes dashes);

#endif
