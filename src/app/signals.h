/* app/signals.h -- delivers SIGINT, SIGTERM and SIGHUP to the window.
**
**   start  →  make threads, open the window, play scripts  →  wake_with  →  …  →  end
**
** The signals are blocked in every thread made after start, and one thread waits for them, so no
** code of ours is interrupted in the middle. A thread of a library that does not block them
** forwards them. The first signal is recorded, to be checked between two pieces of work, and wakes
** the window again and again until signals_end, so it is noticed even if it comes before there is a
** window or just before the window waits. A second signal ends the process at once; so does the
** first if signals_end is not called in the time given. By then the autosave holds what the person
** typed. SIGHUP stays ignored under nohup.
**
** Memory   The caller's, until signals_end.
** Errors   If no thread can be made, signals_start returns false and signals end the process as
**          usual.
** Threads  wake is called from the thread of the signals, and never after signals_end.
*/
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

enum { SIGNALS_WATCHED = 4 };

typedef struct Signals {
  pthread_t thread;
  pthread_mutex_t lock;
  sigset_t watched;
  sigset_t former; /* the signal mask before signals_start */
  struct sigaction former_actions[SIGNALS_WATCHED];
  bool running;
  double most_ms; /* the longest time from the first signal to signals_end */
  int number;     /* the first signal; 0: none. This and all below are guarded by lock */
  bool ending;    /* SIGUSR1 now means that the thread ends */
  void (*wake)(void *self);
  void *self;
} Signals;

/* Must be called before any other thread is made, because threads inherit the signal mask. */
bool signals_start(Signals *signals, double most_ms);
int signals_caught(Signals *signals); /* 0: none so far; signals may be NULL: always 0 */
/* Sets the function to call, about ten times a second, once a signal has come. */
void signals_wake_with(Signals *signals, void (*wake)(void *self), void *self);
void signals_end(Signals *signals); /* restores the signal mask from before signals_start */

#endif
