/* model/forward/scratch.h -- buffers for as many pieces of work as may run at once. For model/
** only.
**
** Memory  number_count floats for each thread, on the arena, taken once.
** Errors  scratch_pool_make: NULL without memory.
*/
#ifndef MODEL_FORWARD_SCRATCH_H
#define MODEL_FORWARD_SCRATCH_H

#include "base/arena.h"

typedef struct ScratchPool ScratchPool;

/* Buffers of number_count numbers (not bytes) for thread_count threads. */
ScratchPool *scratch_pool_make(Arena *arena, int thread_count, size_t number_count);

/* A buffer for one piece of work, by any thread of the pool; it is given back when the piece is
** done. Its numbers have any value. One is always free. */
float *scratch_pool_take(ScratchPool *scratch);
void scratch_pool_give(ScratchPool *scratch, const float *taken);

#endif
