/* Signals are handled whenever they come: before there is a window, when a wake-up is lost, and
** when the system gives one to a thread that existed before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/signals.h"
#include "base/os.h"
#include "support/patience.h"

static void count_wake(void *self) { atomic_fetch_add((_Atomic int *)self, 1); }

static bool reaches(const _Atomic int *wakes, int wanted) {
  double began_ms = os_now_ms();
  while (atomic_load(wakes) < wanted && patience_lasts(began_ms)) continue;
  return atomic_load(wakes) >= wanted;
}

/* The window is opened long after the first signal may come. */
static void one_before_the_window_is_told_to_it(void **state) {
  (void)state;
  Signals signals;
  _Atomic int wakes = 0;
  assert_true(signals_start(&signals, PATIENCE_MS));
  assert_int_equal(signals_caught(&signals), 0);
  assert_int_equal(kill(getpid(), SIGTERM), 0);
  WAIT_UNTIL(signals_caught(&signals));
  assert_int_equal(signals_caught(&signals), SIGTERM);
  signals_wake_with(&signals, count_wake, &wakes);
  assert_true(reaches(&wakes, 1));
  signals_end(&signals);
}

/* An event may be lost on its way to the window: another one follows, until the end. */
static void it_wakes_until_the_end(void **state) {
  (void)state;
  Signals signals;
  _Atomic int wakes = 0;
  assert_true(signals_start(&signals, PATIENCE_MS));
  signals_wake_with(&signals, count_wake, &wakes);
  usleep(250 * 1000);
  assert_int_equal(atomic_load(&wakes), 0); /* nothing came: it sleeps */
  assert_int_equal(kill(getpid(), SIGINT), 0);
  assert_true(reaches(&wakes, 3));
  assert_int_equal(signals_caught(&signals), SIGINT);
  signals_end(&signals);
  int last = atomic_load(&wakes);
  usleep(250 * 1000);
  assert_int_equal(atomic_load(&wakes), last);
}

/* A SIGUSR1 from elsewhere does not end the program. */
static void a_stranger_does_not_make_it_deaf(void **state) {
  (void)state;
  Signals signals;
  _Atomic int wakes = 0;
  assert_true(signals_start(&signals, PATIENCE_MS));
  signals_wake_with(&signals, count_wake, &wakes);
  assert_int_equal(kill(getpid(), SIGUSR1), 0);
  usleep(100 * 1000);
  assert_int_equal(signals_caught(&signals), 0);
  assert_int_equal(kill(getpid(), SIGTERM), 0);
  assert_true(reaches(&wakes, 1));
  signals_end(&signals);
}

/* A shell without job control starts background processes with SIGINT ignored. */
static void an_ignored_one_is_heard_too(void **state) {
  (void)state;
  Signals signals;
  _Atomic int wakes = 0;
  void (*former)(int) = signal(SIGINT, SIG_IGN);
  assert_true(signals_start(&signals, PATIENCE_MS));
  signals_wake_with(&signals, count_wake, &wakes);
  assert_int_equal(kill(getpid(), SIGINT), 0);
  assert_true(reaches(&wakes, 1));
  signals_end(&signals);
  signal(SIGINT, former);
}

static void *sleep_until(void *ends) {
  while (!atomic_load((_Atomic int *)ends)) usleep(1000);
  return NULL;
}

/* OpenBLAS starts such a thread before main; the system prefers it to the one that waits. */
static void one_that_an_older_thread_takes_is_heard(void **state) {
  (void)state;
  Signals signals;
  pthread_t older;
  _Atomic int wakes = 0, ends = 0;
  void (*former)(int) = signal(SIGINT, SIG_IGN);
  assert_int_equal(pthread_create(&older, NULL, sleep_until, &ends), 0);
  assert_true(signals_start(&signals, PATIENCE_MS));
  signals_wake_with(&signals, count_wake, &wakes);
  assert_int_equal(pthread_kill(older, SIGINT), 0);
  bool heard = reaches(&wakes, 1);
  atomic_store(&ends, 1);
  pthread_join(older, NULL);
  signals_end(&signals);
  signal(SIGINT, former);
  assert_true(heard);
}

static void a_second_one_ends_the_process(void **state) {
  (void)state;
  int end;
  pid_t child = fork();
  if (child == 0) {
    Signals signals;
    signals_start(&signals, PATIENCE_MS);
    kill(getpid(), SIGINT);
    while (!signals_caught(&signals)) usleep(1000);
    kill(getpid(), SIGINT);
    usleep(PATIENCE_MS * 1000);
    _exit(1);
  }
  assert_int_equal(waitpid(child, &end, 0), child);
  assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGINT);
}

/* The thread that should handle it never returns. */
static void one_that_nobody_answers_ends_the_process(void **state) {
  (void)state;
  int end;
  pid_t child = fork();
  if (child == 0) {
    Signals signals;
    signals_start(&signals, 300);
    kill(getpid(), SIGTERM);
    usleep(PATIENCE_MS * 1000);
    _exit(1);
  }
  assert_int_equal(waitpid(child, &end, 0), child);
  assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGTERM);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_before_the_window_is_told_to_it),
      cmocka_unit_test(it_wakes_until_the_end),
      cmocka_unit_test(an_ignored_one_is_heard_too),
      cmocka_unit_test(one_that_an_older_thread_takes_is_heard),
      cmocka_unit_test(a_stranger_does_not_make_it_deaf),
      cmocka_unit_test(a_second_one_ends_the_process),
      cmocka_unit_test(one_that_nobody_answers_ends_the_process),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
