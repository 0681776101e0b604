/* core/squeeze.h -- the rows of a sentence as one vector.
**
**   y = 1/n · Σ_i x_i          dx_i = dy / n                                          (M-80)
**
** The mean, and not the last row: both are E numbers for a sentence of any length, but the mean has
** a gradient for every row, and a row need not have passed its word on to another before it can be
** said. docs/maths.md has what both were measured to give.
**
** Shapes  x, dx [n,E], n > 0; y, dy [1,E].
** Memory  The caller's; output and input do not overlap.   Errors  None; shapes are asserted.
** Source  Cho et al. 2014 and Sutskever et al. 2014 for one vector between the halves, which is
**         there the last state of a recurrent network.
*/
#ifndef CORE_SQUEEZE_H
#define CORE_SQUEEZE_H

#include "core/matrix.h"

/* The columns are summed in double, from the first row to the last, and rounded once. */
void squeeze_mean(MatView x, Mat y);
/* Writes the same gradient to every row of dx. */
void squeeze_mean_backward(MatView dy, Mat dx);

#endif
