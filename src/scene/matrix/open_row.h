/* scene/matrix/open_row.h -- before a class, in a matrix whose cells are too small for digits that
** are read from afar: the chosen row opens to three times its height, with its numbers.
**
** Its cells keep their columns and colours. A number is wider than its cell and stands below it on
** a plate of the cell's colour; the largest first, and none over another. Of weights those from .01
** on.
**
** Units   Points.   Memory  On the list's arena.   Errors  None: what does not fit is left out.
*/
#ifndef SCENE_MATRIX_OPEN_ROW_H
#define SCENE_MATRIX_OPEN_ROW_H

#include "scene/matrix/matrix_widget.h"

/* The size of digits below which they are not read from the last row of a class. */
float open_row_digits_least(const Scene *scene);

/* Draws nothing unless a row is locked in the presenter view and its matrix is without digits. */
void open_row_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

#endif
