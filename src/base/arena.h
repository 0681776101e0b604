/* base/arena.h -- the only place that asks the system for memory.
**
** An arena hands out zeroed memory, aligned to 64 bytes, and takes it all back at once. Every
** long-lived thing names its arena: the model's, the trace's, the frame's.
**
** Memory  Blocks are chained; a request larger than a block gets a block of its own.
** Errors  arena_take returns NULL when the system has no memory, when count * size overflows, or
**         when a test made this allocation fail. The arena stays usable.
** Threads An arena belongs to one thread at a time.
*/
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Pointers it hands out never move; they end with it, with a reset, or with a rewind to before
** them. */
typedef struct Arena Arena;

/* A place in an arena to go back to. */
typedef struct ArenaMark {
  void *block;
  size_t used_bytes;
  void *ending; /* the latest arena_at_end */
} ArenaMark;

/* first_block_bytes is a hint; 0 means 64 KiB. NULL when there is no memory. */
Arena *arena_make(size_t first_block_bytes);

/* Frees the arena and all it handed out. NULL is allowed. */
void arena_free(Arena *arena);

/* count * size zeroed bytes, aligned to 64; never NULL for a product of 0 unless memory is out. */
void *arena_take(Arena *arena, size_t count, size_t size);

/* Calls end(self) when the arena is freed, reset or rewound to before this call, the latest first:
** for what an arena cannot hold, such as a lock or another arena. False when memory is out. */
bool arena_at_end(Arena *arena, void (*end)(void *self), void *self);

/* Gives back everything and keeps the largest block for the next round. */
void arena_reset(Arena *arena);

/* Marks may be nested; rewinding to one gives back what was taken since, and ends later marks. A
** mark does not outlive a reset. */
ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

/* Bytes asked of the system and not given back yet. */
size_t arena_held_bytes(const Arena *arena);

/* For tests: the n-th system allocation from now on fails, and all after it; 0 switches it off. */
void arena_fail_at(long nth);

#endif
