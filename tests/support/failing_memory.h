/* tests/support/failing_memory.h -- every allocation of a test program, those of libraries too, with
** the n-th of them failing.
**
** Linked into a test it takes the place of the C library's malloc, so it is for programs without
** AddressSanitizer, which does the same.
** Threads Counted together; meant for a child process with one thread.
*/
#ifndef TESTS_SUPPORT_FAILING_MEMORY_H
#define TESTS_SUPPORT_FAILING_MEMORY_H

#include <stdbool.h>

/* From now on the n-th allocation fails, counted from 1, or all from the n-th on; 0: none. */
void failing_memory_at(long nth, bool and_all_after);

/* Allocations since the last failing_memory_at. */
long failing_memory_count(void);

#endif
