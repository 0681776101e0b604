/* render/moving/moving_internal.h -- one row of functions for each format. For render/moving only.
**
** Memory  Moving.arena, which lives until the file is written; frame->arena for a frame.
** Errors  As moving.h.
*/
#ifndef RENDER_MOVING_MOVING_INTERNAL_H
#define RENDER_MOVING_MOVING_INTERNAL_H

#include "render/moving/moving.h"

struct Moving {
  MovingLook look;
  Arena *arena;
  const struct MovingFormat *format;
  void *own; /* of the format */
  MovingSummary summary;
  double asked_ms, given_ms; /* the length so far, as asked for and as written */
};

/* NULL: the format has nothing to do there. */
typedef struct MovingFormat {
  bool (*begin)(Moving *moving, Status *status);
  bool (*encode)(const Moving *moving, MovingFrame *frame, Status *status);
  bool (*add)(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status);
  bool (*end)(Moving *moving, Status *status);
  void (*drop)(Moving *moving); /* frees what is not on the arena; called after end too */
} MovingFormat;

extern const MovingFormat moving_gif, moving_webp, moving_pngs, moving_video;

/* The time in units, at least `least`; what is rounded off is carried on to the next. */
int moving_units(Moving *moving, double stays_ms, double unit_ms, int least);

/* -- frame.c -- */

/* The smallest rectangle that holds every pixel that differs; the whole where before is NULL. */
PixelRect frame_changed(const uint32_t *pixels, const uint32_t *before, int width, int height);
/* Whether each pixel of the rectangle differs; false where before is NULL. */
bool frame_has_equal(const MovingFrame *frame, int width);

#endif
