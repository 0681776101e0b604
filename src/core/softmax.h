/* core/softmax.h -- one row of numbers becomes shares of 1.
**
**   e_j = exp(x_j − max x)      sum = Σ e_j      y_j = e_j / sum                  (M-06)
**
** Subtracting the maximum changes nothing and keeps exp from overflowing. A row in which every
** number is −inf has max −inf, sum 0 and shares 0: it attends to nothing; never NaN.
**
** Memory  The caller's; x may equal y. Errors: none. Source: Vaswani et al. 2017, 3.2.1.
*/
#ifndef CORE_SOFTMAX_H
#define CORE_SOFTMAX_H

#include "core/matrix.h"

typedef struct SoftmaxParts {
  float max; /* −inf for a row that is hidden whole */
  float sum; /* Σ exp(x − max); 0 for such a row */
} SoftmaxParts;

/* count numbers; returns what was used on the way. */
SoftmaxParts softmax_row(const float *x, float *y, int count);

/* exp(x_j − max) without the division, for showing. */
void softmax_exponentials(const float *x, float max, float *exponentials, int count);

/* Σ −y log2 y in bits; 0 for a row of zeros. */
float softmax_entropy_bits(const float *y, int count);

#endif
