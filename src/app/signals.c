/* app/signals.c -- a thread that waits for signals. */
#include "app/signals.h"

#include <assert.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/os.h"

/* SIGUSR1 ends the thread. */
static const int watched_signals[SIGNALS_WATCHED] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

/* Under nohup SIGHUP was ignored before the program started, and stays ignored. */
static bool is_nohup(int number) {
  struct sigaction action;
  return number == SIGHUP && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t watched(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < SIGNALS_WATCHED; i++)
    if (!is_nohup(watched_signals[i])) sigaddset(&set, watched_signals[i]);
  return set;
}

/* Ends the process by the signal itself. */
static void end_now(int number) {
  assert(number > 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

/* Calls wake under the lock, so that none is called after signals_wake_with has replaced it. */
static void record_signal(Signals *signals, int number) {
  pthread_mutex_lock(&signals->lock);
  if (signals->number == 0) signals->number = number;
  if (signals->wake) signals->wake(signals->self);
  pthread_mutex_unlock(&signals->lock);
}

/* Waits for the first signal without limit; after it, returns every WAKE_MS so that the
** window is woken again. */
static int next_signal(const sigset_t *set, bool told) {
  enum { WAKE_MS = 100 };
  struct timespec wake = {.tv_nsec = WAKE_MS * 1000000};
  return told ? sigtimedwait(set, NULL, &wake) : sigwaitinfo(set, NULL);
}

/* SIGUSR1 from another process is ignored. */
static bool is_ending(Signals *signals) {
  pthread_mutex_lock(&signals->lock);
  bool ending = signals->ending;
  pthread_mutex_unlock(&signals->lock);
  return ending;
}

/* EINTR and the end of a wait both return a number below 0; before the first
** signal both are ignored. */
static void *wait_for_signals(void *self) {
  Signals *signals = self;
  sigset_t set = signals->watched;
  double first_ms = 0;
  for (int first = 0;;) {
    int number = next_signal(&set, first != 0);
    if (number == SIGUSR1 && is_ending(signals)) return NULL;
    if (number == SIGUSR1 || (number < 0 && first == 0)) continue;
    if (number > 0 && first != 0) end_now(number);
    if (number > 0) first_ms = os_now_ms();
    if (number > 0) first = number;
    if (os_now_ms() - first_ms > signals->most_ms) end_now(first);
    record_signal(signals, first);
  }
}

/* Threads that libraries made before main (OpenBLAS does) block nothing, and the system
** may deliver a signal to them. Such a thread sends the signal to the process again, and
** blocks it from then on. */
static void forward_signal(int number, siginfo_t *info, void *context) {
  ucontext_t *interrupted = context;
  (void)info;
  sigaddset(&interrupted->uc_sigmask, number);
  kill(getpid(), number);
}

static void install_actions(Signals *signals) {
  struct sigaction action = {.sa_sigaction = forward_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
  for (int i = 0; i < SIGNALS_WATCHED; i++)
    if (sigismember(&signals->watched, watched_signals[i]))
      sigaction(watched_signals[i], &action, &signals->former_actions[i]);
}

static void restore_actions(const Signals *signals) {
  for (int i = 0; i < SIGNALS_WATCHED; i++)
    if (sigismember(&signals->watched, watched_signals[i]))
      sigaction(watched_signals[i], &signals->former_actions[i], NULL);
}

static void restore_actions_and_mask(const Signals *signals) {
  restore_actions(signals);
  pthread_sigmask(SIG_SETMASK, &signals->former, NULL);
}

/* The signals are blocked before any other thread of ours is made, because threads inherit
** the mask. The set is passed to the thread, because is_nohup reads actions that
** install_actions changes. */
bool signals_start(Signals *signals, double most_ms) {
  assert(most_ms > 0);
  sigset_t set = watched();
  *signals = (Signals){.watched = set, .most_ms = most_ms};
  pthread_mutex_init(&signals->lock, NULL);
  pthread_sigmask(SIG_BLOCK, &set, &signals->former);
  install_actions(signals);
  signals->running = pthread_create(&signals->thread, NULL, wait_for_signals, signals) == 0;
  if (!signals->running) restore_actions_and_mask(signals);
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

/* The thread ends before the mask is restored; from then on a signal ends the process as usual. */
void signals_end(Signals *signals) {
  if (signals->running) {
    pthread_mutex_lock(&signals->lock);
    signals->ending = true;
    pthread_mutex_unlock(&signals->lock);
    pthread_kill(signals->thread, SIGUSR1);
    pthread_join(signals->thread, NULL);
    signals->running = false;
  }
  restore_actions_and_mask(signals);
}
