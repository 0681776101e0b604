/* measure/bench_stages.h -- the five stages of many heads, every stage kept, as a piece of work.
**
** Heads are cut into bands of query rows; a band goes through all five stages while its numbers are
** still in the processor's cache. Bands are shared out over the pool.
**
** Shapes  q, k, v [T, H·D]; the four stages in the middle [T,T] a head; output [T, H·D].
** Memory  Everything on the arena given, used again by each run.   Errors  NULL: out of memory.
*/
#ifndef MEASURE_BENCH_STAGES_H
#define MEASURE_BENCH_STAGES_H

#include "base/arena.h"
#include "base/pool.h"

typedef struct BenchStages BenchStages;

/* H heads over T tokens with random q, k, v (normal, fixed seed) and a causal mask. NULL: out of
** memory. */
BenchStages *bench_stages_make(Arena *arena, int head_count, int token_count, int d_head);
/* M-03 to M-07 of every head, once. pool NULL: this thread does all. Returns when all is done;
** writes the same numbers into the same places each time. */
void bench_stages_run(BenchStages *bench, Pool *pool);

#endif
