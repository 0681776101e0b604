/* scene/matrix/open_row.h -- before a class, in a matrix whose cells are too small for digits that
** are read from afar: the chosen row opens over its neighbours, three rows at least and as many as
** large digits need, with its numbers.
**
** Its cells are a strip, and below it stand up to eight of its numbers on plates of their cells'
** colours, each with the name of its key and a line from its cell: the largest first (of scores the
** largest is not the most negative one), and the chosen one, however small. A plate stands around
** its cell as far as its neighbours leave room. Of weights those from .01 on. The rows that are
** covered have no names, and that of the open row is larger.
**
** Units   Points.   Memory  On the list's arena.   Errors  None: what does not fit is left out.
*/
#ifndef SCENE_MATRIX_OPEN_ROW_H
#define SCENE_MATRIX_OPEN_ROW_H

#include "scene/matrix/matrix_widget.h"

/* The size of digits below which they are not read from the last row of a class. */
float open_row_digits_least(const Scene *scene);

/* The rows that the open one covers; h 0: none is open. */
Box open_row_band(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* Draws nothing unless a row is locked in the presenter view and its matrix is without digits. */
void open_row_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* A row of the matrix beside it, as high as the open one. */
void open_row_draw_vector(const Scene *scene, const MatrixGrid *grid, int row, Box band);

#endif
