/* render/count/convex.c -- separating axes and Sutherland-Hodgman clipping of small polygons. */
#include "render/count/convex.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

static float dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

Convex convex_box(Box box) {
  Convex shape = {.corners = {{box.x, box.y},
                              {box.x + box.w, box.y},
                              {box.x + box.w, box.y + box.h},
                              {box.x, box.y + box.h}},
                  .count = 4};
  return shape;
}

/* Anticlockwise, as angles of the list are, with y down. */
Convex convex_turned(Point at, Box about, float angle_deg) {
  Convex shape = convex_box(about);
  double angle = (double)angle_deg * acos(0) / 90;
  float c = (float)cos(angle), s = (float)sin(angle);
  for (int i = 0; i < shape.count; i++) {
    Point p = shape.corners[i];
    shape.corners[i] = (Point){at.x + c * p.x + s * p.y, at.y - s * p.x + c * p.y};
  }
  return shape;
}

/* The part where dot(normal, p) <= limit. */
static Convex cut_half(const Convex *shape, Point normal, float limit) {
  assert(shape->count <= CONVEX_CORNERS_MOST);
  Convex left = {.count = 0};
  for (int i = 0; i < shape->count; i++) {
    Point a = shape->corners[i], b = shape->corners[(i + 1) % shape->count];
    float from = dot(normal, a) - limit, to = dot(normal, b) - limit;
    if (from <= 0 && left.count < CONVEX_CORNERS_MOST) left.corners[left.count++] = a;
    if ((from < 0) != (to < 0) && from != 0 && to != 0 && left.count < CONVEX_CORNERS_MOST) {
      float t = from / (from - to);
      left.corners[left.count++] = (Point){float_lerp(a.x, b.x, t), float_lerp(a.y, b.y, t)};
    }
  }
  return left;
}

Convex convex_cut(const Convex *shape, Box by) {
  Convex cut = cut_half(shape, (Point){-1, 0}, -by.x);
  cut = cut_half(&cut, (Point){1, 0}, by.x + by.w);
  cut = cut_half(&cut, (Point){0, -1}, -by.y);
  return cut_half(&cut, (Point){0, 1}, by.y + by.h);
}

/* The outward normal of edge i of a polygon with corners in the order of convex_box. */
static Point normal_of(const Convex *shape, int i) {
  assert(i >= 0 && i < shape->count);
  Point a = shape->corners[i], b = shape->corners[(i + 1) % shape->count];
  float x = b.y - a.y, y = a.x - b.x, length = hypotf(x, y);
  return length > 0 ? (Point){x / length, y / length} : (Point){0, 0};
}

/* Cuts a by each side of b. Both have the same orientation, so all normals of b point outwards. */
Convex convex_common(const Convex *a, const Convex *b) {
  Convex common = *a;
  for (int i = 0; i < b->count; i++) {
    Point normal = normal_of(b, i);
    common = cut_half(&common, normal, dot(normal, b->corners[i]));
  }
  return common;
}

Box convex_bounds(const Convex *shape) {
  float left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
  if (shape->count == 0) return (Box){0, 0, -1, -1};
  for (int i = 0; i < shape->count; i++) {
    Point p = shape->corners[i];
    left = fminf(left, p.x), right = fmaxf(right, p.x);
    top = fminf(top, p.y), bottom = fmaxf(bottom, p.y);
  }
  return (Box){left, top, right - left, bottom - top};
}

static void span_along(const Convex *shape, Point axis, float *low, float *high) {
  *low = INFINITY, *high = -INFINITY;
  for (int i = 0; i < shape->count; i++) {
    float at = dot(axis, shape->corners[i]);
    *low = fminf(*low, at), *high = fmaxf(*high, at);
  }
}

static float overlap_along(const Convex *a, const Convex *b, Point axis) {
  float a_low, a_high, b_low, b_high;
  span_along(a, axis, &a_low, &a_high);
  span_along(b, axis, &b_low, &b_high);
  return fminf(a_high - b_low, b_high - a_low);
}

/* Stops at the first axis with a gap. */
static float least_overlap(const Convex *a, const Convex *b) {
  float least = INFINITY;
  for (int i = 0; i < a->count && least > 0; i++) {
    Point axis = normal_of(a, i);
    if (axis.x != 0 || axis.y != 0) least = fminf(least, overlap_along(a, b, axis));
  }
  return least;
}

/* A shape of two corners is a line without area. */
float convex_overlap(const Convex *a, const Convex *b) {
  if (a->count < 3 || b->count < 3) return 0;
  float least = least_overlap(a, b);
  if (least > 0) least = fminf(least, least_overlap(b, a));
  return isfinite(least) && least > 0 ? least : 0;
}
