/* trace/shared_trace.c -- see shared_trace.h. */
#include "trace/shared_trace.h"

#include <assert.h>
#include <stdatomic.h>

struct SharedTrace {
  Arena *arena; /* holds this struct and the trace */
  const struct Trace *trace;
  atomic_int holders;
};

SharedTrace *shared_trace_make(void) {
  Arena *arena = arena_make(0);
  SharedTrace *shared = arena ? arena_take(arena, 1, sizeof *shared) : NULL;
  if (!shared) arena_free(arena);
  else shared->arena = arena;
  return shared;
}

static void let_go(void *self) {
  SharedTrace *shared = self;
  if (atomic_fetch_sub(&shared->holders, 1) == 1) arena_free(shared->arena);
}

bool shared_trace_hold(SharedTrace *shared, Arena *by) {
  assert(by != shared->arena);
  atomic_fetch_add(&shared->holders, 1);
  if (arena_at_end(by, let_go, shared)) return true;
  let_go(shared);
  return false;
}

Arena *shared_trace_arena(const SharedTrace *shared) { return shared->arena; }

void shared_trace_set(SharedTrace *shared, const struct Trace *trace) {
  assert(!shared->trace && trace);
  shared->trace = trace;
}

const struct Trace *shared_trace_of(const SharedTrace *shared) {
  assert(shared->trace);
  return shared->trace;
}
