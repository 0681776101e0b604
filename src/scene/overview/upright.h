/* scene/overview/upright.h -- the overview of a figure as wide as one column of a page.
**
**   words   K ──╮│││    what stands in a row in a wide picture stands one below the other, so that
**           Q ─ scores  its matrices are as large as the column allows: the scores, the weights and
**   words       ↓ ÷ √d  the output. What is done to the scores in between is told on the arrow, as
**           │   weights symbols; the layers before have no cards.
**           V ═ output
**
** Units   points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_OVERVIEW_UPRIGHT_H
#define SCENE_OVERVIEW_UPRIGHT_H

#include "scene/overview/plan.h"

/* The text scale of such a figure: that asked for, as far as matrices have room beside words. */
float overview_upright_scale(const Scene *scene, float width);
/* Is a figure of that width, whose height is its own, or of that box, drawn so? Never a window, nor
** features of queries and keys, which are multiplied before there are weights. */
bool overview_is_upright_at(const Scene *scene, float width);
bool overview_is_upright(const Scene *scene, Box box);
/* The height of the path, without title and colours. */
float overview_upright_height(const Scene *scene, float width);
OverviewPlan overview_upright_plan(const Scene *scene, Box box);

/* The cell that is chosen is not the one that the title names, and has a line above the weights. */
bool overview_upright_names_key(const Scene *scene);

/* From one matrix by pair down to the next, with the symbols of what is done in between. */
void overview_upright_arrow(const Scene *scene, const OverviewPlan *plan, int to);

#endif
