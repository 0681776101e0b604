/* core/linear.h -- matrix products; the only file behind it that calls BLAS.
**
**   y = x W + b                  linear           x [n,i], W [i,o], b [o] or NULL   (M-02)
**   c = a bᵀ                     linear_times_transposed   a [n,d], b [m,d], c [n,m]   (M-03)
**   c = a b                      linear_weighted_sum      a [n,m] of shares, b [m,d]   (M-07)
**   c = a b, aᵀ b, a bᵀ          linear_quick…            summed in float, for gradients
**
** The first three are summed in double where W or b is small (product_is_small) and in float, in
** blocks, where it is larger (core/product_in_blocks.h). W or b alone decides, so a row has the
** same bits whatever rows stand beside it.
**
** A weighted sum leaves out rows of b at the end that no row of a has a share in: under a causal
** mask that is half the work, and a NaN there does not spread. The number is the same otherwise.
**
** Results  A small product has the same bits on every processor. Large and quick ones have the same
**          bits again on the same machine.
** Memory  The caller's; the output must not overlap an input. Errors: none, wrong shapes assert.
** Threads BLAS is held to one thread; callers spread whole heads over threads.
** Limits  OpenBLAS takes LINEAR_WORK_BYTES of address space for each thread that calls it, at the
**         first large product of gradients, and tries again without end where it cannot have them.
*/
#ifndef CORE_LINEAR_H
#define CORE_LINEAR_H

#include "core/matrix.h"

/* y = x W + b (M-02), written whole: x [n,i], W [i,o], bias [o] or NULL for none, y [n,o]. With
** i = 0 every row of y is the bias. */
void linear(MatView x, MatView w, const float *bias, Mat y);

/* c = a bᵀ: a [n,d], b [m,d], c [n,m]; every cell a dot product of two rows (M-03). */
void linear_times_transposed(MatView a, MatView b, Mat c);

/* c = weights b: weights [n,m], b [m,d], c [n,d] (M-07), without what no row has a share in. */
void linear_weighted_sum(MatView weights, MatView b, Mat c);

/* c = a b, written whole: a [n,m], b [m,d], c [n,d]. Summed in float, as the two below are;
** core/product_quick.h says how far off that may be. */
void linear_quick(MatView a, MatView b, Mat c);

/* c = aᵀ b: a [n,m], b [n,d], c [m,d]: what a weight gains from its inputs (M-20). */
void linear_quick_left(MatView a, MatView b, Mat c);

/* c = a bᵀ: a [n,d], b [m,d], c [n,m]: what goes back through a weight (M-20). */
void linear_quick_right(MatView a, MatView b, Mat c);

/* Holds BLAS to the thread that calls it. Once, before the first gradient: model_open_with does it,
** since a training may begin beside any model. */
void linear_use_one_thread(void);

/* Address space, in bytes, that OpenBLAS takes for each thread that calls it: 128 MiB. */
#define LINEAR_WORK_BYTES ((size_t)128 << 20)
/* Makes OpenBLAS take that memory now, for one caller at a time. Where address space is limited
** (ulimit -v) the program does it first, while there is still room: see Limits. */
void linear_take_work_memory(void);

#endif
