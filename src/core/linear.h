/* core/linear.h -- matrix products; the only file behind it that calls BLAS.
**
**   y = x W + b                  linear           x [n,i], W [i,o], b [o] or NULL   (M-02)
**   c = a bᵀ                     linear_times_transposed   a [n,d], b [m,d], c [n,m]   (M-03)
**   c = a b                      linear_weighted_sum      a [n,m] of shares, b [m,d]   (M-07)
**   c = a b, aᵀ b, a bᵀ          linear_quick…            summed in float, for gradients
**
** The first three are summed in double where W or b is small (product_is_small) and in float, in
** blocks, where it is larger (core/product_in_blocks.h). W or b alone decides, so the bits of a row
** do not depend on other rows.
**
** A weighted sum skips the last rows of b whose weights are 0 in every row of a: under a causal
** mask that halves the work, and a NaN there does not spread. The result is the same otherwise.
**
** Results A small product has the same bits on every processor. Large and quick products are
**         reproducible on one machine.
** Memory  The caller's; the output must not overlap an input.
** Threads BLAS runs on one thread; callers distribute whole heads over threads.
** Limits  OpenBLAS allocates LINEAR_WORK_BYTES of address space for each calling thread, at the
**         first large product of gradients, and retries for ever when the allocation fails.
** Errors  None; wrong shapes assert.
*/
#ifndef CORE_LINEAR_H
#define CORE_LINEAR_H

#include "core/matrix.h"

/* y = x W + b (M-02), written whole: x [n,i], W [i,o], bias [o] or NULL for none, y [n,o]. With
** i = 0 every row of y is the bias. */
void linear(MatView x, MatView w, const float *bias, Mat y);

/* c = a bᵀ: a [n,d], b [m,d], c [n,m]; every cell a dot product of two rows (M-03). */
void linear_times_transposed(MatView a, MatView b, Mat c);

/* c = weights b: weights [n,m], b [m,d], c [n,d] (M-07); skips rows of b as described above. */
void linear_weighted_sum(MatView weights, MatView b, Mat c);

/* c = a b, written whole: a [n,m], b [m,d], c [n,d]. Summed in float, as the two below are;
** core/product_quick.h says how far off that may be. */
void linear_quick(MatView a, MatView b, Mat c);

/* c = aᵀ b: a [n,m], b [n,d], c [m,d]: what a weight gains from its inputs (M-20). */
void linear_quick_left(MatView a, MatView b, Mat c);

/* c = a bᵀ: a [n,d], b [m,d], c [n,m]: what goes back through a weight (M-20). */
void linear_quick_right(MatView a, MatView b, Mat c);

/* Limits BLAS to the calling thread. Call it once, before the first gradient: model_open_with does,
** since a training may begin with any model open. */
void linear_use_one_thread(void);

/* Address space, in bytes, that OpenBLAS takes for each thread that calls it: 128 MiB. */
#define LINEAR_WORK_BYTES ((size_t)128 << 20)
/* Makes OpenBLAS allocate that memory now, for one calling thread. Where address space is limited
** (ulimit -v) the program calls it first, while there is room: see Limits. */
void linear_take_work_memory(void);

#endif
