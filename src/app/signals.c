/* app/signals.c -- a thread that waits for signals. */
#include "app/signals.h"

#include <stddef.h>
#include <time.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

/* nohup: a hangup that was ignored before we began stays so. */
static bool is_nohup(int number) {
  struct sigaction action;
  return number == SIGHUP && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t watched(void) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
    if (!is_nohup(ending_signals[i])) sigaddset(&set, ending_signals[i]);
  sigaddset(&set, SIGUSR1); /* ends the thread */
  return set;
}

/* The system's own way: the process ends by the signal. */
static void end_now(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

/* Woken under the lock, so that nobody is woken any more once signals_wake_with has said so. */
static void note(Signals *signals, int number) {
  pthread_mutex_lock(&signals->lock);
  if (signals->number == 0) signals->number = number;
  if (signals->wake) signals->wake(signals->self);
  pthread_mutex_unlock(&signals->lock);
}

/* The first is waited for as long as it takes, then the window is woken every WAKE_MS. */
static int next_signal(const sigset_t *set, bool told) {
  enum { WAKE_MS = 100 };
  struct timespec wake = {.tv_nsec = WAKE_MS * 1000000};
  return told ? sigtimedwait(set, NULL, &wake) : sigwaitinfo(set, NULL);
}

/* SIGUSR1 may come from elsewhere too, where it means nothing. */
static bool is_ending(Signals *signals) {
  pthread_mutex_lock(&signals->lock);
  bool ending = signals->ending;
  pthread_mutex_unlock(&signals->lock);
  return ending;
}

/* EINTR and the end of a wait are both a number below 0; before the first signal neither means
** anything. */
static void *wait_for_signals(void *self) {
  Signals *signals = self;
  sigset_t set = watched();
  for (int first = 0;;) {
    int number = next_signal(&set, first != 0);
    if (number == SIGUSR1 && is_ending(signals)) return NULL;
    if (number == SIGUSR1 || (number < 0 && first == 0)) continue;
    if (number > 0 && first != 0) end_now(number);
    if (number > 0) first = number;
    note(signals, first);
  }
}

/* Blocked before any other thread is made: threads inherit the mask. */
bool signals_start(Signals *signals) {
  sigset_t set = watched();
  *signals = (Signals){0};
  pthread_mutex_init(&signals->lock, NULL);
  pthread_sigmask(SIG_BLOCK, &set, &signals->former);
  signals->running = pthread_create(&signals->thread, NULL, wait_for_signals, signals) == 0;
  if (!signals->running) pthread_sigmask(SIG_SETMASK, &signals->former, NULL);
  return signals->running;
}

int signals_caught(Signals *signals) {
  if (!signals) return 0;
  pthread_mutex_lock(&signals->lock);
  int number = signals->number;
  pthread_mutex_unlock(&signals->lock);
  return number;
}

void signals_wake_with(Signals *signals, void (*wake)(void *self), void *self) {
  pthread_mutex_lock(&signals->lock);
  signals->wake = wake;
  signals->self = self;
  pthread_mutex_unlock(&signals->lock);
}

/* The thread is gone before the mask comes back; from then on a signal ends the process, as the
** system has it. */
void signals_end(Signals *signals) {
  if (signals->running) {
    pthread_mutex_lock(&signals->lock);
    signals->ending = true;
    pthread_mutex_unlock(&signals->lock);
    pthread_kill(signals->thread, SIGUSR1);
    pthread_join(signals->thread, NULL);
    signals->running = false;
  }
  pthread_sigmask(SIG_SETMASK, &signals->former, NULL);
}
