/* base/os_process.c -- this process and others by their numbers; random bits of the system. */
#define _DEFAULT_SOURCE /* getentropy */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/os.h"

/* If the kernel gives none, the clock is used: not secret, but different each time. */
uint64_t os_random(void) {
  uint64_t bits;
  struct timespec now;
  if (getentropy(&bits, sizeof bits) == 0) return bits;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return ((uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec) + (uint64_t)getpid();
}

int os_process_id(void) { return (int)getpid(); }

/* On Linux, 0 means the calling thread, which has a priority of its own. */
void os_give_way(void) {
  enum { LOWEST = 19 };
  setpriority(PRIO_PROCESS, 0, LOWEST);
}

/* The kernel's line is "PID (NAME) STATE PARENT GROUP SESSION TERMINAL FOREGROUND FLAGS …": a name
** may hold anything, so what follows is looked for behind the last bracket. */
static bool is_ending(int process_id) {
  enum { EXITING = 0x4 };
  char path[48], text[512];
  unsigned flags = 0;
  char state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process_id);
  FILE *file = fopen(path, "re");
  bool got = file && fgets(text, sizeof text, file);
  if (file) fclose(file);
  const char *after = got ? strrchr(text, ')') : NULL;
  if (!after || sscanf(after + 1, " %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2) return false;
  return state == 'Z' || state == 'X' || (flags & EXITING) != 0;
}

/* EPERM: the process exists and belongs to another user. */
bool os_process_alive(int process_id) {
  bool known = process_id > 0 && (kill(process_id, 0) == 0 || errno == EPERM);
  return known && !is_ending(process_id);
}
