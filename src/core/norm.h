/* core/norm.h -- layer normalisation.
**
**   y = (x − mean x) / sqrt(var x + epsilon) · gain + bias, by row, biased variance   (M-10)
**
** Shapes  x, y [n,d]; gain, bias [d] or NULL for 1 and 0. x may equal y.
** Source  Ba, Kiros and Hinton 2016.
*/
#ifndef CORE_NORM_H
#define CORE_NORM_H

#include "core/matrix.h"

/* What a row is moved and divided by: its mean, and sqrt(var x + epsilon). For showing. */
typedef struct NormSpread {
  float mean, deviation;
} NormSpread;
NormSpread norm_spread(const float *x, int count, float epsilon); /* count > 0 */

void norm_layer(MatView x, const float *gain, const float *bias, float epsilon, Mat y);

#endif
