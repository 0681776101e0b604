/* scene/matrix/open_row.h -- before a class, in a matrix whose cells are too small for digits that
** are read from afar: the chosen row opens, as high as large digits need, and pushes the others
** apart, which stay where they can be seen and clicked (scene/matrix/grid_rows.h).
**
** Its cells are a strip, and below it stand up to eight of its numbers on plates of their cells'
** colours, each with the name of its key and a line from its cell: the largest first (of scores the
** largest is not the most negative one), and the chosen one, however small. A plate stands around
** its cell as far as its neighbours leave room. Of weights those from .01 on. The name of the open
** row is larger.
**
** Units   Points.   Memory  On the list's arena.   Errors  None: what does not fit is left out.
*/
#ifndef SCENE_MATRIX_OPEN_ROW_H
#define SCENE_MATRIX_OPEN_ROW_H

#include "scene/matrix/matrix_widget.h"

/* The size of digits below which they are not read from the last row of a class. */
float open_row_digits_least(const Scene *scene);
/* The size of the smallest words before a class, and of digits where only some cells have them. */
float open_row_small_print(const Scene *scene);

/* Opens the row of the grid if it is locked in the presenter view and its matrix is without digits.
** scene->row_closed: how far it is closed again, on the way to another stage. */
void open_row_find(const Scene *scene, const MatrixWidget *matrix, MatrixGrid *grid);

/* How high the other rows are while one is open, whether or not one is. */
float open_row_others_height(const Scene *scene, const MatrixGrid *grid);

/* Draws nothing unless the grid is open. */
void open_row_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* The open row as cells alone: that of the matrix beside it. */
void open_row_draw_vector(const Scene *scene, const MatrixGrid *grid);

#endif
