/* cli/bench_stages.h -- the five stages of many heads, every stage kept, as a piece of work.
**
** Heads are cut into bands of query rows; a band goes through all five stages while its numbers are
** still in the processor's cache. Bands are shared out over the pool.
**
** Shapes  q, k, v [T, H·D]; the four stages in the middle [T,T] a head; output [T, H·D].
** Memory  Everything on the arena given, used again by each run.   Errors  NULL: out of memory.
*/
#ifndef CLI_BENCH_STAGES_H
#define CLI_BENCH_STAGES_H

#include "base/arena.h"
#include "base/pool.h"

typedef struct BenchStages BenchStages;

BenchStages *bench_stages_make(Arena *arena, int head_count, int token_count, int d_head);
void bench_stages_run(BenchStages *bench, Pool *pool);

#endif
