/* model/directions.h -- the directions ω that random features are made in (M-59, core/features.h).
**
** ω       Rows in blocks of D are orthogonal, each as long as a normal vector of D numbers. Row m
**         depends on the seed, D and the rows of its block before it: the first M of more rows are
**         the same.
** Shapes  ω [M,D].   Memory  The caller's; room: D · D doubles.
** Errors  None; no rows or columns assert.
** Source  Choromanski et al. 2020 (Performer), section 2.4.
*/
#ifndef MODEL_DIRECTIONS_H
#define MODEL_DIRECTIONS_H

#include <stdint.h>

#include "core/matrix.h"

/* Writes all of omega. */
void directions_draw(uint64_t seed, Mat omega, double *room);

#endif
