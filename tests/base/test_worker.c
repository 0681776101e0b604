/* tests/base/test_worker.c -- a background thread is woken by changes and ends when asked to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/worker.h"

typedef struct Counting {
  int wanted, done;
  bool quit, signals_blocked;
} Counting;

static void count(void *self, Worker *worker) {
  Counting *counting = self;
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  worker_lock(worker);
  counting->signals_blocked = sigismember(&blocked, SIGINT) == 1;
  while (!counting->quit) {
    if (counting->done < counting->wanted) {
      counting->done++;
      worker_wake(worker);
    } else {
      worker_wait(worker);
    }
  }
  worker_unlock(worker);
}

static void ask(Counting *counting, Worker *worker, int wanted) {
  worker_lock(worker);
  counting->wanted = wanted;
  worker_wake(worker);
  while (counting->done < wanted) worker_wait(worker);
  worker_unlock(worker);
}

static void end(Counting *counting, Worker *worker) {
  worker_lock(worker);
  counting->quit = true;
  worker_wake(worker);
  worker_unlock(worker);
  worker_free(worker);
}

static void the_thread_does_what_is_asked_and_both_sides_hear_of_it(void **state) {
  (void)state;
  Counting counting = {0};
  Worker *worker = worker_make(count, &counting);
  assert_non_null(worker);
  ask(&counting, worker, 3);
  ask(&counting, worker, 1000);
  end(&counting, worker);
  assert_int_equal(counting.done, 1000);
  assert_true(counting.signals_blocked);
}

static void without_memory_there_is_no_worker(void **state) {
  (void)state;
  Counting counting = {0};
  arena_fail_at(1);
  Worker *worker = worker_make(count, &counting);
  arena_fail_at(0);
  assert_null(worker);
  worker_free(worker);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_thread_does_what_is_asked_and_both_sides_hear_of_it),
      cmocka_unit_test(without_memory_there_is_no_worker),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
