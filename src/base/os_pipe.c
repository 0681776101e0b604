/* base/os_pipe.c -- a program that reads what this one writes. */
#define _GNU_SOURCE /* environ, SOCK_CLOEXEC */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool os_finds_command(const char *name) {
  const char *path = getenv("PATH");
  char file[4096];
  for (size_t bytes; path && *path; path += bytes + (path[bytes] == ':')) {
    bytes = strcspn(path, ":");
    int length = snprintf(file, sizeof file, "%.*s/%s", (int)bytes, path, name);
    if (bytes > 0 && length > 0 && (size_t)length < sizeof file && os_kind(file) == OS_FILE &&
        access(file, X_OK) == 0)
      return true;
  }
  return false;
}

static bool start(const char *const *argv, int input, pid_t *child) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return false;
  bool started =
      posix_spawn_file_actions_adddup2(&actions, input, 0) == 0 &&
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) == 0 &&
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0 &&
      posix_spawnp(child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  return started;
}

/* A socket, because writing to it can be told not to raise SIGPIPE. */
bool os_pipe_open(const char *const *argv, OsPipe *pipe) {
  int ends[2];
  pid_t child = -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  bool started = start(argv, ends[1], &child);
  close(ends[1]);
  if (!started) close(ends[0]);
  else *pipe = (OsPipe){.descriptor = ends[0], .process_id = (int)child};
  return started;
}

bool os_pipe_write(const OsPipe *pipe, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t sent = send(pipe->descriptor, at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    count -= (size_t)sent;
  }
  return true;
}

static bool wait_for(const OsPipe *pipe) {
  int status = -1;
  pid_t ended;
  do ended = waitpid((pid_t)pipe->process_id, &status, 0);
  while (ended < 0 && errno == EINTR);
  return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool os_pipe_close(const OsPipe *pipe) {
  if (pipe->descriptor >= 0) close(pipe->descriptor);
  return wait_for(pipe);
}

bool os_pipe_ended(OsPipe *pipe, double most_ms, bool *well) {
  enum { PAUSE_NS = 2000000 };
  const struct timespec pause = {0, PAUSE_NS};
  double end = os_now_ms() + most_ms;
  int status = -1;
  if (pipe->descriptor >= 0) close(pipe->descriptor);
  pipe->descriptor = -1;
  for (;;) {
    pid_t ended = waitpid((pid_t)pipe->process_id, &status, WNOHANG);
    if (ended != 0) *well = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended != 0 || os_now_ms() >= end) return ended != 0;
    nanosleep(&pause, NULL);
  }
}

void os_pipe_kill(const OsPipe *pipe) {
  kill((pid_t)pipe->process_id, SIGKILL);
  os_pipe_close(pipe);
}
