/* base/os.c -- the one file that talks to the system about files, folders, time and processors.
**
** Reading opens without blocking and looks at what was opened, not at what the name promised a
** moment ago. Saving goes through a temporary file beside the target and a rename.
*/
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/words.h"

enum { PATH_BYTES = 4096, LINKS_FOLLOWED = 40, TEMPORARY_TRIES = 100, FIRST_READ_BYTES = 65536 };
enum { WRITE_BYTES = 1 << 30 }; /* one call of write takes a little less than 2 GiB at most */

/* A path for a sentence: of a very long one only the end, so that the reason still fits behind it.
** Bytes that will be shown as escapes need four times the room. */
typedef struct Shown {
  char text[512];
} Shown;

static Shown shown(const char *path) {
  size_t bytes = strlen(path), limit = 400, skipped = 0;
  for (const char *at = path; *at && limit > 140; at++)
    if (*at < ' ' || *at == 0x7F) limit = 140;
  if (bytes > limit) skipped = bytes - limit;
  while (skipped > 0 && skipped < bytes && ((unsigned char)path[skipped] & 0xC0) == 0x80) skipped++;
  Shown result;
  snprintf(result.text, sizeof result.text, "%s%s", skipped ? "…" : "", path + skipped);
  return result;
}

/* ---- reading ---- */

OsKind os_kind(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return OS_MISSING;
  return S_ISREG(info.st_mode) ? OS_FILE : S_ISDIR(info.st_mode) ? OS_FOLDER : OS_OTHER;
}

/* What a reading is about; handed down instead of five parameters. */
typedef struct Reading {
  Arena *arena;
  const char *path;
  size_t limit_bytes;
  Status *status;
} Reading;

static bool read_failed(const Reading *reading) {
  return status_fail(reading->status, STATUS_COULD_NOT, _("Cannot read %s: %s."),
                     shown(reading->path).text, strerror(errno));
}

static bool too_large(const Reading *reading) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("Cannot read %s: it is larger than the %zu bytes allowed here."),
                     shown(reading->path).text, reading->limit_bytes);
}

static bool refuse_kind(const Reading *reading, mode_t mode) {
  const char *format = S_ISDIR(mode)
                           ? _("Cannot read %s: it is a folder.")
                           : _("Cannot read %s: it is a device, a pipe or a socket, not a file.");
  return status_fail(reading->status, STATUS_COULD_NOT, format, shown(reading->path).text);
}

/* One call of read, again after a signal. */
static ssize_t read_some(int file, char *to, size_t count) {
  ssize_t got;
  do got = read(file, to, count < WRITE_BYTES ? count : WRITE_BYTES);
  while (got < 0 && errno == EINTR);
  return got;
}

/* Reads to the end; the size was only a first guess, since files under /proc say 0 and others grow.
** One byte more than the limit is asked for, to see that there is no more. */
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

/* A device is not even opened, since opening some of them does something. */
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
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) {
    *opened = (OsFile){file, (uint64_t)info.st_size};
    return true;
  }
  close(file);
  return refuse_kind(&reading, info.st_mode);
}

bool os_read_at(OsFile file, uint64_t place, void *to, size_t count) {
  for (size_t done = 0; done < count;) {
    size_t most = count - done < WRITE_BYTES ? count - done : WRITE_BYTES;
    ssize_t got = pread(file.descriptor, (char *)to + done, most, (off_t)(place + done));
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

/* ---- saving ---- */

/* existed: there is an old file, which the reader may fear for. */
static bool save_failed(const char *path, bool existed, int error, Status *status) {
  bool elsewhere = error == EACCES || error == EROFS || error == ENOSPC || error == EPERM ||
                   error == EDQUOT || error == EFBIG || error == ENOENT || error == ENAMETOOLONG;
  const char *format = _("Cannot save %s: %s.");
  if (existed && elsewhere)
    format = _("Cannot save %s: %s; the file is as it was. Try another place.");
  else if (existed) format = _("Cannot save %s: %s; the file is as it was.");
  else if (elsewhere) format = _("Cannot save %s: %s. Try another place.");
  return status_fail(status, STATUS_COULD_NOT, format, shown(path).text, strerror(error));
}

/* A full pipe or terminal that does not block is waited for. 0, or the error. */
static int write_all(int file, const char *from, size_t count) {
  while (count > 0) {
    ssize_t put = write(file, from, count < WRITE_BYTES ? count : WRITE_BYTES);
    if (put >= 0) {
      from += put;
      count -= (size_t)put;
    } else if (errno == EAGAIN) {
      struct pollfd wait = {.fd = file, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) return errno;
  }
  return 0;
}

/* A reader that went away and a file size limit arrive as signals that would end the process; here
** they are held back from this thread and become errors. */
static int write_all_quietly(int file, const void *bytes, size_t count) {
  sigset_t held, before, pending;
  const struct timespec no_wait = {0};
  sigemptyset(&held);
  sigaddset(&held, SIGPIPE);
  sigaddset(&held, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  int error = write_all(file, bytes, count);
  if (sigismember(&pending, SIGPIPE)) sigdelset(&held, SIGPIPE);
  if (sigismember(&pending, SIGXFSZ)) sigdelset(&held, SIGXFSZ);
  while (error && sigtimedwait(&held, NULL, &no_wait) > 0) continue;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

static bool save_to_stdout(const void *bytes, size_t count, Status *status) {
  fflush(stdout); /* what was printed before comes first */
  int error = write_all_quietly(STDOUT_FILENO, bytes, count);
  if (!error) return true;
  return status_fail(status, STATUS_COULD_NOT, _("Cannot write to standard output: %s."),
                     strerror(error));
}

/* A device or a pipe. Opening without blocking refuses a pipe that nobody reads. */
static bool write_through(const char *path, const void *bytes, size_t count, Status *status) {
  int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  int error = file < 0 ? errno : write_all_quietly(file, bytes, count);
  if (file >= 0 && close(file) != 0 && !error) error = errno;
  if (!error) return true;
  if (error == ENXIO)
    return status_fail(status, STATUS_COULD_NOT, _("Cannot write to %s: no program reads from it."),
                       shown(path).text);
  return status_fail(status, STATUS_COULD_NOT, _("Cannot write to %s: %s."), shown(path).text,
                     strerror(error));
}

/* The bytes of path up to and with its last slash; 0 when it has none. */
static size_t folder_bytes(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Puts name, seen from the folder of path, into path. 0 or the error. */
static int step_to(char path[PATH_BYTES], const char *name) {
  size_t kept = name[0] == '/' ? 0 : folder_bytes(path), bytes = strlen(name);
  if (kept + bytes >= PATH_BYTES) return ENAMETOOLONG;
  memcpy(path + kept, name, bytes + 1);
  return 0;
}

/* Follows symbolic links by hand, because the file at their end may not exist yet. */
static int follow_links(const char *path, char target[PATH_BYTES]) {
  char next[PATH_BYTES];
  if (strlen(path) >= PATH_BYTES) return ENAMETOOLONG;
  strcpy(target, path);
  for (int links = 0; links < LINKS_FOLLOWED; links++) {
    ssize_t bytes = readlink(target, next, sizeof next);
    if (bytes < 0) return errno == EINVAL || errno == ENOENT ? 0 : errno;
    if (bytes == sizeof next) return ENAMETOOLONG;
    next[bytes] = 0;
    int error = step_to(target, next);
    if (error) return error;
  }
  return ELOOP;
}

/* Opens a new file beside target; its name goes to temporary. -1 and errno when that fails. */
static int open_temporary(const char *target, mode_t rights, char temporary[PATH_BYTES]) {
  char name[64];
  strcpy(temporary, target);
  for (int i = 0; i < TEMPORARY_TRIES; i++) {
    snprintf(name, sizeof name, ".headsup-%ld-%d.tmp", (long)getpid(), i);
    errno = step_to(temporary, name);
    if (errno) return -1;
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, rights);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/* The new name is on the disk only when its folder is; a folder that cannot be synced is no
** error. */
static void sync_folder(const char *target) {
  char folder[PATH_BYTES];
  size_t bytes = folder_bytes(target);
  memcpy(folder, bytes ? target : ".", bytes ? bytes : 1);
  folder[bytes ? bytes : 1] = 0;
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  (void)fsync(file);
  close(file);
}

typedef struct SaveBytes {
  const void *at;
  size_t count;
  bool draft; /* not waited for */
} SaveBytes;

/* old: what the target is now, or NULL; its rights carry over. 0 or the error. */
static int replace_file(const char *target, const struct stat *old, const SaveBytes *bytes) {
  char temporary[PATH_BYTES];
  int file = open_temporary(target, old ? 0600 : 0666, temporary);
  if (file < 0) return errno;
  int error = write_all_quietly(file, bytes->at, bytes->count);
  if (!error && old) {
    if (old->st_uid != geteuid() || old->st_gid != getegid())
      if (fchown(file, old->st_uid, old->st_gid) != 0) errno = 0; /* then the file becomes ours */
    if (fchmod(file, old->st_mode & 07777) != 0) error = errno;
  }
  if (!error && !bytes->draft && fsync(file) != 0) error = errno;
  if (close(file) != 0 && !error) error = errno;
  if (!error && rename(temporary, target) != 0) error = errno;
  if (error) unlink(temporary);
  else if (!bytes->draft) sync_folder(target);
  return error;
}

static bool save(const char *path, const SaveBytes *bytes, Status *status) {
  struct stat info;
  char target[PATH_BYTES];
  if (strcmp(path, "-") == 0) return save_to_stdout(bytes->at, bytes->count, status);
  bool exists = stat(path, &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    return status_fail(status, STATUS_COULD_NOT,
                       _("Cannot save %s: it is a folder; add a file name."), shown(path).text);
  if (exists && !S_ISREG(info.st_mode)) return write_through(path, bytes->at, bytes->count, status);
  int error = exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 ? errno : 0;
  if (!error) error = follow_links(path, target);
  if (!error) error = replace_file(target, exists ? &info : NULL, bytes);
  return error ? save_failed(path, exists, error, status) : true;
}

bool os_save_file(const char *path, const void *bytes, size_t count, Status *status) {
  return save(path, &(SaveBytes){bytes, count, false}, status);
}

bool os_save_draft(const char *path, const void *bytes, size_t count, Status *status) {
  return save(path, &(SaveBytes){bytes, count, true}, status);
}

bool os_move_file(const char *from, const char *to) { return rename(from, to) == 0; }

bool os_make_folder(const char *path, Status *status) {
  if (mkdir(path, 0777) == 0) return true;
  int error = errno;
  if (error == EEXIST && os_kind(path) == OS_FOLDER) return true;
  return status_fail(status, STATUS_COULD_NOT, _("Cannot make the folder %s: %s."),
                     shown(path).text, strerror(error));
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
  char *copy = str_copy(arena, str_from(name));
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

/* Makes every missing folder of an absolute path; false unless it then is a folder we may use. */
static bool make_private_folders(char *path) {
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
  const struct passwd *user = getpwuid(geteuid());
  return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

static const char *own_folder(Arena *arena, const char *variable, const char *below_home) {
  const char *base = getenv(variable), *home = os_home_folder();
  char *path = NULL;
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

double os_process_cpu_ms(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec * 1e3 + (double)used.tv_nsec * 1e-6;
}

double os_peak_memory_mb(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0.0;
  return (double)usage.ru_maxrss / 1024.0;
}

/* The lowest processor that shares a core with this one; itself when the system does not say. */
static int first_sibling(int processor) {
  char path[96], text[64];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
           processor);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return processor;
  ssize_t got = read_some(file, text, sizeof text - 1);
  close(file);
  if (got <= 0) return processor;
  text[got] = 0;
  int first = atoi(text);
  return first >= 0 && first < CPU_SETSIZE ? first : processor;
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
