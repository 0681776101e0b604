/* scene/matrix/grid_rows.h -- where the rows of a matrix lie: all of one height or, before a class,
** one opened and the others pushed apart.
**
**   h = (H − open_h) / (rows − 1)  the height of the others, where H is that of all cells together
**
** An opened grid is drawn as the rows above, the open one (scene/matrix/open_row.h) and the rows
** below, and answers a hand as these three; columns stay where they are.
**
** Units  Points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_MATRIX_GRID_ROWS_H
#define SCENE_MATRIX_GRID_ROWS_H

#include "scene/matrix/matrix_widget.h"

/* Makes room for a row of that height. Whatever is drawn of another matrix with the same rows at
** the same place (Q beside the scores) is opened likewise. */
void grid_open_row(MatrixGrid *grid, int row, float height);
bool grid_is_open(const MatrixGrid *grid);

/* A row with its gaps, and a cell without, as draw_heatmap_cell of a grid that is not open. */
Box grid_row(const MatrixGrid *grid, int row);
Box grid_cell(const MatrixGrid *grid, int row, int col);

/* The cells of all rows but the open one. */
void grid_cells_draw(const Scene *scene, const MatrixGrid *grid);

/* The hit of a column of rows or of all cells: its box has the place and width, its rows are those
** of the grid, and %r is the number of the row. */
void grid_rows_hit(const Scene *scene, const MatrixGrid *grid, DrawHit hit);

#endif
