/* base/lock.c -- a POSIX mutex. Its errors are bugs of the caller (locked twice, unlocked by
** another thread), so they are not checked. */
#include "base/lock.h"

#include <pthread.h>

struct Lock {
  pthread_mutex_t mutex;
};

Lock *lock_make(Arena *arena) {
  Lock *lock = arena_take(arena, 1, sizeof *lock);
  if (!lock || pthread_mutex_init(&lock->mutex, NULL) != 0) return NULL;
  return lock;
}

void lock_free(Lock *lock) {
  if (lock) pthread_mutex_destroy(&lock->mutex);
}

void lock_take(Lock *lock) { pthread_mutex_lock(&lock->mutex); }

void lock_give(Lock *lock) { pthread_mutex_unlock(&lock->mutex); }
