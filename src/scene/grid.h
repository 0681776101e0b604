/* scene/grid.h -- layers × heads: every head of the model as a small live picture.
**
**   by layer   a row a layer, a column a head, numbered at the edges, which stay when it scrolls
**   by role    heads of one role together, the role of most heads first, each with its layer, head,
**              role and measured score; heads without a role last
**
** Thumbnails are as large as all of them fit; from GRID_SIDE_LEAST on they keep their size and the
** grid scrolls. The head on show stays in sight until it is scrolled away by hand. What is not seen
** is not drawn, and a picture that is not made yet is an empty place: the next frame has it.
**
** Units   points; GRID_… are design points.   Memory  on the list's arena.   Errors  none.
*/
#ifndef SCENE_GRID_H
#define SCENE_GRID_H

#include "scene/scene.h"

enum { GRID_SIDE_LEAST = 26, GRID_SIDE_IN_ROLE_ORDER = 84 };

#endif
