/* core/time_stages.c -- how long the five stages of 12 heads take; a program to run by hand.
**
** usage: time_stages [threads] [seconds a shape]
*/
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "core/linear.h"
#include "support/stages_bench.h"

static void time_shape(Pool *pool, int tokens, double seconds) {
  Arena *arena = arena_make(0);
  StagesBench *bench = arena ? stages_bench_make(arena, 12, tokens, 64) : NULL;
  double best_ms = 1e9, total_ms = 0.0, end_ms = os_now_ms() + seconds * 1e3;
  int runs = 0;
  while (bench && (runs < 3 || os_now_ms() < end_ms)) {
    double start_ms = os_now_ms();
    stages_bench_run(bench, pool);
    double took_ms = os_now_ms() - start_ms;
    best_ms = took_ms < best_ms ? took_ms : best_ms;
    total_ms += took_ms;
    runs++;
  }
  printf("stages T=%d H=12 d=64 best_us=%.1f mean_us=%.1f runs=%d\n", tokens, best_ms * 1e3,
         total_ms * 1e3 / (runs ? runs : 1), runs);
  arena_free(arena);
}

int main(int count, char **words) {
  linear_use_one_thread();
  Pool *pool = pool_make(count > 1 ? atoi(words[1]) : 2);
  double seconds = count > 2 ? atof(words[2]) : 1.0;
  const int tokens[] = {12, 64, 256, 1024};
  for (int i = 0; i < 4; i++) time_shape(pool, tokens[i], seconds);
  pool_free(pool);
  return 0;
}
