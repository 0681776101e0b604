/* render/gl/curve.c -- thick lines as a strip of triangles that does not overlap itself.
**
** At slight bends neighbours meet at the bisector. At a corner the inner side meets there too, and
** the outer side is a fan around the corner. Every vertex has its distance from the middle line, so
** the shader knows the exact distance everywhere.
*/
#include "render/gl/primitives.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "render/gl/path.h"

enum { FAN_STEPS = 8, CORNER_VERTICES = 3 * FAN_STEPS + 6, LINE_VERTICES = 6 };
static const float SMOOTH_COSINE = 0.94f; /* bends under 20 degrees */

typedef struct CurveElement {
  float x, y;
  float across, along, length, half_width;
  Color color;
} CurveElement;

const ProgramLayout CURVE_LAYOUT = {
    .name = "curve",
    .element_bytes = sizeof(CurveElement),
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(CurveElement, x)},
                   {4, GL_FLOAT, GL_FALSE, offsetof(CurveElement, across)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(CurveElement, color)}}};

typedef struct Strip {
  CurveElement *out;
  int count;
  CurveElement paint; /* length, width and colour of all vertices */
  float reach;        /* half the drawn width */
} Strip;

/* The end of a line: the vertices on both sides (plus: along the normal). */
typedef struct Side {
  PxPoint plus, minus;
} Side;

static void add_vertex(Strip *strip, PxPoint at, float across, float along) {
  CurveElement element = strip->paint;
  element.x = at.x;
  element.y = at.y;
  element.across = across;
  element.along = along;
  strip->out[strip->count++] = element;
}

/* Two triangles. Distances are given at the corners and interpolated, which is exact
** along straight sides. */
static void add_line(Strip *strip, Side from, Side to, float from_along, float to_along) {
  float reach = strip->reach;
  add_vertex(strip, from.plus, reach, from_along);
  add_vertex(strip, from.minus, -reach, from_along);
  add_vertex(strip, to.plus, reach, to_along);
  add_vertex(strip, to.plus, reach, to_along);
  add_vertex(strip, from.minus, -reach, from_along);
  add_vertex(strip, to.minus, -reach, to_along);
}

static PxPoint offset(PxPoint at, PxPoint by, float times) {
  return (PxPoint){at.x + by.x * times, at.y + by.y * times};
}

/* The rounded outside of a corner; outer is +1 if it is on the normal's side. */
static void add_corner(Strip *strip, PxPoint at, PxPoint inner, const PxPoint normals[2],
                       float outer, float along) {
  float reach = strip->reach;
  PxPoint first = offset(at, normals[0], outer * reach),
          last = offset(at, normals[1], outer * reach);
  add_vertex(strip, inner, -outer * reach, along);
  add_vertex(strip, at, 0, along);
  add_vertex(strip, first, outer * reach, along);
  add_vertex(strip, inner, -outer * reach, along);
  add_vertex(strip, at, 0, along);
  add_vertex(strip, last, outer * reach, along);
  float from = atan2f(normals[0].y, normals[0].x), turn = atan2f(normals[1].y, normals[1].x) - from;
  const float half_turn = (float)NUMBER_PI;
  if (turn > half_turn) turn -= 2 * half_turn;
  if (turn < -half_turn) turn += 2 * half_turn;
  PxPoint before = first;
  for (int i = 1; i <= FAN_STEPS; i++) {
    float angle = from + turn * (float)i / FAN_STEPS;
    PxPoint next =
        i == FAN_STEPS ? last : offset(at, (PxPoint){cosf(angle), sinf(angle)}, outer * reach);
    add_vertex(strip, at, 0, along);
    add_vertex(strip, before, outer * reach, along);
    add_vertex(strip, next, outer * reach, along);
    before = next;
  }
}

typedef struct Line {
  PxPoint direction, normal;
  float length;
} Line;

/* Neighbouring points of a path differ, so the length is not 0. */
static Line line_between(PxPoint a, PxPoint b) {
  float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy);
  assert(length > 0);
  PxPoint direction = {dx / length, dy / length};
  return (Line){direction, {direction.y, -direction.x}, length};
}

/* The end of a line, extended by `out` along it: 1 at the path's ends, 0 at a square corner. */
static Side cap(PxPoint at, const Line *line, float reach, float out) {
  PxPoint end = offset(at, line->direction, out);
  return (Side){offset(end, line->normal, reach), offset(end, line->normal, -reach)};
}

/* At a corner so sharp, or with lines so short, that the bisector lies beyond them, both lines end
** square and overlap slightly inside the corner. */
static void join_square(Strip *strip, PxPoint at, const Line lines[2], float outer, float along,
                        Side sides[2]) {
  sides[0] = cap(at, &lines[0], strip->reach, 0);
  sides[1] = cap(at, &lines[1], strip->reach, 0);
  add_corner(strip, at, at, (PxPoint[]){lines[0].normal, lines[1].normal}, outer, along);
}

/* Where two lines meet at a point: the end of one and the start of the other. */
static void join(Strip *strip, PxPoint at, const Line lines[2], float along, Side sides[2]) {
  const Line *one = &lines[0], *two = &lines[1];
  float reach = strip->reach;
  PxPoint sum = {one->normal.x + two->normal.x, one->normal.y + two->normal.y};
  float size = fmaxf(sum.x * sum.x + sum.y * sum.y, 1e-6f), by = 2 * reach / size;
  float cosine = one->direction.x * two->direction.x + one->direction.y * two->direction.y;
  if (cosine > SMOOTH_COSINE) {
    sides[0] = sides[1] = (Side){offset(at, sum, by), offset(at, sum, -by)};
    return;
  }
  float turn = one->direction.x * two->direction.y - one->direction.y * two->direction.x;
  float outer = turn > 0 ? 1 : -1; /* y down: at a right turn the normal's side is outside */
  float shorter = fminf(one->length, two->length);
  if (by * by * size > shorter * shorter + reach * reach) {
    join_square(strip, at, lines, outer, along, sides);
    return;
  }
  PxPoint inner = offset(at, sum, -outer * by);
  PxPoint first = offset(at, one->normal, outer * reach),
          last = offset(at, two->normal, outer * reach);
  sides[0] = outer > 0 ? (Side){first, inner} : (Side){inner, first};
  sides[1] = outer > 0 ? (Side){last, inner} : (Side){inner, last};
  add_corner(strip, at, inner, (PxPoint[]){one->normal, two->normal}, outer, along);
}

/* Adds a pixel at both ends, where the shader fades as it does at the sides. */
static void add_path(Strip *strip, const Path *path) {
  Line lines[2] = {line_between(path->at[0], path->at[1])};
  Side start = cap(path->at[0], &lines[0], strip->reach, -1);
  float along = -1, reached = 0;
  for (int i = 1; i < path->count; i++) {
    reached += lines[0].length;
    if (i == path->count - 1) {
      add_line(strip, start, cap(path->at[i], &lines[0], strip->reach, 1), along, reached + 1);
      return;
    }
    Side sides[2];
    lines[1] = line_between(path->at[i], path->at[i + 1]);
    join(strip, path->at[i], lines, reached, sides);
    add_line(strip, start, sides[0], along, reached);
    start = sides[1];
    along = reached;
    lines[0] = lines[1];
  }
}

static float path_length(const Path *path) {
  float length = 0;
  for (int i = 1; i < path->count; i++)
    length += hypotf(path->at[i].x - path->at[i - 1].x, path->at[i].y - path->at[i - 1].y);
  return length;
}

/* Vertices are made in scratch memory first, because their number depends on the corners. */
void curve_add(Frame *frame, const DrawCurve *curve) {
  if (curve->color.a == 0 || curve->width <= 0) return;
  Path path = path_flatten_bent(frame, curve->points, curve->point_count);
  float half_width = curve->width * frame->scale / 2, reach = half_width + 1;
  PxBox bounds = {path.bounds.left - reach - 1, path.bounds.top - reach - 1,
                  path.bounds.right + reach + 1, path.bounds.bottom + reach + 1};
  if (path.count < 2 || !frame_sees(frame, bounds)) return;
  size_t most = (size_t)(path.count - 1) * (LINE_VERTICES + CORNER_VERTICES);
  CurveElement *vertices = arena_take(frame->arena, most, sizeof *vertices);
  if (!vertices) {
    frame->failed = true;
    return;
  }
  Strip strip = {
      .out = vertices,
      .paint = {.length = path_length(&path), .half_width = half_width, .color = curve->color},
      .reach = reach};
  add_path(&strip, &path);
  assert((size_t)strip.count <= most);
  CurveElement *room = frame_add(frame, LAYER_CURVE, strip.count, bounds);
  for (int i = 0; room && i < strip.count; i++) room[i] = vertices[i];
}
