/* app/signals.h -- SIGINT, SIGTERM and SIGHUP as something the window hears of.
**
** The signals are blocked in every thread and waited for in one of their own, so nothing is ever
** interrupted in the middle. A second one ends the process at once.
*/
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

typedef struct Signals {
  pthread_t thread;
  sigset_t former; /* the mask before */
  bool running;
  void (*caught)(void *self, int signal_number);
  void *self;
} Signals;

void signals_block(Signals *signals); /* before any other thread is made */
bool signals_start(Signals *signals, void (*caught)(void *self, int signal_number), void *self);
void signals_end(Signals *signals); /* the mask is as it was before signals_block */

#endif
