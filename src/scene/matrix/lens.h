/* scene/matrix/lens.h -- a round place over a matrix in which its cells are large, with their
** numbers.
**
** Whole cells within a circle round one cell of the matrix, in the same colours, gaps and hatching
** as theirs; the tokens of their rows and columns stand beside and above, the cell in the middle is
** named below. The card it lies on covers the matrix and stays within the box given.
**
**   row r shows columns c with (|c − c₀| + ½)² + (|r − r₀| + ½)² ≤ n²,   n: cells in the radius
**
** It follows the cell in focus, hovered or stood on, unless the view names another.
** Units   points.   Memory  on the list's arena.   Errors  none.
*/
#ifndef SCENE_MATRIX_LENS_H
#define SCENE_MATRIX_LENS_H

#include "scene/matrix/matrix_widget.h"

/* Draws nothing while the view asks for none or no cell is in focus, nor where cells are so large
** already that none half as large again have room. */
void lens_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid, Box within);

/* The size of a place that is worth a lens: of narrower ones a lens needs the surroundings too. */
Box lens_least(const Scene *scene);

#endif
