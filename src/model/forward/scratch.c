/* model/forward/scratch.c -- buffers for threads; an atomic flag says which are taken. */
#include "model/forward/scratch.h"

#include <assert.h>
#include <stdatomic.h>

enum { THREADS_MOST = 64 };

struct ScratchPool {
  float *buffers[THREADS_MOST];
  atomic_flag taken[THREADS_MOST];
  int count;
};

ScratchPool *scratch_pool_make(Arena *arena, int thread_count, size_t number_count) {
  assert(thread_count > 0);
  ScratchPool *scratch = arena_take(arena, 1, sizeof *scratch);
  if (!scratch) return NULL;
  scratch->count = thread_count < THREADS_MOST ? thread_count : THREADS_MOST;
  for (int i = 0; i < scratch->count; i++) {
    atomic_flag_clear(&scratch->taken[i]);
    scratch->buffers[i] = arena_take(arena, number_count, sizeof(float));
    if (!scratch->buffers[i]) return NULL;
  }
  return scratch;
}

/* Spins until a buffer is free, which is soon: there are as many buffers as threads. */
float *scratch_pool_take(ScratchPool *scratch) {
  assert(scratch->count > 0);
  for (int i = 0;; i = (i + 1) % scratch->count)
    if (!atomic_flag_test_and_set(&scratch->taken[i])) return scratch->buffers[i];
}

void scratch_pool_give(ScratchPool *scratch, const float *taken) {
  assert(taken);
  for (int i = 0; i < scratch->count; i++)
    if (scratch->buffers[i] == taken) atomic_flag_clear(&scratch->taken[i]);
}
