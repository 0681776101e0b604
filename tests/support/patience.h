/* tests/support/patience.h -- time in tests, on a machine that may be busy with other work.
**
** Waiting  A test waits until what it waits for is there, and gives up after PATIENCE_MS: far more
**          than it ever takes, since one that passes does not wait for the end.
** Bounds   "It takes less than …" is measured in processor time (os_process_cpu_ms), which other
**          programs do not use up; a wall clock would measure them too.
*/
#ifndef TESTS_SUPPORT_PATIENCE_H
#define TESTS_SUPPORT_PATIENCE_H

#include <stdbool.h>
#include <time.h>

#include "base/os.h"

enum { PATIENCE_MS = 120000 };

/* Sleeps for a millisecond; false when patience has been at its end since began_ms. */
static inline bool patience_lasts(double began_ms) {
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return os_now_ms() - began_ms < PATIENCE_MS;
}

/* Waits for the condition and fails the test if it does not come. Needs cmocka.h. */
#define WAIT_UNTIL(condition)                                                                      \
  do {                                                                                             \
    double wait_began_ms = os_now_ms();                                                            \
    while (!(condition)) assert_true(patience_lasts(wait_began_ms));                               \
  } while (0)

#endif
