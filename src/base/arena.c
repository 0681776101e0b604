/* base/arena.c -- chained blocks, newest first; the only calls of calloc and free.
**
** calloc returns zeroed memory, so a block remembers how far it has been used, and only memory that
** is used again is cleared.
*/
#include "base/arena.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };
static const size_t default_block_bytes = (size_t)64 << 10;
static const size_t largest_step_bytes = (size_t)4 << 20; /* blocks stop doubling here */

typedef struct Block {
  struct Block *older;
  char *bytes; /* aligned start */
  size_t capacity, used;
  size_t written;    /* bytes from here on are still zero from calloc */
  size_t step_bytes; /* the arena's next_block_bytes when the block was added */
} Block;

typedef struct Ending {
  struct Ending *older;
  void (*end)(void *self);
  void *self;
} Ending;

struct Arena {
  Block *newest;
  Ending *endings; /* in the arena's own memory, newest first */
  size_t next_block_bytes, held_bytes;
};

/* A larger request can only come from a damaged file. */
static const uint64_t largest_request_bytes = (uint64_t)1 << 39;

/* Counts down to the allocation that a test makes fail; 0: none fails, negative: all fail now. */
static atomic_long allocations_until_failure;

static bool fails_for_test(void) {
  long left = atomic_load(&allocations_until_failure);
  if (left == 0) return false;
  if (left < 0) return true;
  if (atomic_fetch_sub(&allocations_until_failure, 1) > 1) return false;
  atomic_store(&allocations_until_failure, -1);
  return true;
}

void arena_fail_at(long nth) { atomic_store(&allocations_until_failure, nth); }

static void *system_take(size_t bytes) {
  /* Linux overcommits memory: a refusal here becomes an error, later the process would be
  ** killed. */
  if (bytes > largest_request_bytes || fails_for_test()) return NULL;
  return calloc(1, bytes);
}

static size_t block_total_bytes(const Block *block) {
  return sizeof(Block) + ALIGNMENT + block->capacity;
}

static Block *add_block(Arena *arena, size_t capacity) {
  size_t total;
  if (__builtin_add_overflow(capacity, sizeof(Block) + ALIGNMENT, &total)) return NULL;
  Block *block = system_take(total);
  if (!block) return NULL;
  /* calloc aligns to 16 bytes; vectors and cache lines need 64. */
  uintptr_t after = (uintptr_t)(block + 1);
  block->bytes = (char *)(block + 1) + (ALIGNMENT - after % ALIGNMENT) % ALIGNMENT;
  block->capacity = capacity;
  block->step_bytes = arena->next_block_bytes;
  block->older = arena->newest;
  arena->newest = block;
  arena->held_bytes += total;
  return block;
}

static void drop_block(Arena *arena, Block *block) {
  arena->held_bytes -= block_total_bytes(block);
  free(block);
}

/* Rounds up to ALIGNMENT, at least one unit, so that a request of 0 bytes is not NULL. False on
** overflow. */
static bool round_up(size_t bytes, size_t *rounded) {
  if (bytes == 0) bytes = 1;
  if (__builtin_add_overflow(bytes, (size_t)ALIGNMENT - 1, rounded)) return false;
  *rounded -= *rounded % ALIGNMENT;
  return true;
}

Arena *arena_make(size_t first_block_bytes) {
  size_t capacity;
  if (first_block_bytes == 0) first_block_bytes = default_block_bytes;
  if (!round_up(first_block_bytes, &capacity)) return NULL;
  Arena *arena = system_take(sizeof *arena);
  if (!arena) return NULL;
  arena->held_bytes = sizeof *arena;
  arena->next_block_bytes = capacity;
  if (add_block(arena, capacity)) return arena;
  free(arena);
  return NULL;
}

/* Runs the endings added after `last`, newest first. */
static void run_endings(Arena *arena, const Ending *last) {
  while (arena->endings && arena->endings != last) {
    Ending *ending = arena->endings;
    arena->endings = ending->older;
    ending->end(ending->self);
  }
}

void arena_free(Arena *arena) {
  if (!arena) return;
  run_endings(arena, NULL);
  while (arena->newest) {
    Block *block = arena->newest;
    arena->newest = block->older;
    drop_block(arena, block);
  }
  free(arena);
}

static Block *block_with_room(Arena *arena, size_t bytes) {
  Block *block = arena->newest;
  if (block && block->capacity - block->used >= bytes) return block;
  /* Doubling keeps the number of blocks small; the limit keeps the last block from being mostly
  ** empty. */
  if (arena->next_block_bytes < largest_step_bytes) arena->next_block_bytes *= 2;
  size_t capacity = arena->next_block_bytes;
  return add_block(arena, bytes > capacity ? bytes : capacity);
}

/* *stale is how many of its first bytes were used before; the rest is still zero. */
static void *take(Arena *arena, size_t count, size_t size, size_t *stale) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || !round_up(bytes, &bytes)) return NULL;
  Block *block = block_with_room(arena, bytes);
  if (!block) return NULL;
  char *taken = block->bytes + block->used;
  size_t before = block->written > block->used ? block->written - block->used : 0;
  *stale = before < bytes ? before : bytes;
  block->used += bytes;
  if (block->used > block->written) block->written = block->used;
  return taken;
}

void *arena_take(Arena *arena, size_t count, size_t size) {
  size_t stale = 0;
  void *taken = take(arena, count, size, &stale);
  if (taken && stale > 0) memset(taken, 0, stale);
  return taken;
}

void *arena_take_unset(Arena *arena, size_t count, size_t size) {
  size_t stale;
  return take(arena, count, size, &stale);
}

/* The list is on the arena, so a rewind knows which endings belong to the memory it releases. */
bool arena_at_end(Arena *arena, void (*end)(void *self), void *self) {
  Ending *ending = arena_take(arena, 1, sizeof *ending);
  if (!ending) return false;
  *ending = (Ending){arena->endings, end, self};
  arena->endings = ending;
  return true;
}

void arena_reset(Arena *arena) {
  run_endings(arena, NULL);
  Block *largest = arena->newest;
  for (Block *block = largest; block; block = block->older)
    if (block->capacity > largest->capacity) largest = block;
  for (Block *block = arena->newest, *older; block; block = older) {
    older = block->older;
    if (block != largest) drop_block(arena, block);
  }
  arena->newest = largest;
  if (!largest) return;
  largest->older = NULL;
  largest->used = 0;
}

ArenaMark arena_mark(const Arena *arena) {
  const Block *block = arena->newest;
  return (ArenaMark){arena->newest, block ? block->used : 0, arena->endings};
}

void arena_rewind(Arena *arena, ArenaMark mark) {
  run_endings(arena, mark.ending);
  while (arena->newest && arena->newest != mark.block) {
    Block *block = arena->newest;
    arena->newest = block->older;
    drop_block(arena, block);
  }
  assert(arena->newest == mark.block); /* a mark does not outlive a reset */
  if (!arena->newest) return;
  assert(mark.used_bytes <= arena->newest->used);
  /* Without this a loop that rewinds would double the block size each time. */
  arena->next_block_bytes = arena->newest->step_bytes;
  arena->newest->used = mark.used_bytes;
}

size_t arena_held_bytes(const Arena *arena) { return arena->held_bytes; }
