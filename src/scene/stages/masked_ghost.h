/* scene/stages/masked_ghost.h -- a mask that hides nothing leaves every number as it was; so that
** the stage is not taken for the one before, its picture says so and shows where a causal mask
** would begin: thin dashes down the diagonal, quieter than every number, since no mask is laid on.
**
**   Nothing is hidden: as Scaled
**   dashed: where a causal mask would begin
**   [ causal mask ]                          a click lays it over
**
** Units  points as drawn.   Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_STAGES_MASKED_GHOST_H
#define SCENE_STAGES_MASKED_GHOST_H

#include "scene/matrix/matrix_widget.h"

/* Only on a screen, of a sentence that asks itself, while nothing is hidden or being hidden. */
bool masked_ghost_is_on(const Scene *scene);
/* Over the cells of the stage. */
void masked_ghost_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* "Nothing is hidden: as Scaled", after the stage before. */
const char *masked_ghost_title(const Scene *scene);
/* What the dashes mean, in one line; NULL: it is off. */
const char *masked_ghost_meaning(const Scene *scene);
/* The words beside the matrix and what they need; nothing where it is off. */
void masked_ghost_words_draw(const Scene *scene, Box box);
float masked_ghost_words_height(const Scene *scene);

#endif
