/* base/pool.h -- a few threads that share out numbered pieces of work.
**
** pool_run calls work(self, index) once for every index in [0, count), on the pool's threads and
** on the caller's, and returns when all are done. The order is free, so a piece must not depend on
** another; results do not depend on the number of threads.
**
** Memory  An arena of its own and a MiB of stack for each thread; a job takes none.
** Errors  pool_make returns NULL when threads cannot be made; a NULL pool runs on the caller.
*/
#ifndef BASE_POOL_H
#define BASE_POOL_H

/* Threads that sleep while there is nothing to do. */
typedef struct Pool Pool;

/* thread_count is held to 1 … 64; the caller counts as one. NULL: no memory, or not so many threads
** can be made. */
Pool *pool_make(int thread_count);

/* Waits for the threads to end. NULL is allowed; nothing may be running on it. */
void pool_free(Pool *pool);

/* With the caller; 1 for NULL. */
int pool_thread_count(const Pool *pool);

/* Runs all pieces and waits for them. While the pool is busy, as when a piece itself calls it,
** or with a NULL pool, they run one after the other on the caller. */
void pool_run(Pool *pool, int count, void (*work)(void *self, int index), void *self);

#endif
