/* tests/support/sanitized.h -- whether this build has AddressSanitizer or ThreadSanitizer.
**
** Their shadow memory is terabytes of address space, so a test that limits the address space of the
** program is compiled without them only.
**
** A rule that is held to many random states is held to all of them in the release build, and to a
** eighth under the sanitizers, which take three times as long and look at every access to memory.
*/
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* How many of `count` random states a test looks at; at least one. */
#define SHARE_OF_STATES(count) (SANITIZED ? ((count) + 7) / 8 : (count))

#endif
