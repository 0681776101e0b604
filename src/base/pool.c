/* base/pool.c -- threads that distribute numbered pieces of work among themselves without a lock.
**
** A ticket holds the number of the job and its next piece. A thread takes n pieces by a
** compare-and-swap of the ticket from (job, piece) to (job, piece + n); it fails if the job has
** changed, so what the thread read about the job is still valid when it succeeds. The caller
** therefore never waits for a sleeping thread: it may finish a small job alone. Threads take many
** pieces at first and single ones at the end, which keeps both waiting and contention low.
**
** Idle threads spin on the ticket for a moment, then sleep until they are woken.
*/
#include "base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/os.h"

enum { LARGEST_POOL = 64, LOOKS_BETWEEN_CLOCKS = 64 };
enum { STACK_BYTES = 1 << 20 }; /* of a thread, whatever the user's limit: enough for any piece */
static const double idle_look_ms = 0.3; /* how long a thread without work spins before it sleeps */
static const double done_look_ms = 2.0; /* how long a caller spins for the last pieces of others */

typedef void (*Work)(void *self, int index);

struct Pool {
  /* Each on a cache line of its own, so that writing one does not slow down readers of the
  ** others. */
  _Alignas(64) _Atomic uint64_t ticket; /* job in the high half, next piece in the low half */
  _Atomic(Work) work;
  _Atomic(void *) self;
  atomic_int count;
  _Alignas(64) atomic_int left; /* pieces of the job that are not finished */
  _Alignas(64) atomic_int sleepers;
  atomic_bool stop, taken, caller_sleeps;
  pthread_mutex_t lock;
  pthread_cond_t wake, done;
  Arena *arena;
  int thread_count; /* the caller included */
  double look_ms;   /* 0 on a single processor, where spinning would block the work */
  pthread_t threads[LARGEST_POOL];
};

/* Tells the processor that this is a spin loop, so that its sibling thread runs faster. */
static void pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static int piece_of(uint64_t ticket) { return (int)(uint32_t)ticket; }

/* Is there a piece that no thread has taken? */
static bool has_piece(const Pool *pool) {
  return piece_of(atomic_load(&pool->ticket)) < atomic_load(&pool->count);
}

static void finish_pieces(Pool *pool, int pieces) {
  if (atomic_fetch_sub(&pool->left, pieces) > pieces || !atomic_load(&pool->caller_sleeps)) return;
  pthread_mutex_lock(&pool->lock);
  pthread_cond_signal(&pool->done);
  pthread_mutex_unlock(&pool->lock);
}

/* Takes and runs pieces until none is left. */
static void do_pieces(Pool *pool) {
  uint64_t ticket = atomic_load(&pool->ticket);
  for (;;) {
    int count = atomic_load(&pool->count);
    Work work = atomic_load(&pool->work);
    void *self = atomic_load(&pool->self);
    int first = piece_of(ticket), pieces = (count - first) / (2 * pool->thread_count);
    if (pieces < 1) pieces = 1;
    if (first >= count) {
      uint64_t now = atomic_load(&pool->ticket);
      if (now == ticket) return;
      ticket = now;
    } else if (atomic_compare_exchange_weak(&pool->ticket, &ticket, ticket + (uint64_t)pieces)) {
      for (int i = 0; i < pieces; i++) work(self, first + i);
      finish_pieces(pool, pieces);
      ticket = atomic_load(&pool->ticket);
    }
  }
}

/* Spins for a moment; false if no work came. */
static bool look_for_work(Pool *pool) {
  double end_ms = os_now_ms() + pool->look_ms;
  do {
    for (int i = 0; i < LOOKS_BETWEEN_CLOCKS; i++) {
      if (has_piece(pool) || atomic_load(&pool->stop)) return true;
      pause_processor();
    }
  } while (os_now_ms() < end_ms);
  return false;
}

static void sleep_until_work(Pool *pool) {
  pthread_mutex_lock(&pool->lock);
  atomic_fetch_add(&pool->sleepers, 1);
  /* Checks again under the lock: a job may have come before the sleep. */
  while (!has_piece(pool) && !atomic_load(&pool->stop)) pthread_cond_wait(&pool->wake, &pool->lock);
  atomic_fetch_sub(&pool->sleepers, 1);
  pthread_mutex_unlock(&pool->lock);
}

static void *thread_main(void *self) {
  Pool *pool = self;
  while (!atomic_load(&pool->stop)) {
    if (!look_for_work(pool)) sleep_until_work(pool);
    do_pieces(pool);
  }
  return NULL;
}

static void wake_sleepers(Pool *pool) {
  if (atomic_load(&pool->sleepers) == 0) return;
  pthread_mutex_lock(&pool->lock);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->lock);
}

static void wait_until_done(Pool *pool) {
  double end_ms = os_now_ms() + (pool->look_ms > 0 ? done_look_ms : 0);
  do {
    for (int i = 0; i < LOOKS_BETWEEN_CLOCKS; i++) {
      if (atomic_load(&pool->left) == 0) return;
      pause_processor();
    }
  } while (os_now_ms() < end_ms);
  pthread_mutex_lock(&pool->lock);
  atomic_store(&pool->caller_sleeps, true);
  while (atomic_load(&pool->left) > 0) pthread_cond_wait(&pool->done, &pool->lock);
  atomic_store(&pool->caller_sleeps, false);
  pthread_mutex_unlock(&pool->lock);
}

static int start_with(Pool *pool, const pthread_attr_t *attributes, int wanted) {
  int started = 0;
  while (started < wanted &&
         pthread_create(&pool->threads[started], attributes, thread_main, pool) == 0)
    started++;
  return started;
}

/* The pool's threads block all signals, so that the program's own threads handle them. */
static int start_threads(Pool *pool, int wanted) {
  sigset_t all, before;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int started = start_with(pool, &attributes, wanted);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

Pool *pool_make(int thread_count) {
  thread_count = int_clamp(thread_count, 1, LARGEST_POOL);
  Arena *arena = arena_make(sizeof(Pool));
  Pool *pool = arena ? arena_take(arena, 1, sizeof *pool) : NULL;
  if (!pool) {
    arena_free(arena);
    return NULL;
  }
  pool->arena = arena;
  pool->look_ms = os_cpu_count() > 1 ? idle_look_ms : 0.0;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->wake, NULL);
  pthread_cond_init(&pool->done, NULL);
  pool->thread_count = 1 + start_threads(pool, thread_count - 1);
  if (pool->thread_count == thread_count) return pool;
  pool_free(pool);
  return NULL;
}

void pool_free(Pool *pool) {
  if (!pool) return;
  atomic_store(&pool->stop, true);
  wake_sleepers(pool);
  for (int i = 0; i < pool->thread_count - 1; i++) pthread_join(pool->threads[i], NULL);
  pthread_cond_destroy(&pool->done);
  pthread_cond_destroy(&pool->wake);
  pthread_mutex_destroy(&pool->lock);
  arena_free(pool->arena);
}

int pool_thread_count(const Pool *pool) { return pool ? pool->thread_count : 1; }

/* Publishes a job. While count is 0 no piece can be taken, so the other fields can be changed. A
** thread that sees the new ticket sees count as 0 or new; one that sees the new count sees the
** other fields. The last store also comes before the check for sleepers. */
static void publish_job(Pool *pool, int count, Work work, void *self) {
  uint64_t job = (atomic_load_explicit(&pool->ticket, memory_order_relaxed) >> 32) + 1;
  atomic_store_explicit(&pool->count, 0, memory_order_relaxed);
  atomic_store_explicit(&pool->ticket, job << 32, memory_order_release);
  atomic_store_explicit(&pool->work, work, memory_order_relaxed);
  atomic_store_explicit(&pool->self, self, memory_order_relaxed);
  atomic_store_explicit(&pool->left, count, memory_order_relaxed);
  atomic_store(&pool->count, count);
}

void pool_run(Pool *pool, int count, void (*work)(void *self, int index), void *self) {
  bool alone = !pool || pool->thread_count == 1 || count < 2;
  if (alone || atomic_exchange(&pool->taken, true)) { /* busy: a piece that itself calls pool_run */
    for (int i = 0; i < count; i++) work(self, i);
    return;
  }
  publish_job(pool, count, work, self);
  wake_sleepers(pool);
  do_pieces(pool);
  wait_until_done(pool);
  atomic_store(&pool->taken, false);
}
