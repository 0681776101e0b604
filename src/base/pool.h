/* base/pool.h -- a thread pool for numbered pieces of work.
**
** pool_run calls work(self, index) once for every index in [0, count), on the pool's threads and on
** the calling thread, and returns when all calls have returned. Their order is unspecified, so
** pieces must be independent; results do not depend on the number of threads.
**
** Memory  Its own arena, and 1 MiB of stack for each thread; pool_run allocates nothing.
** Errors  pool_make returns NULL when threads cannot be created. With a NULL pool the work runs on
**         the calling thread.
*/
#ifndef BASE_POOL_H
#define BASE_POOL_H

/* Its threads sleep while there is no work. */
typedef struct Pool Pool;

/* thread_count includes the calling thread and is clamped to 1 … 64. NULL: out of memory, or the
** threads cannot be created. */
Pool *pool_make(int thread_count);

/* Joins the threads. No work may be running. NULL is allowed. */
void pool_free(Pool *pool);

/* Includes the calling thread; 1 for NULL. */
int pool_thread_count(const Pool *pool);

/* Runs all pieces and waits for them. When the pool is busy (a piece calls pool_run itself) or
** NULL, they run one after the other on the calling thread. */
void pool_run(Pool *pool, int count, void (*work)(void *self, int index), void *self);

#endif
