/* base/pool.h -- a few threads that share out numbered pieces of work.
**
** pool_run calls work(self, index) once for every index in [0, count), on the pool's threads and
** on the caller's, and returns when all are done. The order is free, so a piece must not depend on
** another; results do not depend on the number of threads.
**
** Errors  pool_make returns NULL when threads cannot be made; a NULL pool runs on the caller.
*/
#ifndef BASE_POOL_H
#define BASE_POOL_H

typedef struct Pool Pool;

Pool *pool_make(int thread_count); /* the caller counts as one */
void pool_free(Pool *pool);
int pool_thread_count(const Pool *pool);
void pool_run(Pool *pool, int count, void (*work)(void *self, int index), void *self);

#endif
