/* core/position.h -- sinusoidal position embeddings.
**
**   PE(pos, 2i)   = sin(pos / 10000^(2i/d))
**   PE(pos, 2i+1) = cos(pos / 10000^(2i/d))                                       (M-01)
**
** Shapes  pe [T,d]; pos counts from 0; an odd d ends on a sine. Computed in double,
**         stored in float: each number is right to half a unit in the last place or nearly so.
** Memory  The caller's.   Errors  None.
** Source  Vaswani et al. 2017, section 3.5.
*/
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "core/matrix.h"

/* Writes all of pe [T,d]: row t is position t, from 0. */
void position_sinusoidal(Mat pe);

#endif
