/* scene/overview/digits.h -- the numbers in the cells of a matrix by pair, where a few tokens leave
** them room. Private to overview/.
**
** Units  points as drawn.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_OVERVIEW_DIGITS_H
#define SCENE_OVERVIEW_DIGITS_H

#include "scene/scene.h"

/* All of one size; nothing where that were too small. is_share: weights, ".52", of which those that
** round to 0 are blank. Hidden cells have none. */
void overview_digits_draw(const Scene *scene, const DrawHeatmap *heatmap, bool is_share);

#endif
