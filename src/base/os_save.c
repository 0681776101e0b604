/* base/os_save.c -- saves to a temporary file beside the target, then renames it. */
#define _GNU_SOURCE /* faccessat with AT_EACCESS */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/os.h"
#include "base/os_internal.h"
#include "base/i18n.h"

enum { PATH_BYTES = 4096, LINKS_FOLLOWED = 40, TEMPORARY_TRIES = 100 };
enum { SOURCE_FAILED = -1 }; /* instead of an errno: a piece could not be made */

/* What to write: bytes, or pieces one after the other. */
typedef struct SaveBytes {
  const void *at;
  size_t count;
  bool draft; /* without fsync */
  const OsPieces *pieces;
  Status *status; /* of the pieces */
} SaveBytes;

/* existed: there is an old file, which the sentence says is unchanged. */
static bool save_failed(const char *path, bool existed, int error, Status *status) {
  /* Errors for which saving to another place may help. */
  bool elsewhere = error == EACCES || error == EROFS || error == ENOSPC || error == EPERM ||
                   error == EDQUOT || error == EFBIG || error == ENOENT || error == ENAMETOOLONG;
  const char *format = _("Cannot save %s: %s.");
  if (existed && elsewhere)
    format = _("Cannot save %s: %s; the file is as it was. Try another place.");
  else if (existed) format = _("Cannot save %s: %s; the file is as it was.");
  else if (elsewhere) format = _("Cannot save %s: %s. Try another place.");
  return status_fail(status, STATUS_COULD_NOT, format, os_excerpt(path).text, strerror(error));
}

/* Waits for a full non-blocking pipe or terminal. 0, or the errno. */
static int write_all(int file, const char *from, size_t count) {
  while (count > 0) {
    ssize_t put = write(file, from, count < OS_WRITE_BYTES ? count : OS_WRITE_BYTES);
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

/* A closed pipe and a file size limit raise signals that would end the process; they are blocked
** here and become errors. */
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

static int write_save(int file, const SaveBytes *bytes) {
  Str piece = {"", 0};
  if (!bytes->pieces) return write_all_quietly(file, bytes->at, bytes->count);
  do {
    if (!bytes->pieces->next(bytes->pieces->self, &piece, bytes->status)) return SOURCE_FAILED;
    int error = write_all_quietly(file, piece.at, piece.bytes);
    if (error) return error;
  } while (piece.bytes > 0);
  return 0;
}

bool os_reader_is_gone(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

static bool save_to_stdout(const SaveBytes *bytes, Status *status) {
  fflush(stdout); /* what was printed before comes first */
  int error = write_save(STDOUT_FILENO, bytes);
  /* SOURCE_FAILED has its sentence already. */
  if (error <= 0) return error == 0;
  if (error == EPIPE) return status_fail(status, STATUS_COULD_NOT, "%s", "");
  return status_fail(status, STATUS_COULD_NOT, _("Cannot write to standard output: %s."),
                     strerror(error));
}

/* Writes to a device or a pipe. Opening without blocking fails for a pipe without a reader. */
static bool write_through(const char *path, const SaveBytes *bytes, Status *status) {
  int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  int error = file < 0 ? errno : write_save(file, bytes);
  if (file >= 0 && close(file) != 0 && !error) error = errno;
  if (error <= 0) return error == 0;
  if (error == ENXIO)
    return status_fail(status, STATUS_COULD_NOT, _("Cannot write to %s: no program reads from it."),
                       os_excerpt(path).text);
  return status_fail(status, STATUS_COULD_NOT, _("Cannot write to %s: %s."), os_excerpt(path).text,
                     strerror(error));
}

/* The bytes of path up to its last slash, inclusive; 0 if it has none. */
static size_t folder_bytes(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces path by name, relative to the folder of path. 0, or the errno. */
static int resolve_name(char path[PATH_BYTES], const char *name) {
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
    int error = resolve_name(target, next);
    if (error) return error;
  }
  return ELOOP;
}

/* Opens a new file beside target and sets temporary to its name. -1 and errno on failure. */
static int open_temporary(const char *target, mode_t rights, char temporary[PATH_BYTES]) {
  char name[64];
  strcpy(temporary, target);
  for (int i = 0; i < TEMPORARY_TRIES; i++) {
    snprintf(name, sizeof name, OS_TEMPORARY_NAME, (long)getpid(), i);
    errno = resolve_name(temporary, name);
    if (errno) return -1;
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, rights);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/* The new name is on the disk only after its folder is synced; failing to sync it is no error. */
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

/* old: the present target, whose permissions are kept, or NULL. 0, or the errno. */
static int replace_file(const char *target, const struct stat *old, const SaveBytes *bytes) {
  char temporary[PATH_BYTES];
  /* A private file stays private while it is written; the old permissions are set at the end. */
  int file = open_temporary(target, old ? 0600 : 0666, temporary);
  if (file < 0) return errno;
  int error = write_save(file, bytes);
  if (!error && old) {
    if (old->st_uid != geteuid() || old->st_gid != getegid())
      if (fchown(file, old->st_uid, old->st_gid) != 0) errno = 0; /* then the file becomes ours */
    /* setuid and setgid are not kept. */
    if (fchmod(file, old->st_mode & 07777 & ~(mode_t)(S_ISUID | S_ISGID)) != 0) error = errno;
  }
  /* Before the rename: otherwise the name could mean an empty file after a power cut. */
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
  if (strcmp(path, "-") == 0) return save_to_stdout(bytes, status);
  bool exists = stat(path, &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    return status_fail(status, STATUS_COULD_NOT,
                       _("Cannot save %s: it is a folder; add a file name."),
                       os_excerpt(path).text);
  if (exists && !S_ISREG(info.st_mode)) return write_through(path, bytes, status);
  /* A rename would also replace a write-protected file, so check before. */
  int error = exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 ? errno : 0;
  if (!error) error = follow_links(path, target);
  if (!error) error = replace_file(target, exists ? &info : NULL, bytes);
  if (error == SOURCE_FAILED) return false;
  return error ? save_failed(path, exists, error, status) : true;
}

bool os_save_file(const char *path, const void *bytes, size_t count, Status *status) {
  return save(path, &(SaveBytes){.at = bytes, .count = count}, status);
}

bool os_save_draft(const char *path, const void *bytes, size_t count, Status *status) {
  return save(path, &(SaveBytes){.at = bytes, .count = count, .draft = true}, status);
}

bool os_save_pieces(const char *path, const OsPieces *pieces, Status *status) {
  return save(path, &(SaveBytes){.pieces = pieces, .status = status}, status);
}
