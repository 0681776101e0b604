/* The program as a child process, with its output collected from both pipes at once. */
#define _GNU_SOURCE
#include "cli/program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];
static Arena *arena;
const char *program_folder = folder;

int program_set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/headsup-cli-XXXXXX");
  arena = arena_make(0);
  setenv("LC_ALL", "C.UTF-8", 1);
  setenv("LSAN_OPTIONS",
         "suppressions=" TEST_SOURCE_FOLDER "/support/lsan.supp:print_suppressions=0", 0);
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  unsetenv("SDL_VIDEODRIVER");
  if (!mkdtemp(folder)) return -1;
  setenv("XDG_STATE_HOME", folder, 1);
  return arena ? 0 : -1;
}

static void remove_below(void *self, const char *name) {
  const char *path = str_format(arena, "%s/%s", (const char *)self, name);
  if (os_kind(path) == OS_FOLDER) {
    os_list_folder(arena, path, remove_below, (void *)path);
    rmdir(path);
  } else unlink(path);
}

int program_tear_down(void **state) {
  (void)state;
  os_list_folder(arena, folder, remove_below, folder);
  rmdir(folder);
  arena_free(arena);
  return 0;
}

const char *in_folder(const char *name) { return str_format(arena, "%s/%s", folder, name); }

static void count_name(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

int files_in(const char *path) {
  int count = 0;
  os_list_folder(arena, path, count_name, &count);
  return count;
}

static pid_t start(const char *const *arguments, int in, int out, int err) {
  char *argv[PROGRAM_ARGUMENTS_MOST + 2] = {(char *)"headsup"};
  posix_spawn_file_actions_t actions;
  pid_t child;
  for (int i = 0; arguments[i]; i++) {
    assert_true(i < PROGRAM_ARGUMENTS_MOST);
    argv[i + 1] = (char *)arguments[i];
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  extern char **environ;
  assert_int_equal(posix_spawn(&child, HEADSUP_PROGRAM, &actions, NULL, argv, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

int program_start(const char *const *arguments) {
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  pid_t child = start(arguments, nowhere, nowhere, nowhere);
  close(nowhere);
  return child;
}

/* False at the end of the pipe. */
static bool take(int from, char *to, size_t *used) {
  ssize_t got = read(from, to + *used, PROGRAM_OUTPUT_BYTES - 1 - *used);
  if (got > 0) *used += (size_t)got;
  to[*used] = 0;
  return got > 0;
}

static void collect(Program *program, int out, int err) {
  struct pollfd ends[2] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
  program->out_bytes = program->err_bytes = 0;
  program->out[0] = program->err[0] = 0;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    poll(ends, 2, -1);
    if (ends[0].revents && !take(out, program->out, &program->out_bytes)) ends[0].fd = -1;
    if (ends[1].revents && !take(err, program->err, &program->err_bytes)) ends[1].fd = -1;
  }
}

void program_run(Program *program, const char *const *arguments, Str input) {
  int out[2], err[2], status;
  FILE *in = tmpfile();
  assert_non_null(in);
  assert_int_equal(fwrite(input.at, 1, input.bytes, in), input.bytes);
  rewind(in);
  assert_int_equal(pipe2(out, O_CLOEXEC), 0);
  assert_int_equal(pipe2(err, O_CLOEXEC), 0);
  pid_t child = start(arguments, fileno(in), out[1], err[1]);
  close(out[1]);
  close(err[1]);
  collect(program, out[0], err[0]);
  close(out[0]);
  close(err[0]);
  fclose(in);
  assert_int_equal(waitpid(child, &status, 0), child);
  program->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void assert_done(const Program *program) {
  if (program->exit_code != 0) fail_msg("exit %d: %s", program->exit_code, program->err);
  assert_string_equal(program->err, "");
}

static int lines_of(const char *text) {
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

void assert_refused(const Program *program, int exit_code, const char *part) {
  if (program->exit_code != exit_code || !strstr(program->err, part) ||
      strncmp(program->err, "headsup: ", 9) != 0 || lines_of(program->err) > 3)
    fail_msg("exit %d, wanted %d and “%s”: %s", program->exit_code, exit_code, part, program->err);
  assert_string_equal(program->out, "");
}
