/* support/stages_bench.h -- the five stages of many heads, every stage kept, as a piece of work.
**
** The heads are cut into bands of query rows. A band goes through all five stages while its
** numbers are still in the processor's cache, and the bands are shared out over the pool.
**
** Shapes  q, k, v [T, H·D]; the four stages in the middle [T,T] for each head; output [T, H·D].
** Memory  All buffers are taken from the arena by stages_bench_make and used again by each run.
** Errors  stages_bench_make returns NULL when memory is out.
*/
#ifndef SUPPORT_STAGES_BENCH_H
#define SUPPORT_STAGES_BENCH_H

#include "base/arena.h"
#include "base/pool.h"
#include "core/attention.h"

typedef struct StagesBench {
  int heads, tokens, d_head, bands;
  Mat q, k, v, output;
  Mat *scores, *scaled, *masked, *weights; /* one of each for every head */
  SoftmaxParts *parts;                     /* T for every head */
  MaskView mask;                           /* causal */
} StagesBench;

StagesBench *stages_bench_make(Arena *arena, int heads, int tokens, int d_head);
void stages_bench_run(StagesBench *bench, Pool *pool);

#endif
