/* tests/support/failing_memory.c -- in front of glibc's own functions, which have other names too. */
#define _GNU_SOURCE
#include "support/failing_memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *at, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static atomic_long counted, failing;
static atomic_bool after_too;

void failing_memory_at(long nth, bool and_all_after) {
  atomic_store(&failing, 0);
  atomic_store(&counted, 0);
  atomic_store(&after_too, and_all_after);
  atomic_store(&failing, nth);
}

long failing_memory_count(void) { return atomic_load(&counted); }

static bool fails(void) {
  long number = atomic_fetch_add(&counted, 1) + 1, nth = atomic_load(&failing);
  if (nth == 0 || number < nth || (number > nth && !atomic_load(&after_too))) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return fails() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *at, size_t bytes) { return fails() ? NULL : __libc_realloc(at, bytes); }

void *aligned_alloc(size_t alignment, size_t bytes) {
  return fails() ? NULL : __libc_memalign(alignment, bytes);
}

int posix_memalign(void **at, size_t alignment, size_t bytes) {
  if (fails()) return ENOMEM;
  *at = __libc_memalign(alignment, bytes);
  return *at ? 0 : ENOMEM;
}
