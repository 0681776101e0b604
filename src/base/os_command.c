/* base/os_command.c -- reads what a command writes, for a limited time. */
#define _GNU_SOURCE /* environ, pipe2 */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The process id; −1: not started. */
static pid_t start(char *const *argv, int output) {
  pid_t child = -1;
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  bool ready = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
               posix_spawn_file_actions_adddup2(&actions, output, 1) == 0 &&
               posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0;
  if (!ready || posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

/* Until the end of what is written. False: not before end_ms, or more than there is room for. */
static bool read_all(int input, char *at, size_t room, double end_ms, size_t *bytes) {
  for (*bytes = 0;;) {
    double left = end_ms - os_now_ms();
    struct pollfd poll_for = {.fd = input, .events = POLLIN};
    if (left <= 0) return false;
    int ready = poll(&poll_for, 1, (int)left + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    ssize_t got = read(input, at + *bytes, room - *bytes);
    if (got == 0) return true;
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) *bytes += (size_t)got;
    if (*bytes == room) return false;
  }
}

/* Not waited for: one that hangs in the kernel does not end at once even then. */
static void end_late(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, NULL, WNOHANG);
}

/* Its end follows that of its output, so it is looked for in short steps. */
static bool succeeded(pid_t child, double end_ms) {
  const struct timespec step = {0, 1000000};
  int status = -1;
  pid_t ended;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0 && os_now_ms() < end_ms)
    nanosleep(&step, NULL);
  if (ended == 0) end_late(child);
  return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool os_read_command(Arena *arena, char *const *argv, size_t bytes_most, double limit_ms,
                     Str *written) {
  int ends[2];
  size_t bytes = 0;
  double end_ms = os_now_ms() + limit_ms;
  char *at = arena_take(arena, bytes_most + 1, 1);
  *written = (Str){"", 0};
  if (!at || pipe2(ends, O_CLOEXEC) != 0) return false;
  pid_t child = start(argv, ends[1]);
  close(ends[1]);
  bool done = child > 0 && read_all(ends[0], at, bytes_most + 1, end_ms, &bytes);
  close(ends[0]);
  if (child > 0 && done) done = succeeded(child, end_ms);
  else if (child > 0) end_late(child);
  if (done) *written = (Str){at, bytes};
  return done;
}
