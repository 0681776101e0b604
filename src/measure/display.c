/* measure/display.c -- runs Xvfb as a child process, which writes its display number to a pipe. */
#define _GNU_SOURCE
#include "measure/display.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"

/* Xvfb is ready in well under a second; a machine under load gets ten. */
enum { START_MS = 10000 };

/* With -displayfd Xvfb chooses a free number and writes it when it accepts clients. A number chosen
** here could be taken in the meantime. */
static _Noreturn void become_xvfb(int number_pipe) {
  char number[16];
  snprintf(number, sizeof number, "%d", number_pipe);
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* it never outlives the measurement */
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  execlp("Xvfb", "Xvfb", "-displayfd", number, "-screen", "0", "1600x1000x24", "-nolisten", "tcp",
         (char *)NULL);
  _exit(127);
}

/* The display's number, as Xvfb writes it when it is ready. It may come in several pieces; a line
** end closes it. False: Xvfb ended, or nothing came in time. */
static bool read_number(int number_pipe, char number[16]) {
  size_t used = 0;
  struct pollfd wait = {.fd = number_pipe, .events = POLLIN};
  while (used < 15 && poll(&wait, 1, START_MS) == 1) {
    ssize_t got = read(number_pipe, number + used, 15 - used);
    if (got <= 0) break;
    used += (size_t)got;
    number[used] = 0;
    char *end = strchr(number, '\n');
    if (!end) continue;
    *end = 0;
    return used > 1;
  }
  return false;
}

bool display_begin(Display *display, Status *status) {
  const char *there = getenv("DISPLAY");
  int ends[2];
  char number[16] = "", name[24];
  *display = (Display){0};
  if (there && *there) return true;
  if (pipe(ends) != 0)
    return status_fail(status, STATUS_COULD_NOT, _("cannot start a display: no more files"));
  display->process_id = fork();
  if (display->process_id == 0) become_xvfb(ends[1]);
  close(ends[1]);
  bool ready = display->process_id > 0 && read_number(ends[0], number);
  close(ends[0]);
  if (!ready) {
    display_end(display);
    return status_fail(status, STATUS_COULD_NOT,
                       _("there is no display and Xvfb does not start: install the package xvfb"));
  }
  snprintf(name, sizeof name, ":%s", number);
  setenv("DISPLAY", name, 1);
  return true;
}

void display_end(Display *display) {
  if (display->process_id <= 0) return;
  kill(display->process_id, SIGTERM);
  waitpid(display->process_id, NULL, 0);
  unsetenv("DISPLAY");
  display->process_id = 0;
}
