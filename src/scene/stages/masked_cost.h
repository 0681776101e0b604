/* scene/stages/masked_cost.h -- what a mask saves: the pairs that are seen, of all n², and n w
** where its local parts let a query see w keys whatever the length (M-52). Beside the matrix and in
** the panel of the stage of masked scores.
**
**   Pairs seen            nothing where no pair is hidden
**   49 of 121
**   ████████░░░░░░░░░░
**   n·w = 11·5 = 55
**   n² = 11·11 = 121
**
** Units  points as drawn.   Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_STAGES_MASKED_COST_H
#define SCENE_STAGES_MASKED_COST_H

#include "scene/inspector/inspector.h"
#include "scene/scene.h"

void masked_cost_draw(const Scene *scene, Box box);
/* What that needs; 0: nothing is hidden. */
float masked_cost_height(const Scene *scene);
/* Lines of facts for the panel. */
void masked_cost_add(Panel *panel, Rank rank);

#endif
