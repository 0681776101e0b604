/* base/os_path.c -- temporary files, folder locks, links and other questions about paths. */
#define _GNU_SOURCE /* realpath */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/os_internal.h"
#include "base/rng.h"
#include "base/i18n.h"

enum { FOLDER_BYTES = 4096 };

/* ---- temporary files of killed processes ---- */

/* Is it a temporary file of this program whose process has ended? %n shows that the whole name
** matched. */
static bool is_left_temporary(const char *name) {
  long process_id = 0;
  int number, end = 0;
  int read = sscanf(name, OS_TEMPORARY_NAME "%n", &process_id, &number, &end);
  return read == 2 && end > 0 && !name[end] && process_id > 0 && process_id <= INT_MAX &&
         !os_process_alive((int)process_id);
}

static void remove_if_left(void *self, const char *name) {
  char path[FOLDER_BYTES];
  if (!is_left_temporary(name)) return;
  int bytes = snprintf(path, sizeof path, "%s/%s", (const char *)self, name);
  if (bytes > 0 && bytes < FOLDER_BYTES && os_kind(path) == OS_FILE) os_remove_file(path);
}

void os_remove_left_temporaries(const char *folder) {
  char path[FOLDER_BYTES];
  Arena *arena = arena_make(0);
  int bytes = snprintf(path, sizeof path, "%s", folder);
  if (arena && bytes > 0 && bytes < FOLDER_BYTES) os_list_folder(arena, path, remove_if_left, path);
  arena_free(arena);
}

/* ---- folder locks ---- */

/* Polls, since flock cannot wait with a time limit. */
bool os_lock_folder(const char *path, double most_ms, int *lock) {
  const struct timespec pause = {.tv_nsec = 2000000};
  double end_ms = os_now_ms() + most_ms;
  *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) != 0) {
    bool is_held = errno == EWOULDBLOCK || errno == EINTR;
    if (is_held && os_now_ms() < end_ms) {
      nanosleep(&pause, NULL);
      continue;
    }
    close(*lock);
    *lock = -1;
    if (is_held) return false;
  }
  return true;
}

void os_unlock_folder(int lock) {
  if (lock >= 0) close(lock);
}

/* ---- places ---- */

/* mkdtemp makes it with mode 0700 and follows no link. */
const char *os_make_private_folder(Arena *arena, Status *status) {
  char *path = str_format(arena, "%s/headsup-XXXXXX", os_temporary_folder());
  if (!path) return status_no_memory(status), NULL;
  if (mkdtemp(path)) return path;
  status_fail(status, STATUS_COULD_NOT, _("Cannot make a folder in %s: %s."),
              os_excerpt(os_temporary_folder()).text, strerror(errno));
  return NULL;
}

bool os_check_folder(const char *path, Status *status) {
  char folder[FOLDER_BYTES] = ".";
  const char *slash = strrchr(path, '/');
  size_t bytes = slash ? (size_t)(slash - path) : 0;
  /* The root is always there. */
  if (slash == path) return true;
  if (bytes >= sizeof folder) bytes = sizeof folder - 1; /* too long for the system too */
  if (bytes > 0) {
    memcpy(folder, path, bytes);
    folder[bytes] = 0;
  }
  return os_kind(folder) == OS_FOLDER ||
         status_fail(status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
}

bool os_remove_empty_folder(const char *path) { return rmdir(path) == 0; }

const char *os_real_path(Arena *arena, const char *path) {
  char real[PATH_MAX];
  return realpath(path, real) ? str_copy(arena, str_from(real)) : NULL;
}

const char *os_link_target(Arena *arena, const char *path) {
  char target[PATH_MAX];
  ssize_t bytes = readlink(path, target, sizeof target);
  return bytes < 0 ? NULL : str_copy(arena, (Str){target, (size_t)bytes});
}

bool os_same_file(const char *a, const char *b) {
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

uint64_t os_file_mark(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return 0;
  const uint64_t told[] = {(uint64_t)info.st_dev, (uint64_t)info.st_ino, (uint64_t)info.st_size,
                           (uint64_t)info.st_mtim.tv_sec, (uint64_t)info.st_mtim.tv_nsec};
  /* Never 0, which stands for no file. Two writes within the clock's step and of the same size
  ** look alike. */
  return rng_hash(told, sizeof told) | 1;
}
