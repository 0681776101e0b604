/* base/lock.c -- a mutex of POSIX. Its errors are bugs of the caller (taken twice, given by
** another), so they are not asked for. */
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
