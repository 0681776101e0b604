/* app/signals.c -- a thread that waits for signals. */
#include "app/signals.h"

#include <stddef.h>

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

static void *wait_for_signals(void *self) {
  Signals *signals = self;
  sigset_t set = watched();
  bool told = false;
  int number;
  while (sigwait(&set, &number) == 0 && number != SIGUSR1) {
    if (told) end_now(number);
    told = true;
    signals->caught(signals->self, number);
  }
  return NULL;
}

void signals_block(Signals *signals) {
  sigset_t set = watched();
  *signals = (Signals){0};
  pthread_sigmask(SIG_BLOCK, &set, &signals->former);
}

bool signals_start(Signals *signals, void (*caught)(void *self, int signal_number), void *self) {
  signals->caught = caught;
  signals->self = self;
  signals->running = pthread_create(&signals->thread, NULL, wait_for_signals, signals) == 0;
  if (!signals->running) pthread_sigmask(SIG_SETMASK, &signals->former, NULL);
  return signals->running;
}

void signals_end(Signals *signals) {
  if (signals->running) {
    pthread_kill(signals->thread, SIGUSR1);
    pthread_join(signals->thread, NULL);
  }
  pthread_sigmask(SIG_SETMASK, &signals->former, NULL);
}
