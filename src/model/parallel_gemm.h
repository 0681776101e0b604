/* model/parallel_gemm.h -- large products, in pieces, on the threads of a pool. For model/ only.
**
**   y = f(x W + b), f an activation, in pieces of the columns of y
**
** core/product_in_blocks.h gives a row of y the same bits in any piece and with any other rows: so
** a sentence gives the same numbers on any number of threads, and a row of a shorter sentence is
** also right in a longer one.
**
** Shapes  x [n,i], W [i,o], b [o] or NULL, y [n,o].
** Memory  None.   Errors  None.
*/
#ifndef MODEL_PARALLEL_GEMM_H
#define MODEL_PARALLEL_GEMM_H

#include "base/pool.h"
#include "core/activation.h"
#include "core/matrix.h"

/* One product y = f(x W + b), all of y written. y must not overlap x. */
typedef struct ParallelGemm {
  MatView x, w;
  const float *bias;
  Activation activation; /* ACTIVATION_LINEAR: none */
  Mat y;
} ParallelGemm;

/* Runs the pieces of several products; no product may read what another writes. pool NULL: on the
** calling thread. */
void parallel_gemm_run(Pool *pool, const ParallelGemm *products, int count);

#endif
