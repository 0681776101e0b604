/* session/compute/shake.c -- shaking a number. */
#include "session/compute/shake.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/commands/what_if.h"

static const double pi = 3.14159265358979323846;
static const float SHARE_AMPLITUDE = 0.25f, LEAST_OF_REACH = 0.15f, OF_NUMBER = 0.5f;

static bool is_share(const WhatIf *at) { return trace_part_info(at->part)->scale == SCALE_SHARES; }

static bool check(const Session *session, WhatIf *at, Status *status) {
  double run_ms = session->ms_a_byte * (double)(inputs_text_bytes(session_now(session)) + 1);
  if (session_is_recording(session) || session_is_shuffled(session) ||
      training_is_model(session_now(session)) || session->pending.is_on)
    return status_fail(status, STATUS_COULD_NOT,
                       _("a number is shaken by running the model many times a second, which a "
                         "recording, a model in training and a shuffled sentence cannot"));
  if (!what_if_focus(session, at) || !isfinite(at->value))
    return status_fail(status, STATUS_COULD_NOT,
                       _("no number is chosen that can be shaken: choose a cell of X, Q, K, V, the "
                         "scores or the weights, as in stage scores; cell 2 1"));
  return !session->ticking || run_ms <= SHAKE_RUN_MOST_MS || /* nobody watches */
         status_fail(status, STATUS_COULD_NOT,
                     _("a run of this model takes about %.0f ms, too long to shake a number: bend "
                       "it instead, by dragging or with set here"),
                     run_ms);
}

/* The run with the number at this place; at the middle the trace of now itself. */
static bool show(Session *session, float place, Status *status) {
  const Shake *shake = &session->shake;
  Inputs bent = *session_now(session);
  WhatIf one = shake->at;
  one.value += shake->amplitude * (2 * place - 1);
  if (is_share(&one)) one.value = float_clamp(one.value, 0, 1);
  session->view.shake_place = place;
  session->revision++;
  if (!what_ifs_put(&bent.what_ifs, &one)) return false;
  Arena *arena = trace_sequence_begin(&session->traces);
  EngineOrder order = {.inputs = &bent,
                       .pool = session->pool,
                       .before = session->trace,
                       .bends_before = true,
                       .cache_bytes = (size_t)session->cache_mb << 20};
  const Trace *trace = NULL;
  bool done = arena && session->engine->run(session->engine->self, session->model, &order, arena,
                                            &trace, status);
  HeldTrace *held = done ? held_trace_make(arena, trace, NULL) : NULL;
  if (!arena || (done && !held)) return status_no_memory(status);
  if (held) trace_sequence_shake(&session->traces, held, session->model);
  return held != NULL;
}

static bool begin(Session *session, Status *status) {
  WhatIf at;
  if (session->shake.is_on) return true;
  if (!check(session, &at, status)) return false;
  float reach = what_if_reach(session->trace, &at);
  float amplitude = fmaxf(OF_NUMBER * fabsf(at.value), LEAST_OF_REACH * reach);
  if (is_share(&at)) amplitude = SHARE_AMPLITUDE;
  session->shake = (Shake){.is_on = true, .at = at, .amplitude = amplitude, .begin_ms = -1};
  session->view.shakes = true;
  view_focus(&session->view, &session->view.query, &session->view.key);
  session->view.locked = true;
  return true;
}

bool shake_hold(Session *session, float place, Status *status) {
  WhatIf at;
  if (session->dry) return check(session, &at, status); /* a check of a script runs nothing */
  if (!begin(session, status)) return false;
  session->shake.begin_ms = INFINITY; /* stands still until it is begun again */
  if (show(session, place, status)) return true;
  shake_end(session);
  return false;
}

/* Without a clock, or without motion, it stands where it is farthest. */
bool shake_begin(Session *session, Status *status) {
  if (!session->ticking || !session->view.motion) return shake_hold(session, 1, status);
  if (!begin(session, status)) return false;
  session->shake.begin_ms = -1;
  return true;
}

void shake_end(Session *session) {
  if (!session->shake.is_on) return;
  session->shake.is_on = session->view.shakes = false;
  trace_sequence_still(&session->traces);
  session->revision++;
}

static float place_at(double moment) { return (float)(0.5 + 0.5 * sin(2 * pi * moment)); }

bool shake_show(Session *copy, const Session *from, double moment, Status *status) {
  assert(from->shake.is_on && copy->is_lent);
  copy->shake = from->shake;
  copy->shake.begin_ms = INFINITY;
  return show(copy, place_at(moment), status);
}

double shake_tick(Session *session, double now_ms) {
  Shake *shake = &session->shake;
  Status status;
  if (!shake->is_on || isinf(shake->begin_ms)) return -1;
  if (shake->begin_ms < 0) shake->begin_ms = now_ms;
  double moment = (now_ms - shake->begin_ms) / SHAKE_PERIOD_MS;
  if (show(session, place_at(moment), &status)) return SHAKE_FRAME_MS;
  shake_end(session);
  return -1;
}
