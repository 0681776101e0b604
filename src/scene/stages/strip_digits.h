/* scene/stages/strip_digits.h -- the numbers of short queries and keys in the strips beside the
** scores, from which a score is worked out by hand.
**
** Nothing in a figure, of vectors with more than four numbers, and in cells without room.
**
** Units   Points.   Memory  On the draw list's arena.   Errors  None.
*/
#ifndef SCENE_STAGES_STRIP_DIGITS_H
#define SCENE_STAGES_STRIP_DIGITS_H

#include "scene/matrix/matrix_widget.h"

/* Also of a transposed matrix; behind its cells have been drawn. */
void strip_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

#endif
