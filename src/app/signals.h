/* app/signals.h -- SIGINT, SIGTERM and SIGHUP as something the window hears of.
**
**   start  →  make threads, open the window, play scripts  →  wake_with  →  …  →  end
**
** The signals are blocked in every thread made from start on and waited for in one of their own, so
** nothing of ours is ever interrupted in the middle; a library's thread that blocks nothing and is
** given one sends it on. The first one is written down, where it is asked for between two pieces of
** work, and wakes the window again and again until signals_end: whenever it comes, also before
** there is a window or just before it waits, it is heard. A second one ends the process at once,
** and so does the first where nobody has come to signals_end in the time given: what a person typed
** is in the autosave by then.
** SIGHUP stays ignored under nohup.
** Memory  The caller's, until signals_end.
** Errors  Without a thread for it (signals_start false) signals end the process, as the system has
**         it.
** Threads wake is called from the thread of the signals, and not after signals_end.
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
  sigset_t former; /* the mask before */
  struct sigaction former_actions[SIGNALS_WATCHED];
  bool running;
  double most_ms; /* from the first one to signals_end */
  int number;     /* the first one; 0: none. This and below: under the lock */
  bool ending;    /* SIGUSR1 is ours */
  void (*wake)(void *self);
  void *self;
} Signals;

/* Before any other thread is made, for the mask is inherited. */
bool signals_start(Signals *signals, double most_ms);
int signals_caught(Signals *signals); /* 0: none so far; NULL is none ever */
/* Whom to wake from now on: about ten times a second once a signal has come. */
void signals_wake_with(Signals *signals, void (*wake)(void *self), void *self);
void signals_end(Signals *signals); /* the mask is as it was before signals_start */

#endif
