/* render/moving/moving.c -- what the formats have in common. */
#include "render/moving/moving.h"

#include <assert.h>
#include <math.h>

#include "render/moving/moving_internal.h"

static const MovingFormat *format_of(ExportMovie as) {
  static const MovingFormat *const formats[EXPORT_MOVIE_COUNT] = {[MOVIE_GIF] = &moving_gif,
                                                                  [MOVIE_WEBP] = &moving_webp,
                                                                  [MOVIE_MP4] = &moving_video,
                                                                  [MOVIE_PNGS] = &moving_pngs};
  assert(as >= 0 && as < EXPORT_MOVIE_COUNT);
  return formats[as];
}

int moving_units(Moving *moving, double stays_ms, double unit_ms, int least) {
  assert(stays_ms >= 0 && unit_ms > 0);
  moving->asked_ms += stays_ms;
  int units = (int)lround((moving->asked_ms - moving->given_ms) / unit_ms);
  if (units < least) units = least;
  moving->given_ms += units * unit_ms;
  return units;
}

bool moving_begin(const MovingLook *look, Moving **made, Status *status) {
  assert(look->path && look->width > 0 && look->height > 0 && look->times >= 0);
  Arena *arena = arena_make(0);
  Moving *moving = arena ? arena_take(arena, 1, sizeof *moving) : NULL;
  if (!moving) {
    arena_free(arena);
    return status_no_memory(status);
  }
  *moving = (Moving){.look = *look, .arena = arena, .format = format_of(look->as)};
  if (!moving->format->begin(moving, status)) {
    moving_drop(moving);
    return false;
  }
  *made = moving;
  return true;
}

const MovingLook *moving_look(const Moving *moving) { return &moving->look; }

bool moving_encode(const Moving *moving, MovingFrame *frame, Status *status) {
  const MovingLook *look = &moving->look;
  frame->changed = frame_changed(frame->pixels, frame->before, look->width, look->height);
  frame->error = 0;
  frame->made = NULL;
  if (frame->changed.w == 0 || !moving->format->encode) return true;
  return moving->format->encode(moving, frame, status);
}

bool moving_add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status) {
  assert(frame->changed.w > 0);
  MovingSummary *summary = &moving->summary;
  if (!moving->format->add(moving, frame, stays_ms, status)) return false;
  summary->picture_count++;
  if (frame->error > summary->error) summary->error = frame->error;
  return true;
}

bool moving_end(Moving *moving, MovingSummary *summary, Status *status) {
  assert(moving->summary.picture_count > 0);
  bool done = moving->format->end(moving, status);
  *summary = moving->summary;
  summary->width = moving->look.width;
  summary->height = moving->look.height;
  summary->length_ms = moving->given_ms;
  moving_drop(moving);
  return done;
}

void moving_drop(Moving *moving) {
  if (!moving) return;
  if (moving->format->drop) moving->format->drop(moving);
  arena_free(moving->arena);
}
