/* scene/matrix/key_names.h -- which keys have their names above a matrix where there is no room for
** those of all: of the chosen row the chosen key, then those with the largest numbers, none far
** below the first, each far enough from the ones before it. Differences are taken by their size.
**
** Units  Points.   Memory  None.   Errors  None.
*/
#ifndef SCENE_MATRIX_KEY_NAMES_H
#define SCENE_MATRIX_KEY_NAMES_H

#include "scene/matrix/matrix_widget.h"

enum { KEY_NAMES_MOST = 8 };

/* Writes columns that are at least apart_pt from each other, returns how many; 0: the row tells no
** number yet, or none is chosen. */
int key_names_choose(const MatrixWidget *matrix, const MatrixGrid *grid, float apart_pt,
                     int cols[KEY_NAMES_MOST]);

#endif
