/* base/lock.h -- a lock for what several threads touch.
**
** Whoever takes it waits until no other thread holds it; the same thread must not take it twice.
** Memory  On the arena given; lock_free ends it before the arena goes.
** Errors  NULL when there is no memory.
*/
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include "base/arena.h"

/* A mutex of the system. */
typedef struct Lock Lock;

Lock *lock_make(Arena *arena);

/* Nobody may hold it or wait for it. NULL is allowed. */
void lock_free(Lock *lock);

/* Waits as long as another thread holds it. */
void lock_take(Lock *lock);
void lock_give(Lock *lock);

#endif
