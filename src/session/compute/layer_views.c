/* session/compute/layer_views.c -- see layer_views.h. */
#include "session/compute/layer_views.h"

#include "base/os.h"
#include "model/forward/layer_answers.h"
#include "session/session_internal.h"

static const double at_once_ms = 8; /* steps that are done by then belong to the command or tick */

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
  if (view->kind != VIEW_ANSWERS)
    return together_make(on_show->arena, trace, view->layer, kind_of(view->kind),
                         &on_show->together);
  on_show->work = layer_answers_begin(on_show->arena, session_model(session), trace, view->query,
                                      &on_show->answers);
  return on_show->work != NULL;
}

static bool is_under_way(const Session *session) {
  const LayerViewsOnShow *on_show = &session->layer_views;
  bool is_on_show = session->view.kind == VIEW_ANSWERS && is_made(session);
  return is_on_show && on_show->answers.refusal == LAYER_ANSWERS_UNDER_WAY;
}

static void give_up(Session *session) {
  layer_views_free(&session->layer_views);
  session->layer_views.failed = trace_serial(session->trace);
  session->revision++;
}

/* Some steps of what is under way, all where nothing is drawn in between. */
static void go_on(Session *session, bool to_the_end) {
  double end_ms = os_now_ms() + at_once_ms;
  while (is_under_way(session)) {
    if (!layer_answers_step(session->layer_views.work)) {
      give_up(session);
      return;
    }
    if (!to_the_end && os_now_ms() >= end_ms) break;
  }
  if (!is_under_way(session)) session->revision++;
}

static void begin(Session *session) {
  LayerViewsOnShow *on_show = &session->layer_views;
  layer_views_free(on_show);
  on_show->arena = arena_make(0);
  on_show->kind = session->view.kind;
  if (!on_show->arena || !make(session, on_show)) give_up(session);
  session->revision++;
}

double layer_views_follow(Session *session) {
  if (!view_is_of_layers(session->view.kind) || session->dry) return -1;
  if (!is_made(session) && session->layer_views.failed == trace_serial(session->trace)) return -1;
  if (!is_made(session)) begin(session);
  bool is_in_window = session->job != NULL;
  if (is_under_way(session)) go_on(session, !is_in_window);
  return is_under_way(session) ? 0 : -1;
}

void layer_views_finish(Session *session) {
  if (is_under_way(session)) go_on(session, true);
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
