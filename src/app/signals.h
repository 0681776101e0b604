/* app/signals.h -- SIGINT, SIGTERM and SIGHUP as something the window hears of.
**
**   block  →  make threads, open the window  →  start  →  …  →  end
**
** The signals are blocked in every thread and waited for in one of their own, so nothing is ever
** interrupted in the middle. A second one ends the process at once. SIGHUP stays ignored under
** nohup.
** Memory  The caller's, until signals_end.
** Errors  Without a thread for it (signals_start false) signals end the process, as the system has
**         it.
** Threads caught is called from the thread of the signals.
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
/* From now on caught is told, those that came since signals_block too. */
bool signals_start(Signals *signals, void (*caught)(void *self, int signal_number), void *self);
void signals_end(Signals *signals); /* the mask is as it was before signals_block */

#endif
