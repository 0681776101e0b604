/* model/parallel_gemm.h -- large products in pieces over the threads of a pool. For model/ only.
**
**   y = x W + b, then the bend, by pieces of the columns of y
**
** core/product_in_blocks.h gives a row of y the same bits in any piece and whatever rows stand
** beside it: so a sentence gives the same numbers on any number of threads, and a row kept from a
** shorter sentence has those of a longer one.
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

/* All pieces of several products at once; none may read what another writes. pool NULL: by the
** thread that calls. */
void parallel_gemm_run(Pool *pool, const ParallelGemm *products, int count);

#endif
