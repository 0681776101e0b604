/* scene/heads/grid.h -- layers × heads: every head of the model as a small live picture.
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
#ifndef SCENE_HEADS_GRID_H
#define SCENE_HEADS_GRID_H

#include "scene/scene.h"

/* In a figure nothing is cut: thumbnails get smaller than that instead. Its natural width in design
** points, and the height in which all thumbnails of a picture so wide have room. */
float grid_natural_width(const Scene *scene);
float grid_height(const Scene *scene, float width);

/* "all on 0 to 1", "each head on its own scale" … Translated, constant. */
const char *grid_scale_words(const Scene *scene, TracePart part);

/* Design points: under the first nobody recognises a pattern; the second leaves room for a role's
** words. */
enum { GRID_SIDE_LEAST = 26, GRID_SIDE_IN_ROLE_ORDER = 84 };

#endif
