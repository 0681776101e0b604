/* base/worker.h -- one thread beside the window, and the lock they share.
**
**   worker_make(work, self) → work(self) runs on a thread of its own → worker_free waits for its
**   end
**
** Whatever both sides touch is touched between worker_lock and worker_unlock. worker_wait lets the
** lock go, sleeps until worker_wake is called, and holds it again: it may also return by itself,
** so it stands in a loop.
** Memory  The worker's own; self must outlive it.
** Errors  NULL when there is no memory or no thread. Signals go to the program's first thread.
*/
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

/* The thread with its lock and its signal. */
typedef struct Worker Worker;

Worker *worker_make(void (*work)(void *self, Worker *worker), void *self);

/* Waits for the work to return: tell it to end first. NULL is allowed. */
void worker_free(Worker *worker);

/* From either side; not twice by the same one. */
void worker_lock(Worker *worker);
void worker_unlock(Worker *worker);

/* Only while the lock is held, by the thread that holds it. */
void worker_wait(Worker *worker);

/* The same, for at most so many milliseconds. */
void worker_wait_for(Worker *worker, double most_ms);

/* Wakes whoever waits, while the lock is held or not. */
void worker_wake(Worker *worker);

#endif
