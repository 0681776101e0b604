/* base/worker.c -- a thread with a mutex and a condition variable.
**
** Both sides share one condition variable, woken by broadcast: each checks in a loop what it waits
** for. */
#include "base/worker.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/arena.h"

/* Reading weights (model/checkpoint/weights_read.c) needs a quarter of a MiB; the rest is
** margin. */
enum { STACK_BYTES = 4 << 20 };

struct Worker {
  Arena *arena;
  void (*work)(void *self, Worker *worker);
  void *self;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t change;
};

static void *thread_main(void *self) {
  Worker *worker = self;
  worker->work(worker->self, worker);
  return NULL;
}

/* The thread blocks all signals, so that another one handles them. */
static bool start(Worker *worker) {
  sigset_t all, before;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = pthread_create(&worker->thread, &attributes, thread_main, worker) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

static void drop(Worker *worker) {
  pthread_cond_destroy(&worker->change);
  pthread_mutex_destroy(&worker->lock);
  arena_free(worker->arena);
}

Worker *worker_make(void (*work)(void *self, Worker *worker), void *self) {
  Arena *arena = arena_make(sizeof(Worker));
  Worker *worker = arena ? arena_take(arena, 1, sizeof *worker) : NULL;
  if (!worker) {
    arena_free(arena);
    return NULL;
  }
  worker->arena = arena;
  worker->work = work;
  worker->self = self;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes,
                            CLOCK_MONOTONIC); /* setting the system clock does not end a wait */
  pthread_cond_init(&worker->change, &attributes);
  pthread_condattr_destroy(&attributes);
  if (start(worker)) return worker;
  drop(worker);
  return NULL;
}

void worker_free(Worker *worker) {
  if (!worker) return;
  pthread_join(worker->thread, NULL);
  drop(worker);
}

void worker_lock(Worker *worker) { pthread_mutex_lock(&worker->lock); }
void worker_unlock(Worker *worker) { pthread_mutex_unlock(&worker->lock); }
void worker_wait(Worker *worker) { pthread_cond_wait(&worker->change, &worker->lock); }

void worker_wait_for(Worker *worker, double most_ms) {
  enum { NS_OF_S = 1000000000, NS_OF_MS = 1000000 };
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  /* The parts of a timespec: whole seconds, and nanoseconds below one. */
  double ns = (double)until.tv_nsec + fmod(most_ms, 1000) * NS_OF_MS;
  until.tv_sec += (time_t)(most_ms / 1000) + (ns >= NS_OF_S);
  until.tv_nsec = (long)(ns >= NS_OF_S ? ns - NS_OF_S : ns);
  pthread_cond_timedwait(&worker->change, &worker->lock, &until);
}

void worker_wake(Worker *worker) { pthread_cond_broadcast(&worker->change); }
