/* scene/views/dashes.c -- a pen that goes along a line and is lifted in turn. */
#include "scene/views/dashes.h"

#include <math.h>

enum { LENGTHS = 4 };

typedef struct Walk {
  Dashes dashes;
  int now;    /* of the lengths: even ones are drawn */
  float left; /* of that one */
} Walk;

static void go_on(Walk *walk) {
  walk->now = (walk->now + 1) % LENGTHS;
  if (walk->dashes.lengths[walk->now] <= 0) walk->now = 0;
  walk->left = walk->dashes.lengths[walk->now];
}

static Point between(Point from, Point to, float share) {
  return (Point){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

/* One straight piece, of which as much is drawn as the dashes say. */
static void draw_piece(DrawList *list, Walk *walk, Point from, Point to, float width, Color color) {
  float length = hypotf(to.x - from.x, to.y - from.y), done = 0;
  while (length - done > 1e-3f) {
    float step = fminf(walk->left, length - done);
    if (walk->now % 2 == 0)
      draw_line(list, between(from, to, done / length), between(from, to, (done + step) / length),
                width, color);
    done += step;
    walk->left -= step;
    if (walk->left <= 1e-3f) go_on(walk);
  }
}

/* In one curve, so that its corners are whole. */
static void draw_whole(DrawList *list, const Point *points, int count, float width, Color color) {
  Point *curve = arena_take(list->arena, 3 * (size_t)count, sizeof *curve);
  int made = 0;
  if (!curve) {
    list->failed = true;
    return;
  }
  for (int i = 0; i < count; i++) {
    if (i > 0) {
      curve[made++] = between(points[i - 1], points[i], 1 / 3.0f);
      curve[made++] = between(points[i - 1], points[i], 2 / 3.0f);
    }
    curve[made++] = points[i];
  }
  draw_curve(list, curve, made, width, color);
}

void dashes_draw(DrawList *list, const Point *points, int count, float width, Color color,
                 Dashes dashes) {
  Walk walk = {.dashes = dashes, .left = dashes.lengths[0]};
  if (count < 2) return;
  if (dashes.lengths[0] <= 0) {
    draw_whole(list, points, count, width, color);
    return;
  }
  for (int i = 1; i < count; i++) draw_piece(list, &walk, points[i - 1], points[i], width, color);
}
