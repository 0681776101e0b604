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

/* The two numbers softmax needs on its way; the inspector shows them. */
typedef struct SoftmaxParts {
  float max; /* −inf for a row that is hidden whole */
  float sum; /* Σ exp(x − max); 0 for such a row */
} SoftmaxParts;

/* y [count] becomes the shares of x [count]. The exponentials are right within 2 units in the
** last place, the sum is added up in double: shares add up to 1 but for the rounding of each. A
** NaN or +inf in x makes every visible share NaN, so that it is seen. count may be 0. */
SoftmaxParts softmax_row(const float *x, float *y, int count);

/* exponentials [count] = exp(x_j − max) without the division, for showing: the same numbers that
** softmax_row divides, when max is the one it returned. max −inf gives zeros. */
void softmax_exponentials(const float *x, float max, float *exponentials, int count);

/* Σ −y log2 y in bits (M-13), summed in double; y [count] are shares. 0 for a row of zeros, log2
** count at most. A NaN is left out: comparing it with 0 is false. */
float softmax_entropy_bits(const float *y, int count);

/* How much the shares y [count] move when the numbers they are made of move: the Frobenius norm of
** ∂y_i / ∂x_j = y_i (δ_ij − y_j), summed in double (M-92). 0 where one share is 1: nothing is
** learned then, whatever the error. */
float softmax_jacobian_norm(const float *y, int count);

#endif
