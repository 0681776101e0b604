/* The pool: every piece once, the same result with any number of threads, no work when idle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/os.h"
#include "base/pool.h"
#include "support/patience.h"

enum { PIECES = 1000 };

typedef struct Job {
  atomic_int visits[PIECES];
  double results[PIECES];
} Job;

static void work(void *self, int index) {
  Job *job = self;
  double x = index;
  for (int i = 0; i < 20; i++) x = x * 1.0000001 + 0.5;
  job->results[index] = x;
  atomic_fetch_add(&job->visits[index], 1);
}

static void every_piece_is_done_once(void **state) {
  (void)state;
  static Job jobs[5], alone;
  for (int i = 0; i < PIECES; i++) work(&alone, i);
  for (int threads = 0; threads <= 4; threads++) {
    Pool *pool = threads ? pool_make(threads) : NULL; /* no pool: the caller does it */
    assert_int_equal(pool_thread_count(pool), threads ? threads : 1);
    for (int round = 1; round <= 200; round++) {
      int count = round % 7 == 0 ? 0 : round % 5 == 0 ? 1 : PIECES;
      memset(&jobs[threads], 0, sizeof jobs[0]);
      pool_run(pool, count, work, &jobs[threads]);
      for (int i = 0; i < PIECES; i++) assert_int_equal(jobs[threads].visits[i], i < count);
      assert_memory_equal(jobs[threads].results, alone.results, (size_t)count * sizeof(double));
    }
    pool_free(pool);
  }
}

static void count_up(void *self, int index) {
  (void)index;
  atomic_fetch_add((atomic_int *)self, 1);
}

/* Many small jobs in a row: a late thread must not take a piece of the wrong job. */
static void small_jobs_do_not_mix(void **state) {
  (void)state;
  Pool *pool = pool_make(4);
  atomic_int counters[4] = {0};
  for (int i = 0; i < 40000; i++) pool_run(pool, 2 + i % 5, count_up, &counters[i % 4]);
  int sum = 0, expected = 0;
  for (int i = 0; i < 4; i++) sum += counters[i];
  for (int i = 0; i < 40000; i++) expected += 2 + i % 5;
  assert_int_equal(sum, expected);
  pool_free(pool);
}

typedef struct Nest {
  Pool *pool;
  atomic_int count;
} Nest;

static void work_inside(void *self, int index) {
  Nest *nest = self;
  (void)index;
  pool_run(nest->pool, 10, count_up, &nest->count);
}

static void a_piece_may_use_the_pool(void **state) {
  (void)state;
  Nest nest = {.pool = pool_make(3)};
  pool_run(nest.pool, 10, work_inside, &nest);
  assert_int_equal(nest.count, 100);
  pool_free(nest.pool);
}

static void sleep_ms(long ms) {
  const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&pause, NULL);
}

static void sleep_then_count(void *self, int index) {
  sleep_ms(index == 0 ? 1 : 6);
  count_up(self, index);
}

/* Jobs longer than the time of spinning: caller and threads sleep and are woken. */
static void long_pieces_are_waited_for(void **state) {
  (void)state;
  Pool *pool = pool_make(3);
  atomic_int count = 0;
  for (int i = 0; i < 5; i++) {
    pool_run(pool, 3, sleep_then_count, &count);
    assert_int_equal(count, 3 * (i + 1));
    sleep_ms(3);
  }
  pool_free(pool);
}

static void an_idle_pool_uses_no_processor(void **state) {
  (void)state;
  Pool *pool = pool_make(4);
  atomic_int count = 0;
  pool_run(pool, 100, count_up, &count);
  /* Its threads look around for a moment first, which on a busy machine is a long one. */
  double began_ms = os_now_ms(), used_ms = 200;
  while (used_ms >= 2 && patience_lasts(began_ms)) {
    double before_ms = os_process_cpu_ms();
    sleep_ms(200);
    used_ms = os_process_cpu_ms() - before_ms;
  }
  assert_true(used_ms < 2);
  pool_free(pool);
}

static void without_memory_there_is_no_pool(void **state) {
  (void)state;
  arena_fail_at(1);
  assert_null(pool_make(2));
  arena_fail_at(0);
  pool_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_piece_is_done_once),
      cmocka_unit_test(small_jobs_do_not_mix),
      cmocka_unit_test(a_piece_may_use_the_pool),
      cmocka_unit_test(long_pieces_are_waited_for),
      cmocka_unit_test(an_idle_pool_uses_no_processor),
      cmocka_unit_test(without_memory_there_is_no_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
