/* session/compute/head_differences.c -- see head_differences.h. */
#include "session/compute/head_differences.h"

#include "session/session_internal.h"

void differences_free(DifferencesOnShow *on_show) {
  arena_free(on_show->arena);
  *on_show = (DifferencesOnShow){0};
}

static bool is_wanted(const Session *session) {
  return session->view.kind == VIEW_GRID && session->view.compare == COMPARE_KEPT &&
         session_kept_run(session) && !session->dry;
}

static bool is_of(const DifferencesOnShow *on_show, const Trace *now, const Trace *kept) {
  return on_show->arena && on_show->now == trace_serial(now) && on_show->kept == trace_serial(kept);
}

void differences_follow(Session *session) {
  DifferencesOnShow *on_show = &session->differences;
  if (!is_wanted(session)) return;
  const Trace *now = session->traces.on_show->trace, *kept = session_kept_run(session);
  if (is_of(on_show, now, kept)) return;
  differences_free(on_show);
  on_show->arena = arena_make(0);
  on_show->now = trace_serial(now), on_show->kept = trace_serial(kept);
  if (on_show->arena && !head_differences_make(on_show->arena, now, kept, &on_show->made))
    differences_free(on_show);
}

const HeadDifferences *session_head_differences(const Session *session) {
  const DifferencesOnShow *on_show = &session->differences;
  if (!is_wanted(session)) return NULL;
  bool is_there = is_of(on_show, session->traces.on_show->trace, session_kept_run(session));
  return is_there ? &on_show->made : NULL;
}
