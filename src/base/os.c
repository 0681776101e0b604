/* base/os.c -- reading, folders, the clock and processors; saving is in os_save.c.
**
** Reading opens the file without blocking and then checks the kind of the opened file, since the
** name may mean another file by then.
*/
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/os_internal.h"
#include "base/i18n.h"

enum { FIRST_READ_BYTES = 65536 };

/* The end of a path: 400 bytes, or 140 if some will be escaped, which takes four bytes each. The
** end of a path tells more than its beginning. */
OsExcerpt os_excerpt(const char *path) {
  size_t bytes = strlen(path), limit = 400, skipped = 0;
  for (const char *at = path; *at && limit > 140; at++)
    if (*at < ' ' || *at == 0x7F) limit = 140;
  if (bytes > limit) skipped = bytes - limit;
  while (skipped > 0 && skipped < bytes && ((unsigned char)path[skipped] & 0xC0) == 0x80) skipped++;
  OsExcerpt result;
  snprintf(result.text, sizeof result.text, "%s%s", skipped ? "…" : "", path + skipped);
  return result;
}

/* ---- reading ---- */

OsKind os_kind(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return OS_MISSING;
  return S_ISREG(info.st_mode) ? OS_FILE : S_ISDIR(info.st_mode) ? OS_FOLDER : OS_OTHER;
}

bool os_is_larger(const char *path, size_t bytes) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) && (uintmax_t)info.st_size > bytes;
}

/* The parameters of a reading. */
typedef struct Reading {
  Arena *arena;
  const char *path;
  size_t limit_bytes;
  Status *status;
} Reading;

static bool read_failed(const Reading *reading) {
  return status_fail(reading->status, STATUS_COULD_NOT, _("Cannot read %s: %s."),
                     os_excerpt(reading->path).text, strerror(errno));
}

static bool too_large(const Reading *reading) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     P_("Cannot read %s: it is larger than the %zu byte allowed here.",
                        "Cannot read %s: it is larger than the %zu bytes allowed here.",
                        reading->limit_bytes),
                     os_excerpt(reading->path).text, reading->limit_bytes);
}

static bool refuse_kind(const Reading *reading, mode_t mode) {
  const char *format = S_ISDIR(mode)
                           ? _("Cannot read %s: it is a folder.")
                           : _("Cannot read %s: it is a device, a pipe or a socket, not a file.");
  return status_fail(reading->status, STATUS_COULD_NOT, format, os_excerpt(reading->path).text);
}

bool os_check_usable(const char *path, Status *status) {
  const Reading reading = {.path = path, .status = status};
  struct stat info;
  if (stat(path, &info) != 0) return errno != EACCES || read_failed(&reading);
  return S_ISREG(info.st_mode) || S_ISDIR(info.st_mode) || refuse_kind(&reading, info.st_mode);
}

/* read(), repeated after a signal. */
static ssize_t read_some(int file, char *to, size_t count) {
  ssize_t got;
  do got = read(file, to, count < OS_WRITE_BYTES ? count : OS_WRITE_BYTES);
  while (got < 0 && errno == EINTR);
  return got;
}

/* Reads to the end. The size is only a first guess: files under /proc report 0, and others grow.
** Reads one byte more than the limit, to notice larger files. */
static bool read_all(const Reading *reading, int file, size_t guess_bytes, Str *bytes) {
  size_t capacity = guess_bytes + 1, used = 0, limit = reading->limit_bytes;
  char *at = arena_take(reading->arena, capacity + 1, 1);
  while (at) {
    ssize_t got = read_some(file, at + used, capacity - used);
    if (got < 0) return read_failed(reading);
    used += (size_t)got;
    if (used > limit) return too_large(reading);
    if (got == 0) {
      at[used] = 0;
      *bytes = (Str){at, used};
      return true;
    }
    if (used < capacity) continue;
    capacity = capacity < limit / 2 ? capacity * 2 : limit + 1;
    char *grown = arena_take(reading->arena, capacity + 1, 1);
    if (grown) memcpy(grown, at, used);
    at = grown;
  }
  return status_no_memory(reading->status);
}

static bool read_open_file(const Reading *reading, int file, Str *bytes) {
  struct stat info;
  if (fstat(file, &info) != 0) return read_failed(reading);
  if (!S_ISREG(info.st_mode)) return refuse_kind(reading, info.st_mode);
  if ((uintmax_t)info.st_size > reading->limit_bytes) return too_large(reading);
  return read_all(reading, file, (size_t)info.st_size, bytes);
}

/* A device is not opened, since opening some of them has effects. */
static bool open_regular(const Reading *reading, int *file) {
  struct stat info;
  if (stat(reading->path, &info) != 0) return read_failed(reading);
  if (!S_ISREG(info.st_mode)) return refuse_kind(reading, info.st_mode);
  *file = open(reading->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  return *file >= 0 || read_failed(reading);
}

bool os_read_file(Arena *arena, const char *path, size_t limit_bytes, Str *bytes, Status *status) {
  const Reading reading = {arena, path, limit_bytes, status};
  int file = -1;
  if (!open_regular(&reading, &file)) return false;
  bool done = read_open_file(&reading, file, bytes);
  close(file);
  return done;
}

bool os_open_file(const char *path, OsFile *opened, Status *status) {
  const Reading reading = {.path = path, .status = status};
  struct stat info;
  int file = -1;
  if (!open_regular(&reading, &file)) return false;
  bool known = fstat(file, &info) == 0;
  if (known && S_ISREG(info.st_mode)) {
    *opened = (OsFile){file, (uint64_t)info.st_size, (uint64_t)info.st_dev, (uint64_t)info.st_ino};
    return true;
  }
  if (known) refuse_kind(&reading, info.st_mode);
  else read_failed(&reading);
  close(file);
  return false;
}

bool os_read_at(OsFile file, uint64_t place, void *to, size_t count) {
  for (size_t done = 0; done < count;) {
    size_t most = count - done < OS_WRITE_BYTES ? count - done : OS_WRITE_BYTES;
    ssize_t got = pread(file.descriptor, (char *)to + done, most, (off_t)(place + done));
    /* 0 is the end of the file: it has been shortened. */
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) done += (size_t)got;
  }
  return true;
}

void os_close_file(OsFile file) { close(file.descriptor); }

bool os_read_stdin(Arena *arena, size_t limit_bytes, Str *bytes, Status *status) {
  const Reading reading = {arena, _("standard input"), limit_bytes, status};
  size_t guess = limit_bytes < FIRST_READ_BYTES ? limit_bytes : FIRST_READ_BYTES;
  return read_all(&reading, STDIN_FILENO, guess, bytes);
}

/* ---- names ---- */

bool os_move_file(const char *from, const char *to) { return rename(from, to) == 0; }

bool os_make_folder(const char *path, Status *status) {
  if (mkdir(path, 0777) == 0) return true;
  int error = errno;
  if (error == EEXIST && os_kind(path) == OS_FOLDER) return true;
  return status_fail(status, STATUS_COULD_NOT, _("Cannot make the folder %s: %s."),
                     os_excerpt(path).text, strerror(error));
}

bool os_remove_file(const char *path) { return unlink(path) == 0; }

/* ---- folders ---- */

typedef struct Names {
  const char **at;
  size_t count, capacity;
} Names;

static bool add_name(Arena *arena, Names *names, const char *name) {
  if (names->count == names->capacity) {
    size_t capacity = names->capacity ? names->capacity * 2 : 64;
    const char **grown = arena_take(arena, capacity, sizeof *grown);
    if (!grown) return false;
    if (names->count) memcpy(grown, names->at, names->count * sizeof *grown);
    names->at = grown;
    names->capacity = capacity;
  }
  const char *copy = str_copy(arena, str_from(name));
  names->at[names->count] = copy;
  names->count += copy != NULL;
  return copy != NULL;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool collect_names(Arena *arena, DIR *folder, Names *names) {
  bool held = true;
  errno = 0;
  for (const struct dirent *entry; held && (entry = readdir(folder)) != NULL; errno = 0)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      held = add_name(arena, names, entry->d_name);
  /* readdir reports errors only in errno, which was set to 0 before. */
  return held && errno == 0;
}

bool os_list_folder(Arena *arena, const char *path, void (*visit)(void *self, const char *name),
                    void *self) {
  DIR *folder = opendir(path);
  if (!folder) return false;
  Names names = {0};
  bool complete = collect_names(arena, folder, &names);
  closedir(folder);
  if (!complete) return false;
  /* Sorted, because readdir's order depends on the file system. */
  if (names.count) qsort(names.at, names.count, sizeof *names.at, by_bytes);
  for (size_t i = 0; i < names.count; i++) visit(self, names.at[i]);
  return true;
}

const char *os_absolute_path(Arena *arena, const char *path) {
  char here[4096];
  if (path[0] == '/' || !getcwd(here, sizeof here)) return str_copy(arena, str_from(path));
  if (strncmp(path, "./", 2) == 0) path += 2;
  return str_format(arena, "%s/%s", strcmp(here, "/") == 0 ? "" : here, path);
}

/* Makes every missing folder of an absolute path; true if it then is a folder that we may write
** to. */
static bool make_private_folders(const char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    (void)mkdir(path, 0700); /* the last check tells whether it worked */
    *slash = '/';
  }
  (void)mkdir(path, 0700);
  return os_kind(path) == OS_FOLDER && access(path, W_OK | X_OK) == 0;
}

const char *os_home_folder(void) {
  const char *home = getenv("HOME");
  if (home && home[0] == '/') return home;
  /* Programs started by the system may have no $HOME. */
  const struct passwd *user = getpwuid(geteuid());
  return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

const char *os_path_from_home(Arena *arena, Str path) {
  bool is_home = str_is(path, "~") || str_starts(path, "~/");
  const char *home = is_home ? os_home_folder() : NULL;
  return home ? str_format(arena, "%s%.*s", home, (int)path.bytes - 1, path.at + 1)
              : str_copy(arena, path);
}

const char *os_temporary_folder(void) {
  const char *folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

static const char *own_folder(Arena *arena, const char *variable, const char *below_home) {
  const char *base = getenv(variable), *home = os_home_folder();
  const char *path = NULL;
  if (base && base[0] == '/') path = str_format(arena, "%s/headsup", base);
  else if (home) path = str_format(arena, "%s/%s/headsup", home, below_home);
  return path && make_private_folders(path) ? path : NULL;
}

const char *os_state_folder(Arena *arena) {
  return own_folder(arena, "XDG_STATE_HOME", ".local/state");
}

const char *os_config_folder(Arena *arena) {
  return own_folder(arena, "XDG_CONFIG_HOME", ".config");
}

/* ---- clock, memory, processors ---- */

double os_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static double cpu_ms(clockid_t clock) {
  struct timespec used;
  clock_gettime(clock, &used);
  return (double)used.tv_sec * 1e3 + (double)used.tv_nsec * 1e-6;
}

double os_process_cpu_ms(void) { return cpu_ms(CLOCK_PROCESS_CPUTIME_ID); }

double os_thread_cpu_ms(void) { return cpu_ms(CLOCK_THREAD_CPUTIME_ID); }

double os_peak_memory_mb(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0.0;
  return (double)usage.ru_maxrss / 1024.0;
}

/* The lowest processor that shares a core with this one; the processor itself if that is
** unknown. */
static int first_sibling(int processor) {
  char path[96], text[64];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
           processor);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return processor;
  ssize_t got = read_some(file, text, sizeof text);
  close(file);
  if (got <= 0) return processor;
  /* The list is "0,4" or "0-1": its first number is the lowest. */
  long first;
  bool is_number = str_leading_number((Str){text, (size_t)got}, &first) > 0;
  return is_number && first < CPU_SETSIZE ? (int)first : processor;
}

int os_cpu_count(void) {
  cpu_set_t allowed, cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? (int)online : 1;
  }
  for (size_t i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &allowed)) CPU_SET((size_t)first_sibling((int)i), &cores);
  int count = CPU_COUNT(&cores);
  return count > 1 ? count : 1;
}
