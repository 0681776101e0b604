/* core/norm.h -- the norms of a row: layer normalisation, and division by the root mean square.
**
**   NORM_LAYER  y = (x − mean x) / sqrt(var x + epsilon) · gain + bias, biased variance   (M-10)
**   NORM_RMS    y = x / sqrt(mean x² + epsilon) · gain                                     (M-71)
**
** Before gain and bias every row has mean 0 and variance 1. The variance divides by d, not by d −
** 1, as in the paper and in every published model. epsilon avoids a division by 0 for a row of
** equal numbers; it is a parameter of the model, 1e-5 or 1e-12. The root mean square leaves the
** mean in: a row keeps its direction and becomes as long as √d, which keeps sums in bounds, too.
**
** Shapes  x, y [n,d]; gain, bias [d], each may be NULL for 1 and 0. x may equal y.
** Memory  The caller's.   Errors  None; NaN or inf in a row makes the row NaN.
** Source  Ba, Kiros and Hinton 2016; Zhang and Sennrich 2019, section 4.
*/
#ifndef CORE_NORM_H
#define CORE_NORM_H

#include "core/matrix.h"

typedef enum NormMethod { NORM_LAYER, NORM_RMS } NormMethod;

/* All that a norm needs besides its rows. */
typedef struct Norm {
  NormMethod method;
  const float *gain, *bias; /* [d] or NULL; RMS has no bias */
  float epsilon;
} Norm;

/* The statistics of a row: its mean, and sqrt(var x + epsilon); of NORM_RMS 0, which is taken off,
** and sqrt(mean x² + epsilon). For display. */
typedef struct NormSpread {
  float mean, deviation;
} NormSpread;

/* Of one row of count > 0 numbers, computed as norm_rows does and rounded to float. */
NormSpread norm_spread(NormMethod method, const float *x, int count, float epsilon);

/* Normalises every row of x [n,d] by either method, in double, rounded once. */
void norm_rows(const Norm *norm, MatView x, Mat y);

/* Normalises every row of x [n,d]; mean, variance and the row are computed in double and rounded
** once. With d = 0 nothing happens. Its gradient is norm_layer_backward (M-26). */
void norm_layer(MatView x, const float *gain, const float *bias, float epsilon, Mat y);

#endif
