/* tests/support/failing_disk.c -- the system's own calls, and EIO where one is to fail. */
#define _GNU_SOURCE
#include "support/failing_disk.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
  const char *call, *file;
  int from;
} wanted;
static atomic_int met, failed;

void failing_disk_set(const char *call, const char *file, int from) {
  wanted.call = NULL;
  atomic_store(&met, 0);
  atomic_store(&failed, 0);
  wanted.file = file;
  wanted.from = from;
  wanted.call = call;
}

int failing_disk_count(void) { return atomic_load(&failed); }

__attribute__((constructor)) static void begin(void) {
  const char *call = getenv("FAILING_DISK_CALL"), *from = getenv("FAILING_DISK_FROM");
  if (call) failing_disk_set(call, getenv("FAILING_DISK_FILE"), from ? atoi(from) : 1);
}

static bool fails(const char *call, int file) {
  char name[64], path[4096];
  if (!wanted.call || strcmp(call, wanted.call) != 0) return false;
  int error = errno;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t bytes = syscall(SYS_readlinkat, -100, name, path, sizeof path - 1); /* AT_FDCWD */
  errno = error;
  if (bytes < 0) return false;
  path[bytes] = 0;
  if (!strstr(path, wanted.file) || atomic_fetch_add(&met, 1) + 1 < wanted.from) return false;
  atomic_fetch_add(&failed, 1);
  errno = EIO;
  return true;
}

ssize_t read(int file, void *to, size_t count) {
  return fails("read", file) ? -1 : syscall(SYS_read, file, to, count);
}

ssize_t pread(int file, void *to, size_t count, off_t place) {
  return fails("read", file) ? -1 : syscall(SYS_pread64, file, to, count, place);
}

ssize_t pread64(int file, void *to, size_t count, off_t place) {
  return pread(file, to, count, place);
}

ssize_t write(int file, const void *from, size_t count) {
  return fails("write", file) ? -1 : syscall(SYS_write, file, from, count);
}

int fsync(int file) { return fails("fsync", file) ? -1 : (int)syscall(SYS_fsync, file); }

int close(int file) {
  bool is_failing = fails("close", file);
  int closed = (int)syscall(SYS_close, file);
  if (is_failing) errno = EIO;
  return is_failing ? -1 : closed;
}
