/* base/lock.h -- a mutex for data that several threads share. Not recursive.
**
** Memory  On the arena given; call lock_free before the arena is freed.
** Errors  NULL when there is no memory.
*/
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include "base/arena.h"

/* A pthread mutex. */
typedef struct Lock Lock;

Lock *lock_make(Arena *arena);

/* No thread may hold it or wait for it. NULL is allowed. */
void lock_free(Lock *lock);

/* lock_take blocks while another thread holds the lock. */
void lock_take(Lock *lock);
void lock_give(Lock *lock);

#endif
