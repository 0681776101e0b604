/* session/compute/layer_views.c -- see layer_views.h. */
#include "session/compute/layer_views.h"

#include "model/forward/layer_answers.h"
#include "session/session_internal.h"

static TogetherKind kind_of(ViewKind kind) {
  return kind == VIEW_ROLLOUT ? TOGETHER_ROLLOUT : TOGETHER_AVERAGE;
}

static bool is_made(const Session *session) {
  const LayerViewsOnShow *on_show = &session->layer_views;
  const View *view = &session->view;
  if (!on_show->arena || on_show->kind != view->kind) return false;
  if (view->kind == VIEW_ANSWERS)
    return layer_answers_hold(&on_show->answers, session->trace, view->query);
  return on_show->together.serial == trace_serial(session->trace) &&
         on_show->together.layer == view->layer;
}

void layer_views_free(LayerViewsOnShow *on_show) {
  arena_free(on_show->arena);
  *on_show = (LayerViewsOnShow){0};
}

static bool make(Session *session, LayerViewsOnShow *on_show) {
  const View *view = &session->view;
  const Trace *trace = session->trace;
  if (view->kind == VIEW_ANSWERS)
    return layer_answers_make(on_show->arena, session_model(session), trace, view->query,
                              &on_show->answers);
  return together_make(on_show->arena, trace, view->layer, kind_of(view->kind), &on_show->together);
}

void layer_views_follow(Session *session) {
  LayerViewsOnShow *on_show = &session->layer_views;
  uint64_t serial = trace_serial(session->trace);
  if (!view_is_of_layers(session->view.kind) || session->dry || is_made(session)) return;
  if (on_show->failed == serial) return;
  layer_views_free(on_show);
  on_show->arena = arena_make(0);
  on_show->kind = session->view.kind;
  if (!on_show->arena || !make(session, on_show)) {
    layer_views_free(on_show);
    on_show->failed = serial;
  }
  session->revision++;
}

const Together *session_together(const Session *session) {
  bool is_other = session->view.kind == VIEW_ANSWERS || !view_is_of_layers(session->view.kind);
  return !is_other && is_made(session) ? &session->layer_views.together : NULL;
}

const LayerAnswers *session_answers(const Session *session) {
  bool is_on_show = session->view.kind == VIEW_ANSWERS && is_made(session);
  return is_on_show ? &session->layer_views.answers : NULL;
}

bool session_make_answers(Arena *arena, const Session *session, const Trace *trace,
                          LayerAnswers *made) {
  return layer_answers_make(arena, session_model(session), trace, session->view.query, made);
}

LayerAnswersRefusal session_answers_refusal(const Session *session, const Trace *trace) {
  return layer_answers_refusal(session_model(session), trace);
}
