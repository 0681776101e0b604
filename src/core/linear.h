/* core/linear.h -- matrix products; the only file behind it that calls BLAS.
**
**   y = x W + b                  linear           x [n,i], W [i,o], b [o] or NULL   (M-02)
**   c = a bᵀ                     linear_times_transposed   a [n,d], b [m,d], c [n,m]
**   c = a b                      linear_times             a [n,m], b [m,d], c [n,d]
**   c = a b                      linear_weighted_sum      a of shares        (M-07)
**   c = a b, aᵀ b, a bᵀ          linear_quick…            summed in float, for gradients
**
** A weighted sum leaves out rows of b at the end that no row of a has a share in: under a causal
** mask that is half the work, and a NaN there does not spread. The number is the same otherwise.
**
** Memory  The caller's; the output must not overlap an input. Errors: none, wrong shapes assert.
** Threads BLAS is held to one thread; callers spread whole heads over threads.
** Limits  OpenBLAS takes LINEAR_WORK_BYTES of address space for each thread that calls it, at the
**         first large product, and asks for ever where it cannot have them.
*/
#ifndef CORE_LINEAR_H
#define CORE_LINEAR_H

#include "core/matrix.h"

void linear(MatView x, MatView w, const float *bias, Mat y);
void linear_times_transposed(MatView a, MatView b, Mat c);
void linear_times(MatView a, MatView b, Mat c);
void linear_weighted_sum(MatView weights, MatView b, Mat c);
void linear_quick(MatView a, MatView b, Mat c);
void linear_quick_left(MatView a, MatView b, Mat c);  /* a [n,m], b [n,d], c [m,d] */
void linear_quick_right(MatView a, MatView b, Mat c); /* a [n,d], b [m,d], c [n,m] */
void linear_use_one_thread(void);                     /* once, before the first product */

#define LINEAR_WORK_BYTES ((size_t)128 << 20)
void linear_take_work_memory(void); /* at once, for one caller: see Limits */

#endif
