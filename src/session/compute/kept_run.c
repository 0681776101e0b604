/* session/compute/kept_run.c -- the frozen trace follows the inputs that name it. */
#include "session/compute/kept_run.h"

#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "session/session_internal.h"

static bool is_there(const Session *session, const Inputs *wanted) {
  const KeptRun *kept = &session->kept;
  return kept->arena && inputs_make_same_trace(&kept->inputs, wanted);
}

static void let_go(Session *session) {
  trace_sequence_thaw(&session->traces);
  arena_free(session->kept.arena);
  session->kept = (KeptRun){0};
}

/* Notes what the frozen trace is made of; without memory none is kept. */
static void note(Session *session, const Inputs *inputs) {
  Arena *arena = arena_make(0);
  arena_free(session->kept.arena);
  session->kept = (KeptRun){.arena = arena};
  if (arena && inputs_copy(arena, inputs, &session->kept.inputs)) return;
  let_go(session);
}

void kept_run_hold(Session *session, const Inputs *inputs) {
  const Inputs *wanted = inputs->kept;
  if (!wanted || !session->trace || is_there(session, wanted)) return;
  if (!inputs_make_same_trace(wanted, session_settled(session))) return;
  trace_sequence_freeze(&session->traces);
  note(session, wanted);
}

/* The model of the trace of now or of the former kept one, if it is the same; else *opened. */
static bool find_model(Session *session, const Inputs *now, const Inputs *wanted, Model **model,
                       Model **opened, Status *status) {
  const HeldTrace *frozen = trace_sequence_at(&session->traces, TRACE_PLACE_FROZEN);
  EngineOrder order = {.inputs = wanted, .pool = session->pool};
  *opened = NULL;
  if (inputs_name_same_model(now, wanted) && session->model) {
    *model = session->model;
    return true;
  }
  if (frozen && frozen->model && inputs_name_same_model(&session->kept.inputs, wanted)) {
    *model = frozen->model;
    return true;
  }
  if (!session->engine->open(session->engine->self, &order, opened, status)) return false;
  *model = *opened;
  return true;
}

static HeldTrace *run(Session *session, const Inputs *wanted, const Model *model, Arena *arena,
                      Status *status) {
  const Recording *recording = NULL;
  const Trace *trace = NULL;
  EngineOrder order = {.inputs = wanted,
                       .pool = session->pool,
                       .recording = &recording,
                       .cache_bytes = TRACE_RESTING_BYTES};
  if (!session->engine->run(session->engine->self, model, &order, arena, &trace, status))
    return NULL;
  HeldTrace *held = held_trace_make(arena, trace, recording);
  if (!held) status_no_memory(status);
  return held;
}

static bool make(Session *session, const Inputs *now, const Inputs *wanted, Status *status) {
  Model *model, *opened;
  if (!find_model(session, now, wanted, &model, &opened, status)) return false;
  Arena *arena = arena_make(0);
  HeldTrace *held = arena ? run(session, wanted, model, arena, status) : NULL;
  if (!arena) status_no_memory(status);
  if (held) trace_sequence_keep(&session->traces, held, model);
  else arena_free(arena);
  model_free(opened);
  return held != NULL;
}

/* The check of a script opens no model of the disk. */
static void make_anew(Session *session, const Inputs *inputs) {
  Status status = {STATUS_OK, ""};
  if (session->dry && compute_is_outside(inputs->kept->model)) {
    let_go(session);
    return;
  }
  compute_wait_until_idle(session);
  if (make(session, inputs, inputs->kept, &status)) {
    note(session, inputs->kept);
    return;
  }
  let_go(session);
  snprintf(session->kept.problem, sizeof session->kept.problem,
           _("the kept run cannot be computed anew: %s"), status.sentence);
  session_tell_failure(session, session->kept.problem);
}

void kept_run_follow(Session *session, const Inputs *inputs) {
  const Inputs *wanted = inputs->kept;
  assert(session->trace);
  if (!wanted) {
    if (session->kept.arena) let_go(session);
    session->kept.problem[0] = 0;
    return;
  }
  if (is_there(session, wanted)) return;
  if (!inputs_make_same_trace(wanted, inputs)) {
    make_anew(session, inputs);
    return;
  }
  trace_sequence_freeze(&session->traces);
  note(session, wanted);
}

void kept_run_lend(Session *session, const Session *from) {
  assert(!session->kept.arena);
  if (from->kept.arena) note(session, &from->kept.inputs);
}

void kept_run_free(Session *session) {
  arena_free(session->kept.arena);
  session->kept = (KeptRun){0};
}
