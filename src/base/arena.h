/* base/arena.h -- the only place that asks the system for memory.
**
** An arena allocates zeroed memory, aligned to 64 bytes, and frees all of it at once. Every
** long-lived object belongs to a named arena: the model's, the trace's, the frame's.
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

/* A pointer it returns is valid, at the same address, until the arena is freed, reset, or rewound
** to a mark set before the allocation. */
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

/* The same with bytes of any value: for an array that the caller writes before reading it. */
void *arena_take_unset(Arena *arena, size_t count, size_t size);

/* Registers a destructor: end(self) runs when the arena is freed, reset or rewound to before this
** call, the latest first. For resources an arena cannot hold, such as a lock or another arena.
** False when memory is out. */
bool arena_at_end(Arena *arena, void (*end)(void *self), void *self);

/* Frees everything, but keeps the largest block for reuse. */
void arena_reset(Arena *arena);

/* Marks may be nested. Rewinding to a mark frees all later allocations and invalidates later marks;
** a reset invalidates all marks. */
ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

/* Bytes allocated from the system and not freed yet. */
size_t arena_held_bytes(const Arena *arena);

/* For tests: the n-th system allocation from now on fails, and all after it; 0 ends that. */
void arena_fail_at(long nth);

#endif
