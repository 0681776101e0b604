/* tests/support/sanitized.h -- whether this build has AddressSanitizer or ThreadSanitizer.
**
** Their shadow memory is terabytes of address space, so a test that limits the address space of the
** program is compiled without them only.
*/
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif
