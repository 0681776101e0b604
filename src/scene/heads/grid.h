/* scene/heads/grid.h -- layers × heads: every head of the model as a small live picture.
**
**   by layer   a row per layer, a column per head, numbered at the edges, which do not scroll
**   by role    heads of one role together, the most frequent role first, each with its layer, head,
**              role and measured score; heads without a role last
**
** Thumbnails are as large as all of them fit; from GRID_SIDE_LEAST on they keep their size and the
** grid scrolls. The head on show stays visible until the person scrolls. Hidden thumbnails are not
** drawn, and one that is not computed yet is an empty place until the next frame.
**
** Units   Points; GRID_… are design points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_HEADS_GRID_H
#define SCENE_HEADS_GRID_H

#include "scene/scene.h"

/* In a figure nothing is cut: thumbnails become smaller instead. The natural width is in design
** points; the height is that in which all thumbnails of a picture of that width fit. */
float grid_natural_width(const Scene *scene);
float grid_height(const Scene *scene, float width);

/* "all on 0 to 1", "each head on its own scale" … Translated, constant. */
const char *grid_scale_words(const Scene *scene, TracePart part);

/* Design points: below the first no pattern is recognisable; the second leaves
** room for a role's words. */
enum { GRID_SIDE_LEAST = 26, GRID_SIDE_IN_ROLE_ORDER = 84 };

#endif
