/* model/forward/scratch.h -- one buffer per thread, to borrow for a piece of work. For model/ only.
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

/* Borrows a buffer for one piece of work, on any thread of the pool, and gives it back. Its numbers
** are undefined. No more pieces than buffers run at once, so one is always free. */
float *scratch_pool_take(ScratchPool *scratch);
void scratch_pool_give(ScratchPool *scratch, const float *taken);

#endif
