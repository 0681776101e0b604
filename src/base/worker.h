/* base/worker.h -- a background thread with a mutex and a condition variable.
**
**   worker_make(work, self) → work(self) runs on its own thread → worker_free joins it
**
** Data that both sides share is accessed between worker_lock and worker_unlock. worker_wait
** releases the lock, sleeps until worker_wake, and takes the lock again. It may wake spuriously, so
** call it in a loop that tests the condition.
** Memory  The worker's own; self must outlive it.
** Errors  NULL: out of memory, or the thread cannot be created. Signals go to the main thread.
*/
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

/* The thread with its mutex and condition variable. */
typedef struct Worker Worker;

Worker *worker_make(void (*work)(void *self, Worker *worker), void *self);

/* Waits for work to return: tell it to end first. NULL is allowed. */
void worker_free(Worker *worker);

/* From either thread; not recursive. */
void worker_lock(Worker *worker);
void worker_unlock(Worker *worker);

/* The calling thread must hold the lock. */
void worker_wait(Worker *worker);

/* The same with a timeout. */
void worker_wait_for(Worker *worker, double most_ms);

/* Wakes the waiting threads. The lock may be held or not. */
void worker_wake(Worker *worker);

#endif
