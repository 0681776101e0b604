/* scene/matrix/row_largest.h -- before a class, in cells too small for all numbers to be read from
** afar: the largest of each row alone have theirs. Of scores three, because what is largest in its
** row has the largest weight; of weights those from .05 on, as many as there are.
**
** Hidden cells and those that are not filled yet are not among them, so that nothing is told early.
**
** Units  None.   Memory  None.   Errors  None.
*/
#ifndef SCENE_MATRIX_ROW_LARGEST_H
#define SCENE_MATRIX_ROW_LARGEST_H

#include "scene/matrix/matrix_widget.h"

enum { ROW_LARGEST = 3 };

bool row_largest_has(const MatrixWidget *matrix, const MatrixGrid *grid, int row, int col);

/* The largest number of all rows; 0: none is known. */
float row_largest_of_all(const MatrixGrid *grid);

#endif
