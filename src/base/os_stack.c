/* base/os_stack.c -- gives the program a stack of the usual size, whatever the limit (ulimit -s).
**
** The stack of the first thread is bounded by the limit; another thread's stack is as large as the
** program asks. So with a small limit the program runs on another thread. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>

#include "base/os.h"

enum { STACK_BYTES = 8 << 20, STACK_BYTES_LEAST = 1 << 20 };

typedef struct Call {
  int (*work)(void *self);
  void *self;
  int result;
} Call;

static void *thread_main(void *self) {
  Call *call = self;
  call->result = call->work(call->self);
  return NULL;
}

static bool is_enough(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_BYTES_LEAST;
}

/* The first thread only waits; it blocks all signals, so that the other thread gets them. */
static void wait_for(pthread_t thread) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  pthread_join(thread, NULL);
}

int os_call_with_stack(int (*work)(void *self), void *self) {
  Call call = {work, self, 0};
  pthread_attr_t attributes;
  pthread_t thread;
  if (is_enough() || pthread_attr_init(&attributes) != 0) return work(self);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  /* For threads of libraries (graphics drivers), which use the default size. */
  pthread_setattr_default_np(&attributes);
  bool started = pthread_create(&thread, &attributes, thread_main, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return work(self);
  wait_for(thread);
  return call.result;
}
