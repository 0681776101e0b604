/* session/compute/trace_sequence.c -- places that hold traces, with a count of holders. */
#include "session/compute/trace_sequence.h"

#include <assert.h>
#include <string.h>

Arena *trace_sequence_begin(TraceSequence *traces) {
  if (!traces->spare) traces->spare = arena_make(0);
  else arena_reset(traces->spare);
  return traces->spare;
}

HeldTrace *held_trace_make(Arena *arena, const Trace *trace, const Recording *recording) {
  assert(arena && trace);
  HeldTrace *held = arena_take(arena, 1, sizeof *held);
  if (held) *held = (HeldTrace){.arena = arena, .trace = trace, .recording = recording};
  return held;
}

static HeldTrace *hold(HeldTrace *held) {
  assert(held && held->holders >= 0);
  held->holders++;
  return held;
}

/* The new limit takes effect at the next frame. */
static void limit_resting(const TraceSequence *traces, HeldTrace *held) {
  if (held == traces->now || held == traces->on_show) return;
  trace_limit_cache(held->trace, TRACE_RESTING_BYTES);
  trace_frame_begin(held->trace);
}

/* Removes a trace from one place. The trace is freed before the model that it may read from, and
** with it this struct. */
static void release(TraceSequence *traces, HeldTrace *held) {
  if (!held) return;
  assert(held->holders > 0);
  bool stays_here = held == traces->now || held == traces->frozen;
  for (int i = 0; i < traces->step_count; i++) stays_here |= held == traces->steps[i];
  if (traces->on_show == held && !stays_here) traces->on_show = traces->now;
  if (--held->holders > 0) {
    if (stays_here) limit_resting(traces, held);
    return;
  }
  Arena *arena = held->arena;
  Model *model = held->model;
  if (traces->spare) {
    arena_free(arena);
  } else {
    arena_reset(arena);
    traces->spare = arena;
  }
  model_free(model);
}

void trace_sequence_replace(TraceSequence *traces, HeldTrace *next, Model *model) {
  assert(next && next->holders == 0 && !next->model);
  HeldTrace *before = traces->now;
  if (next->arena == traces->spare) traces->spare = NULL;
  next->model = model_hold(model);
  traces->now = traces->on_show = hold(next);
  release(traces, before);
}

void trace_sequence_shake(TraceSequence *traces, HeldTrace *next, Model *model) {
  HeldTrace *before = traces->shaken;
  assert(next && next->holders == 0 && !next->model);
  if (next->arena == traces->spare) traces->spare = NULL;
  next->model = model_hold(model);
  traces->shaken = traces->on_show = hold(next);
  release(traces, before);
}

void trace_sequence_still(TraceSequence *traces) {
  HeldTrace *before = traces->shaken;
  traces->shaken = NULL;
  if (traces->on_show == before) traces->on_show = traces->now;
  release(traces, before);
}

void trace_sequence_lend(TraceSequence *traces, const TraceSequence *from) {
  assert(!traces->now && from->now);
  traces->now = traces->on_show = hold(from->now);
  if (from->frozen) traces->frozen = hold(from->frozen);
}

void trace_sequence_freeze(TraceSequence *traces) {
  HeldTrace *before = traces->frozen;
  traces->frozen = hold(traces->now);
  release(traces, before);
}

void trace_sequence_keep(TraceSequence *traces, HeldTrace *kept, Model *model) {
  assert(kept && kept->holders == 0 && !kept->model);
  HeldTrace *before = traces->frozen;
  kept->model = model_hold(model);
  traces->frozen = hold(kept);
  release(traces, before);
}

void trace_sequence_thaw(TraceSequence *traces) {
  HeldTrace *before = traces->frozen;
  traces->frozen = NULL;
  release(traces, before);
}

static size_t step_bytes(const TraceSequence *traces) {
  size_t bytes = 0;
  for (int i = 0; i < traces->step_count; i++) bytes += arena_held_bytes(traces->steps[i]->arena);
  return bytes;
}

static void drop_oldest_step(TraceSequence *traces) {
  assert(traces->step_count > 0);
  HeldTrace *oldest = traces->steps[0];
  traces->step_count--;
  memmove(traces->steps, traces->steps + 1, sizeof traces->steps[0] * (size_t)traces->step_count);
  release(traces, oldest);
}

void trace_sequence_add_step(TraceSequence *traces, size_t bytes_most) {
  HeldTrace *step = hold(traces->now);
  if (traces->step_count == TRACE_STEPS_MOST) drop_oldest_step(traces);
  traces->steps[traces->step_count++] = step;
  while (traces->step_count > 1 && step_bytes(traces) > bytes_most) drop_oldest_step(traces);
}

void trace_sequence_clear_steps(TraceSequence *traces) {
  while (traces->step_count > 0) drop_oldest_step(traces);
}

static HeldTrace *held_at(const TraceSequence *traces, int place) {
  assert(place >= TRACE_PLACE_NOW);
  if (place == TRACE_PLACE_NOW) return traces->now;
  if (place == TRACE_PLACE_FROZEN) return traces->frozen;
  return place < traces->step_count ? traces->steps[place] : NULL;
}

const HeldTrace *trace_sequence_at(const TraceSequence *traces, int place) {
  return held_at(traces, place);
}

bool trace_sequence_show(TraceSequence *traces, int place, size_t cache_bytes) {
  HeldTrace *held = held_at(traces, place);
  HeldTrace *before = traces->on_show;
  if (!held) return false;
  traces->on_show = held;
  trace_limit_cache(held->trace, cache_bytes);
  if (before) limit_resting(traces, before);
  return true;
}

void trace_sequence_free(TraceSequence *traces) {
  HeldTrace *now = traces->now;
  trace_sequence_still(traces);
  trace_sequence_clear_steps(traces);
  trace_sequence_thaw(traces);
  traces->now = traces->on_show = NULL;
  release(traces, now);
  arena_free(traces->spare);
  *traces = (TraceSequence){0};
}
