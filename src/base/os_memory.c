/* base/os_memory.c -- limits on address space (ulimit -v), page sizes, and restarting the
** program. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/os.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const uintptr_t large_page_bytes = (uintptr_t)2 << 20;

bool os_memory_is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Maps address space and unmaps it at once, without touching a page. */
bool os_has_room(size_t bytes) {
  void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, bytes);
  return true;
}

/* Only the whole large pages inside the range: madvise refuses other addresses. */
void os_prefer_large_pages(void *at, size_t bytes) {
#ifdef MADV_HUGEPAGE
  uintptr_t first = ((uintptr_t)at + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
  uintptr_t end = ((uintptr_t)at + bytes) / large_page_bytes * large_page_bytes;
  if (end > first) (void)madvise((void *)first, end - first, MADV_HUGEPAGE); /* a wish */
#else
  (void)at;
  (void)bytes;
#endif
}

/* By default glibc raises its mmap threshold to the largest block that was freed, up to 32 MiB;
** later blocks of megabytes are then in heaps of threads, which hardly ever shrink. A threshold
** that is set stays fixed, and the heap is trimmed at its default of 128 KiB, unless that is set
** too. */
void os_give_back_blocks(size_t least_bytes, size_t kept_bytes) {
#ifdef M_MMAP_THRESHOLD
  (void)mallopt(M_MMAP_THRESHOLD, (int)least_bytes); /* a wish, as the next */
  (void)mallopt(M_TRIM_THRESHOLD, (int)kept_bytes);
#else
  (void)least_bytes;
  (void)kept_bytes;
#endif
}

/* The variable also marks that the program was restarted, so it happens once. execv returns only on
** failure. */
void os_restart_with(const char *name, const char *value, char *const *argv) {
  if (getenv(name) || setenv(name, value, 1) != 0) return;
  execv("/proc/self/exe", argv);
}
