/* render/gl/ribbon.c -- filled paths, cut into slabs.
**
** The path is cut at every point along its main direction (to the right, or down). Between two cuts
** there are only straight sides; the areas between the first and second, the third and fourth … are
** inside. Each is a quad with its two sides, so the shader measures the distance from both: edges
** are antialiased, and a ribbon thinner than a pixel is proportionally fainter. Quads do not
** overlap, so a transparent ribbon has an even colour. Most ribbons are strips between two sides,
** whose slabs follow from the sides alone.
*/
#include "render/gl/primitives.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "render/gl/path.h"

enum { SIDES_MOST = 16 };
static const float REACH_MOST_PX = 64;

typedef struct RibbonElement {
  float x, y, along, shade;  /* shade: 0 … 1 along the gradient */
  float first[3], second[3]; /* line equations: distance inwards is x a + y b + c */
  float start, end;
  Color from, to;
} RibbonElement;

const ProgramLayout RIBBON_LAYOUT = {
    .name = "ribbon",
    .element_bytes = sizeof(RibbonElement),
    .attributes = {{4, GL_FLOAT, GL_FALSE, offsetof(RibbonElement, x)},
                   {3, GL_FLOAT, GL_FALSE, offsetof(RibbonElement, first)},
                   {3, GL_FLOAT, GL_FALSE, offsetof(RibbonElement, second)},
                   {2, GL_FLOAT, GL_FALSE, offsetof(RibbonElement, start)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RibbonElement, from)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RibbonElement, to)}}};

/* While it is cut, a path has its own axes: x along, y across. */
typedef struct Cutting {
  const PxPoint *at; /* in these axes, closed */
  int count;
  bool turned; /* along is down */
  float start, end;
  float shade[3];
  Color from, to;
  RibbonElement *out;
  int written, room;
} Cutting;

/* The heights of a straight side at both ends of a slab. */
typedef struct Side {
  float y0, y1; /* at the slab's ends */
} Side;

/* The line equation of a gradient: how far along it a point is, 0 … 1, is x a + y b + c. */
static void shade_of(const Frame *frame, const DrawGradient *gradient, float shade[3]) {
  float begin_x = gradient->begin.x * frame->scale, begin_y = gradient->begin.y * frame->scale;
  float dx = gradient->end.x * frame->scale - begin_x,
        dy = gradient->end.y * frame->scale - begin_y, squared = dx * dx + dy * dy;
  assert(squared > 0);
  shade[0] = dx / squared;
  shade[1] = dy / squared;
  shade[2] = -(begin_x * shade[0] + begin_y * shade[1]);
}

/* To a 256th of a pixel, so that points meant to be aligned are, and no slab is thinner. */
static float snapped(float at) { return roundf(at * 256) / 256; }

/* Along the longer direction slabs have flat sides; along the other they would be few and steep. */
static void choose_axes(const Path *path, Cutting *cutting, PxPoint *turned) {
  float right = 0, down = 0;
  for (int i = 0; i < path->count; i++) {
    PxPoint a = path->at[i], b = path->at[(i + 1) % path->count];
    right += fabsf(b.x - a.x);
    down += fabsf(b.y - a.y);
  }
  cutting->turned = down > right;
  for (int i = 0; i < path->count; i++) {
    PxPoint p = path->at[i];
    turned[i] = cutting->turned ? (PxPoint){snapped(p.y), p.x} : (PxPoint){snapped(p.x), p.y};
  }
  cutting->at = turned;
  cutting->count = path->count;
}

static int by_value(const void *a, const void *b) {
  float first = *(const float *)a, second = *(const float *)b;
  return (first > second) - (first < second);
}

/* All x of the points, in order, without duplicates. */
static int find_cuts(const Cutting *cutting, float *cuts) {
  int kept = 0;
  for (int i = 0; i < cutting->count; i++) cuts[i] = cutting->at[i].x;
  qsort(cuts, (size_t)cutting->count, sizeof *cuts, by_value);
  for (int i = 0; i < cutting->count; i++)
    if (kept == 0 || cuts[i] > cuts[kept - 1]) cuts[kept++] = cuts[i];
  return kept;
}

static int by_height(const void *a, const void *b) {
  const Side *first = a, *second = b;
  float one = first->y0 + first->y1, other = second->y0 + second->y1;
  return (one > other) - (one < other);
}

/* No side begins or ends within a slab, because every point is a cut. */
static int find_sides(const Cutting *cutting, float x0, float x1, Side *sides) {
  int count = 0;
  for (int i = 0; i < cutting->count && count < SIDES_MOST; i++) {
    PxPoint a = cutting->at[i], b = cutting->at[(i + 1) % cutting->count];
    if (a.x > b.x) {
      PxPoint keep = a;
      a = b;
      b = keep;
    }
    if (a.x > x0 || b.x < x1 || a.x == b.x) continue;
    float slope = (b.y - a.y) / (b.x - a.x);
    sides[count++] = (Side){a.y + (x0 - a.x) * slope, a.y + (x1 - a.x) * slope};
  }
  qsort(sides, (size_t)count, sizeof *sides, by_height);
  return count;
}

/* The line through a side, positive towards larger y (inwards 1) or smaller (−1). */
static void line_of(const Cutting *cutting, const Side *side, const float x[2], float inwards,
                    float line[3]) {
  assert(x[1] > x[0]); /* cuts are in order and without duplicates */
  float dx = x[1] - x[0], dy = side->y1 - side->y0, size = inwards / hypotf(dx, dy);
  float along = -dy * size, across = dx * size;
  line[0] = cutting->turned ? across : along;
  line[1] = cutting->turned ? along : across;
  line[2] = -(x[0] * along + side->y0 * across);
}

/* Half a pixel perpendicular to a steep side is more in the vertical direction. */
static float reach_of(const Side *side, const float x[2]) {
  float slope = (side->y1 - side->y0) / (x[1] - x[0]);
  return fminf(REACH_MOST_PX, hypotf(1, slope));
}

static void add_quad(Cutting *cutting, const Side *first, const Side *second, const float x[2]) {
  if (cutting->written + QUAD_ELEMENTS > cutting->room) return;
  RibbonElement e = {
      .start = cutting->start, .end = cutting->end, .from = cutting->from, .to = cutting->to};
  line_of(cutting, first, x, 1, e.first);
  line_of(cutting, second, x, -1, e.second);
  /* Includes the antialiased half pixel beyond the sides and the ends of the path. */
  float from = x[0] <= cutting->start ? x[0] - 1 : x[0];
  float to = x[1] >= cutting->end ? x[1] + 1 : x[1];
  float top = reach_of(first, x), bottom = reach_of(second, x);
  const PxPoint corners[4] = {{from, first->y0 - top},
                              {to, first->y1 - top},
                              {from, second->y0 + bottom},
                              {to, second->y1 + bottom}};
  for (int i = 0; i < QUAD_ELEMENTS; i++) {
    PxPoint p = corners[QUAD_CORNERS[i]];
    e.along = p.x;
    e.x = cutting->turned ? p.y : p.x;
    e.y = cutting->turned ? p.x : p.y;
    e.shade = cutting->shade[0] * e.x + cutting->shade[1] * e.y + cutting->shade[2];
    cutting->out[cutting->written++] = e;
  }
}

/* Sides are in order, and every second gap between them is inside. */
static void cut_slabs(Cutting *cutting, const float *cuts, int cut_count) {
  assert(cut_count > 0);
  Side sides[SIDES_MOST];
  cutting->start = cuts[0];
  cutting->end = cuts[cut_count - 1];
  for (int i = 0; i + 1 < cut_count; i++) {
    const float x[2] = {cuts[i], cuts[i + 1]};
    int count = find_sides(cutting, x[0], x[1], sides);
    for (int s = 0; s + 1 < count; s += 2) add_quad(cutting, &sides[s], &sides[s + 1], x);
  }
}

/* -- strips ------------------------------------------------------------------------------------ */

/* The common ribbon: two sides from a vertical edge to another, whose points are one above the
** other. Its slabs are known without sorting. */
static bool is_strip(const DrawRibbon *ribbon) {
  const Point *p = ribbon->points;
  if (ribbon->point_count != 13) return false;
  for (int i = 0; i < 4; i++)
    if (p[i].x != p[9 - i].x || p[3 + i].x != p[3].x || p[9 + i].x != p[0].x) return false;
  return p[0].x < p[3].x && p[0].x <= p[1].x && p[1].x <= p[2].x && p[2].x <= p[3].x &&
         p[0].y <= p[9].y && p[3].y <= p[6].y;
}

static PxBox bounds_of(const PxPoint first[4], const PxPoint second[4]) {
  PxBox bounds = {first[0].x, first[0].y, first[3].x, first[0].y};
  for (int i = 0; i < 4; i++) {
    bounds.top = fminf(bounds.top, first[i].y);
    bounds.bottom = fmaxf(bounds.bottom, second[i].y);
  }
  return (PxBox){bounds.left - 1, bounds.top - 1, bounds.right + 1, bounds.bottom + 1};
}

static void add_strip(Frame *frame, const DrawRibbon *ribbon, Cutting *cutting) {
  PxPoint first[4], second[4];
  float steps[PATH_STEPS_MOST], scale = frame->scale;
  for (int i = 0; i < 4; i++) {
    const Point *top = &ribbon->points[i], *bottom = &ribbon->points[9 - i];
    first[i] = (PxPoint){top->x * scale, top->y * scale};
    second[i] = (PxPoint){bottom->x * scale, bottom->y * scale};
  }
  PxBox bounds = bounds_of(first, second);
  if (!frame_sees(frame, bounds)) return;
  int count = path_steps_of_sides(first, second, steps);
  cutting->room = 6 * count;
  cutting->out = frame_add(frame, LAYER_RIBBON, cutting->room, bounds);
  if (!cutting->out) return;
  cutting->start = first[0].x;
  cutting->end = first[3].x;
  PxPoint above = first[0], below = second[0];
  for (int i = 0; i < count; i++) {
    PxPoint next_above = path_at(first, steps[i]), next_below = path_at(second, steps[i]);
    const float x[2] = {above.x, next_above.x};
    if (x[1] <= x[0]) continue;
    add_quad(cutting, &(Side){above.y, next_above.y}, &(Side){below.y, next_below.y}, x);
    above = next_above;
    below = next_below;
  }
  while (cutting->written < cutting->room) /* steps without width: triangles without area */
    cutting->out[cutting->written++] = (RibbonElement){.x = first[0].x, .y = first[0].y};
}

/* -- any path ---------------------------------------------------------------------------------- */

/* Room for twelve elements per point, that is, two quads per slab, which ribbons do not exceed;
** further ones are left out. */
void ribbon_add(Frame *frame, const DrawRibbon *ribbon) {
  if (ribbon->gradient.from.a == 0 && ribbon->gradient.to.a == 0) return;
  Cutting cutting = {.from = ribbon->gradient.from, .to = ribbon->gradient.to};
  shade_of(frame, &ribbon->gradient, cutting.shade);
  if (is_strip(ribbon)) {
    add_strip(frame, ribbon, &cutting);
    return;
  }
  Path path = path_flatten(frame, ribbon->points, ribbon->point_count);
  PxBox bounds = {path.bounds.left - 1, path.bounds.top - 1, path.bounds.right + 1,
                  path.bounds.bottom + 1};
  if (path.count < 3 || !frame_sees(frame, bounds)) return;
  size_t count = (size_t)path.count;
  PxPoint *turned = arena_take(frame->arena, count, sizeof *turned);
  float *cuts = arena_take(frame->arena, count, sizeof *cuts);
  cutting.room = 12 * path.count;
  cutting.out = arena_take(frame->arena, (size_t)cutting.room, sizeof *cutting.out);
  if (!turned || !cuts || !cutting.out) {
    frame->failed = true;
    return;
  }
  choose_axes(&path, &cutting, turned);
  cut_slabs(&cutting, cuts, find_cuts(&cutting, cuts));
  RibbonElement *room = frame_add(frame, LAYER_RIBBON, cutting.written, bounds);
  for (int i = 0; room && i < cutting.written; i++) room[i] = cutting.out[i];
}
