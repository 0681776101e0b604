/* render/gl/path.c -- flattening. */
#include "render/gl/path.h"

#include <math.h>

enum { LINES_MOST = 96 };
static const float SAME_PX = 1e-3f;

static int line_count(const PxPoint p[4]) {
  float first = hypotf(p[0].x - 2 * p[1].x + p[2].x, p[0].y - 2 * p[1].y + p[2].y);
  float second = hypotf(p[1].x - 2 * p[2].x + p[3].x, p[1].y - 2 * p[2].y + p[3].y);
  float count = ceilf(sqrtf(6 * fmaxf(first, second) / 0.8f));
  return count < 1 ? 1 : count > LINES_MOST ? LINES_MOST : (int)count;
}

static PxPoint on_curve(const PxPoint p[4], float t) {
  float s = 1 - t;
  float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
  return (PxPoint){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                   a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* Points that fall together have no direction between them, by which a line would be divided. */
static void append(Path *path, PxPoint at) {
  if (path->count > 0) {
    PxPoint last = path->at[path->count - 1];
    if (fabsf(last.x - at.x) < SAME_PX && fabsf(last.y - at.y) < SAME_PX) return;
  }
  PxBox *bounds = &path->bounds;
  if (path->count == 0) *bounds = (PxBox){at.x, at.y, at.x, at.y};
  *bounds = (PxBox){fminf(bounds->left, at.x), fminf(bounds->top, at.y), fmaxf(bounds->right, at.x),
                    fmaxf(bounds->bottom, at.y)};
  path->at[path->count++] = at;
}

Path path_flatten(Frame *frame, const Point *points, int point_count) {
  int pieces = (point_count - 1) / 3;
  size_t most = (size_t)pieces * LINES_MOST + 1;
  Path path = {.at = arena_take(frame->arena, most, sizeof(PxPoint))};
  if (!path.at) return frame->failed = true, path;
  float scale = frame->scale;
  for (int piece = 0; piece < pieces; piece++) {
    PxPoint p[4];
    for (int i = 0; i < 4; i++)
      p[i] = (PxPoint){points[3 * piece + i].x * scale, points[3 * piece + i].y * scale};
    if (piece == 0) append(&path, p[0]);
    int lines = line_count(p);
    for (int i = 1; i <= lines; i++)
      append(&path, i == lines ? p[3] : on_curve(p, (float)i / (float)lines));
  }
  return path;
}
