/* session/compute/saturation.c -- see saturation.h. */
#include "session/compute/saturation.h"

#include "session/session_internal.h"

void saturation_free(SaturationOnShow *on_show) {
  arena_free(on_show->arena);
  *on_show = (SaturationOnShow){0};
}

void saturation_follow(Session *session) {
  SaturationOnShow *on_show = &session->saturation;
  const Experiments *asked = &session->view.experiments;
  if (session->view.kind != VIEW_SATURATION || session->dry) return;
  if (on_show->arena && saturation_is_of(&on_show->made, asked)) return;
  saturation_free(on_show);
  on_show->arena = arena_make(0);
  if (on_show->arena && !saturation_make(on_show->arena, asked, &on_show->made))
    saturation_free(on_show);
}

const Saturation *session_saturation(const Session *session) {
  bool is_on_show = session->view.kind == VIEW_SATURATION && session->saturation.arena;
  return is_on_show ? &session->saturation.made : NULL;
}
