/* scene/matrix/lens.h -- a card over a matrix that shows cells enlarged, with their numbers.
**
** It shows up to five by five cells around one of the matrix, of weights seven by seven, in the
** same colours and hatching; the tokens of their rows and columns stand beside and above, the cell
** that is looked at is named below. At an edge of the matrix that one is not in the middle, so that
** no part of the lens is empty. The card stays within the box given, and over the cells alone where
** it has room there.
**
** It follows the selected or hovered cell, unless the view names another.
**
** Units   Points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_MATRIX_LENS_H
#define SCENE_MATRIX_LENS_H

#include "scene/matrix/matrix_widget.h"

/* Draws nothing if the view has no lens or no cell is selected, or if cells are so large that cells
** half as large again do not fit. */
void lens_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid, Box within);

/* The least size of a useful lens: in a narrower box it also needs the surroundings. */
Box lens_least(const Scene *scene);

#endif
