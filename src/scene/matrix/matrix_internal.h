/* scene/matrix/matrix_internal.h -- what the files of the matrix share. For
** scene/matrix/matrix_*.c alone.
**
** Units   Points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_MATRIX_MATRIX_INTERNAL_H
#define SCENE_MATRIX_MATRIX_INTERNAL_H

#include "scene/matrix/matrix_widget.h"

/* ---- matrix_focus.c ---- */

/* The outlines of the focused cell, its row and its column. */
void matrix_focus_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The column of a key that is chosen without a query, beside a lesson. */
void matrix_asked_key_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* ---- matrix_scroll.c ---- */

/* What a press, a pointer above and the wheel do on the cells. */
void matrix_hit_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The bars of a matrix that is larger than its window. */
void matrix_bars_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

#endif
