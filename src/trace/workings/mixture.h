/* trace/workings/mixture.h -- the recipe of one mixture of keys (M-58), and one number of it.
**
**   k'_rc = Σ_j e_rj k_jc
**
** Memory  On the arena given.
** Errors  Out of memory: NULL. A trace without mixtures is a bug in the caller, which asserts.
*/
#ifndef TRACE_WORKINGS_MIXTURE_H
#define TRACE_WORKINGS_MIXTURE_H

#include "base/arena.h"
#include "trace/trace.h"

typedef struct Mixture {
  int source_count;
  const float *of_keys, *of_values; /* [N] the shares in E and F, by source */
  const int *heaviest;              /* [N] sources by |share| in E, the largest first */
  MatView keys, values;             /* [1,D] the mixtures themselves */
} Mixture;

const Mixture *mixture_make(Arena *arena, const Trace *trace, int layer, int head, int mixture);

#endif
