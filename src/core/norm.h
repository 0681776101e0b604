/* core/norm.h -- layer normalisation.
**
**   y = (x − mean x) / sqrt(var x + epsilon) · gain + bias, by row, biased variance   (M-10)
**
** Before gain and bias every row has mean 0 and variance 1. The variance divides by d, not by d −
** 1, as in the paper and in every published model. epsilon avoids a division by 0 for a row of
** equal numbers; it is a parameter of the model, 1e-5 or 1e-12.
**
** Shapes  x, y [n,d]; gain, bias [d], each may be NULL for 1 and 0. x may equal y.
** Memory  The caller's.   Errors  None; NaN or inf in a row makes the row NaN.
** Source  Ba, Kiros and Hinton 2016.
*/
#ifndef CORE_NORM_H
#define CORE_NORM_H

#include "core/matrix.h"

/* The statistics of a row: its mean, and sqrt(var x + epsilon). For display. */
typedef struct NormSpread {
  float mean, deviation;
} NormSpread;

/* Of one row of count > 0 numbers, computed as norm_layer does and rounded to float. */
NormSpread norm_spread(const float *x, int count, float epsilon);

/* Normalises every row of x [n,d]; mean, variance and the row are computed in double and rounded
** once. With d = 0 nothing happens. Its gradient is norm_layer_backward (M-26). */
void norm_layer(MatView x, const float *gain, const float *bias, float epsilon, Mat y);

#endif
