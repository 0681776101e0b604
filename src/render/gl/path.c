/* render/gl/path.c -- flattens curves. */
#include "render/gl/path.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

enum { LINES_MOST = 96 };
static const float SAME_PX = 1e-3f;
static const float BENT_ERROR_PX = 0.2f, BENT_STEP_MOST = 0.25f;

static int line_count(const PxPoint p[4]) {
  float first = hypotf(p[0].x - 2 * p[1].x + p[2].x, p[0].y - 2 * p[1].y + p[2].y);
  float second = hypotf(p[1].x - 2 * p[2].x + p[3].x, p[1].y - 2 * p[2].y + p[3].y);
  float count = ceilf(sqrtf(6 * fmaxf(first, second) / 0.8f));
  return (int)float_clamp(count, 1, LINES_MOST);
}

static PxPoint on_curve(const PxPoint p[4], float t) {
  float s = 1 - t;
  float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
  return (PxPoint){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                   a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* Equal neighbours are skipped, because a line between them has no direction. */
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

/* The step at t after which a chord would be BENT_ERROR_PX from a curve of constant curvature. Only
** the part of B'' across B' counts: the distance is |B' × B''| h² / (8 |B'|). */
static float step_at(const PxPoint p[4], float t) {
  float s = 1 - t, a = 3 * s * s, b = 6 * s * t, c = 3 * t * t;
  float dx = a * (p[1].x - p[0].x) + b * (p[2].x - p[1].x) + c * (p[3].x - p[2].x);
  float dy = a * (p[1].y - p[0].y) + b * (p[2].y - p[1].y) + c * (p[3].y - p[2].y);
  float x = s * (p[0].x - 2 * p[1].x + p[2].x) + t * (p[1].x - 2 * p[2].x + p[3].x);
  float y = s * (p[0].y - 2 * p[1].y + p[2].y) + t * (p[1].y - 2 * p[2].y + p[3].y);
  float bend = 6 * fabsf(dx * y - dy * x), speed = sqrtf(dx * dx + dy * dy);
  if (8 * BENT_ERROR_PX * speed >= BENT_STEP_MOST * BENT_STEP_MOST * bend) return BENT_STEP_MOST;
  return sqrtf(8 * BENT_ERROR_PX * speed / bend);
}

/* A step that is too long for the curvature at its end is shortened to what that end allows. */
static void append_bent(Path *path, const PxPoint p[4]) {
  const float least = 1.0f / LINES_MOST;
  for (float t = 0; t < 1;) {
    float step = step_at(p, t);
    step = fmaxf(fminf(step, step_at(p, fminf(t + step, 1))), least);
    t = t + 1.2f * step < 1 ? t + step : 1; /* avoids a very short last step */
    append(path, t < 1 ? on_curve(p, t) : p[3]);
  }
}

static void append_even(Path *path, const PxPoint p[4]) {
  int lines = line_count(p);
  for (int i = 1; i <= lines; i++)
    append(path, i == lines ? p[3] : on_curve(p, (float)i / (float)lines));
}

static Path flatten(Frame *frame, const Point *points, int point_count,
                    void (*append_piece)(Path *path, const PxPoint p[4])) {
  assert(point_count >= 1 && point_count % 3 == 1);
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
    append_piece(&path, p);
  }
  return path;
}

Path path_flatten(Frame *frame, const Point *points, int point_count) {
  return flatten(frame, points, point_count, append_even);
}

Path path_flatten_bent(Frame *frame, const Point *points, int point_count) {
  return flatten(frame, points, point_count, append_bent);
}

int path_steps_of_sides(const PxPoint first[4], const PxPoint second[4],
                        float steps[PATH_STEPS_MOST]) {
  const float least = 1.0f / LINES_MOST;
  int count = 0;
  for (float t = 0; t < 1;) {
    float step = fminf(step_at(first, t), step_at(second, t)), next = fminf(t + step, 1);
    step = fminf(step, fminf(step_at(first, next), step_at(second, next)));
    t = t + 1.2f * fmaxf(step, least) < 1 ? t + fmaxf(step, least) : 1;
    assert(count < PATH_STEPS_MOST);
    steps[count++] = t;
  }
  return count;
}

PxPoint path_at(const PxPoint piece[4], float t) { return t < 1 ? on_curve(piece, t) : piece[3]; }
