/* render/gl/ribbon.c -- filled paths as triangles.
**
** The path is drawn half a pixel smaller with its full colour, and a rim from there to half a pixel
** outside fades to nothing. Where it is thinner than a pixel the two sides meet in the middle and
** the colour is as weak as the path is thin. The inside is cut into triangles by clipping ears
*(Meisters 1975): a
** corner is an ear when it turns the right way and no other point lies in its triangle.
*/
#include "render/gl/primitives.h"

#include <math.h>

#include "render/gl/path.h"

typedef struct RibbonElement {
  float x, y;
  Color color;
} RibbonElement;

const ProgramLayout RIBBON_LAYOUT = {
    .name = "ribbon",
    .element_bytes = sizeof(RibbonElement),
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(RibbonElement, x)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RibbonElement, color)}}};

static uint8_t times_alpha(uint8_t channel, uint8_t alpha) {
  return (uint8_t)((channel * alpha + 127) / 255);
}

static Color premultiply(Color c) {
  return (Color){times_alpha(c.r, c.a), times_alpha(c.g, c.a), times_alpha(c.b, c.a), c.a};
}

void ribbon_add_plain(Frame *frame, PxBox box, Color color) {
  RibbonElement *room = frame_add(frame, LAYER_RIBBON, 6, box);
  if (!room) return;
  Color c = premultiply(color);
  const RibbonElement corners[4] = {{box.left, box.top, c},
                                    {box.right, box.top, c},
                                    {box.left, box.bottom, c},
                                    {box.right, box.bottom, c}};
  const int order[6] = {0, 1, 2, 2, 1, 3};
  for (int i = 0; i < 6; i++) room[i] = corners[order[i]];
}

/* In double the sign is right for all pixels there are. */
static double cross(PxPoint a, PxPoint b, PxPoint c) {
  return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
         ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static float twice_area(const PxPoint *at, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) {
    PxPoint a = at[i], b = at[(i + 1) % count];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

static PxPoint unit_normal(PxPoint a, PxPoint b) {
  float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy);
  return length > 0 ? (PxPoint){dy / length, -dx / length} : (PxPoint){0, 0};
}

/* Out of the path at corner i, as far as keeps both edges one pixel away; no further than two. */
static PxPoint outward(const PxPoint *at, int count, int i) {
  PxPoint before = unit_normal(at[(i + count - 1) % count], at[i]);
  PxPoint after = unit_normal(at[i], at[(i + 1) % count]);
  PxPoint sum = {before.x + after.x, before.y + after.y};
  float size = sum.x * sum.x + sum.y * sum.y;
  float by = size > 0.5f ? 2 / size : 4 * sqrtf(size);
  return (PxPoint){sum.x * by, sum.y * by};
}

typedef struct Ring { /* corners not yet cut off, linked both ways */
  const PxPoint *at;
  const Color *colors;
  int *next, *before;
} Ring;

static bool same(PxPoint a, PxPoint b) { return a.x == b.x && a.y == b.y; }

/* A corner without area is one too: cutting it off changes nothing. */
static bool is_ear(const Ring *ring, int corner) {
  int left = ring->before[corner], right = ring->next[corner];
  PxPoint a = ring->at[left], b = ring->at[corner], c = ring->at[right];
  double area = cross(a, b, c);
  if (area < 0) return false;
  for (int i = ring->next[right]; area > 0 && i != left; i = ring->next[i]) {
    PxPoint p = ring->at[i];
    if (same(p, a) || same(p, b) || same(p, c)) continue;
    if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return false;
  }
  return true;
}

/* Writes count - 2 triangles. A path that crosses itself still ends: any corner is cut then. */
static int cut_ears(Ring *ring, int count, RibbonElement *out) {
  int written = 0, corner = 0, tried = 0;
  while (count > 2) {
    bool last_resort = tried > count;
    if (!last_resort && !is_ear(ring, corner)) {
      corner = ring->next[corner];
      tried++;
      continue;
    }
    int left = ring->before[corner], right = ring->next[corner];
    const int ends[3] = {left, corner, right};
    for (int i = 0; i < 3; i++)
      out[written++] =
          (RibbonElement){ring->at[ends[i]].x, ring->at[ends[i]].y, ring->colors[ends[i]]};
    ring->next[left] = right;
    ring->before[right] = left;
    corner = ring->next[right]; /* every second corner: fans would give slivers */
    tried = 0;
    count--;
  }
  return written;
}

typedef struct Rim {
  PxPoint *inner, *outer;
  Color *colors; /* of the inner points */
} Rim;

/* How far it is from point i inwards to the other side of the path. */
static float thickness(const PxPoint *at, int count, int i, PxPoint inward) {
  float nearest = 4;
  for (int j = 0; j < count; j++) {
    int k = (j + 1) % count;
    if (j == i || k == i) continue;
    PxPoint edge = {at[k].x - at[j].x, at[k].y - at[j].y};
    PxPoint to = {at[j].x - at[i].x, at[j].y - at[i].y};
    float slope = inward.x * edge.y - inward.y * edge.x;
    if (fabsf(slope) < 1e-9f) continue;
    float distance = (to.x * edge.y - to.y * edge.x) / slope;
    float place = (to.x * inward.y - to.y * inward.x) / slope;
    if (distance >= 0 && distance < nearest && place >= 0 && place <= 1) nearest = distance;
  }
  return nearest;
}

static void build_rim(const PxPoint *at, int count, Color color, Rim *rim) {
  for (int i = 0; i < count; i++) {
    PxPoint out = outward(at, count, i);
    float size = hypotf(out.x, out.y);
    PxPoint inward = size > 0 ? (PxPoint){-out.x / size, -out.y / size} : (PxPoint){0, 0};
    float thick = thickness(at, count, i, inward), inset = fminf(size / 2, thick / 2);
    rim->inner[i] = (PxPoint){at[i].x + inward.x * inset, at[i].y + inward.y * inset};
    rim->outer[i] = (PxPoint){at[i].x + out.x / 2, at[i].y + out.y / 2};
    rim->colors[i] = premultiply(color_fade(color, fminf(1, thick)));
  }
}

static bool take_rim(Frame *frame, int count, Rim *rim) {
  rim->inner = arena_take(frame->arena, (size_t)count, sizeof *rim->inner);
  rim->outer = arena_take(frame->arena, (size_t)count, sizeof *rim->outer);
  rim->colors = arena_take(frame->arena, (size_t)count, sizeof *rim->colors);
  if (!rim->inner || !rim->outer || !rim->colors) frame->failed = true;
  return !frame->failed;
}

static bool make_ring(Frame *frame, const Rim *rim, int count, Ring *ring) {
  *ring = (Ring){rim->inner, rim->colors, arena_take(frame->arena, (size_t)count, sizeof(int)),
                 arena_take(frame->arena, (size_t)count, sizeof(int))};
  if (!ring->next || !ring->before) return !(frame->failed = true);
  for (int i = 0; i < count; i++) {
    ring->next[i] = (i + 1) % count;
    ring->before[i] = (i + count - 1) % count;
  }
  return true;
}

static void add_rim(const Rim *rim, int count, RibbonElement *out) {
  Color nothing = {0, 0, 0, 0};
  for (int i = 0; i < count; i++) {
    int n = (i + 1) % count;
    const RibbonElement a = {rim->inner[i].x, rim->inner[i].y, rim->colors[i]};
    const RibbonElement b = {rim->inner[n].x, rim->inner[n].y, rim->colors[n]};
    const RibbonElement c = {rim->outer[i].x, rim->outer[i].y, nothing};
    const RibbonElement d = {rim->outer[n].x, rim->outer[n].y, nothing};
    const RibbonElement two[6] = {a, b, c, c, b, d};
    for (int k = 0; k < 6; k++) *out++ = two[k];
  }
}

/* Turns the path so that its inside lies to the right of every edge (y down). */
static void wind(Path *path) {
  if (twice_area(path->at, path->count) >= 0) return;
  for (int i = 0, j = path->count - 1; i < j; i++, j--) {
    PxPoint keep = path->at[i];
    path->at[i] = path->at[j];
    path->at[j] = keep;
  }
}

void ribbon_add(Frame *frame, const DrawRibbon *ribbon) {
  if (ribbon->color.a == 0) return;
  Path path = path_flatten(frame, ribbon->points, ribbon->point_count);
  int count = path.count;
  if (count > 1 && fabsf(path.at[0].x - path.at[count - 1].x) < 1e-3f &&
      fabsf(path.at[0].y - path.at[count - 1].y) < 1e-3f)
    count = --path.count;
  PxBox bounds = {path.bounds.left - 1, path.bounds.top - 1, path.bounds.right + 1,
                  path.bounds.bottom + 1};
  if (count < 3 || !frame_sees(frame, bounds)) return;
  wind(&path);
  Rim rim;
  Ring ring;
  if (!take_rim(frame, count, &rim) || !make_ring(frame, &rim, count, &ring)) return;
  build_rim(path.at, count, ribbon->color, &rim);
  RibbonElement *room = frame_add(frame, LAYER_RIBBON, 3 * (count - 2) + 6 * count, bounds);
  if (!room) return;
  room += cut_ears(&ring, count, room);
  add_rim(&rim, count, room);
}
