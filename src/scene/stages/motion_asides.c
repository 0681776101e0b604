/* scene/stages/motion_asides.c -- where matrices and words are on their way: of two matrices that
** pass each other one steps to the left, one to the right. */
#include "scene/stages/motion_way.h"

#include <math.h>

#include "base/number.h"

static const float ASIDE_FROM = 0.1f, ASIDE_AFTER = 0.3f; /* of the way */

Box motion_union(Box a, Box b) {
  float x = fminf(a.x, b.x), y = fminf(a.y, b.y);
  return (Box){x, y, fmaxf(a.x + a.w, b.x + b.w) - x, fmaxf(a.y + a.h, b.y + b.h) - y};
}

static Box between(const DrawText *a, const DrawText *b, float s) {
  float x = float_lerp(a->at.x, b->at.x, s), y = float_lerp(a->at.y, b->at.y, s);
  float height = fmaxf(a->size_pt, b->size_pt);
  return (Box){x, y - height, fmaxf(a->width_pt, b->width_pt), height};
}

/* A matrix at a moment of its way, with the words that go with it. */
static Box room_of(const Way *way, int later, const int *carriers, float s) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  const int *twins = way->later.twins;
  Box room = motion_box(was[twins[later]].as.heatmap.box, is[later].as.heatmap.box, s);
  for (int i = 0; i < way->later.list->item_count; i++)
    if (is[i].kind == DRAW_TEXT && carriers[i] == later)
      room = motion_union(room, between(&was[twins[i]].as.text, &is[i].as.text, s));
  return room;
}

/* Whether one is above the other at first and below it in the end. */
static bool pass(const Way *way, int one, int other) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  float before =
      was[way->later.twins[one]].as.heatmap.box.y - was[way->later.twins[other]].as.heatmap.box.y;
  float after = is[one].as.heatmap.box.y - is[other].as.heatmap.box.y;
  return before * after < 0;
}

/* How much of its step aside a matrix has taken at a moment of its way. */
static float step_taken(float s) {
  float out = fminf(float_clamp(s / ASIDE_AFTER, 0, 1), float_clamp((1 - s) / ASIDE_AFTER, 0, 1));
  return stage_ease(out);
}

/* How far one may step to the left, or to the right, so that it never leaves the picture. */
static float room_aside(const Way *way, int later, const int *carriers, bool is_left) {
  const DrawList *list = way->scene->pen.list;
  Box picture = way->folds ? (Box){0, 0, list->width_pt, list->height_pt} : way->box;
  picture = box_inset(picture, stage_points(way->scene, 14));
  float room = list->width_pt;
  for (float s = ASIDE_FROM; s <= 1 - ASIDE_FROM + 0.01f; s += 0.1f) {
    Box box = room_of(way, later, carriers, s);
    float free = is_left ? box.x - picture.x : picture.x + picture.w - box.x - box.w;
    room = fminf(room, fmaxf(free, 0) / step_taken(s));
  }
  return room;
}

/* How far both have to step so that they never meet; 0: they do not meet. */
static float apart(const Way *way, int one, int other, const int *carriers) {
  const float gap = stage_points(way->scene, 14), step = 0.05f;
  float most = 0;
  for (float s = ASIDE_AFTER; s <= 1 - ASIDE_AFTER / 2; s += step) {
    Box a = room_of(way, one, carriers, s), b = room_of(way, other, carriers, s);
    Box common = box_common(a, b);
    if (common.w > 0 && common.h > 0) most = fmaxf(most, (a.x + a.w + gap - b.x) / step_taken(s));
  }
  return most;
}

/* Of two that pass each other one goes to the left, one to the right, half of it each if there is
** room. */
static void step_aside(Way *way, int one, int other, const int *carriers) {
  float both = apart(way, one, other, carriers);
  if (both <= 0) return;
  float left = room_aside(way, one, carriers, true);
  float right = fminf(both / 2, room_aside(way, other, carriers, false));
  left = fminf(both - right, left);
  way->asides[one] = -left;
  way->asides[other] = fminf(both - left, room_aside(way, other, carriers, false));
}

static bool may_step_aside(const Way *way, int i) {
  return way->later.list->items[i].kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS &&
         way->asides[i] == 0 && way->later.clips[i].w < 0 &&
         way->earlier.clips[way->later.twins[i]].w < 0;
}

void motion_asides_find(Way *way) {
  const int *carriers = way->bearers;
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++)
    for (int k = 0; may_step_aside(way, i) && k < i; k++)
      if (may_step_aside(way, k) && pass(way, i, k)) step_aside(way, i, k, carriers);
  for (int i = 0; i < later->item_count; i++)
    if (later->items[i].kind == DRAW_TEXT && carriers[i] >= 0)
      way->asides[i] = way->asides[carriers[i]];
}

/* To the side first, and up or down once it is there. */
Point motion_way_point(const Way *way, int later, Point from, Point to) {
  float s = way->s, aside = way->asides[later];
  if (aside == 0) return (Point){float_lerp(from.x, to.x, s), float_lerp(from.y, to.y, s)};
  float along = float_clamp((s - 0.2f) / 0.6f, 0, 1);
  return (Point){float_lerp(from.x, to.x, s) + aside * step_taken(s),
                 float_lerp(from.y, to.y, along)};
}

Box motion_way_box(const Way *way, int later) {
  const DrawItem *was = &way->earlier.list->items[way->later.twins[later]];
  Box from = was->as.heatmap.box, to = way->later.list->items[later].as.heatmap.box;
  Box box = motion_box(from, to, way->s);
  Point middle = motion_way_point(way, later, (Point){from.x + from.w / 2, from.y + from.h / 2},
                                  (Point){to.x + to.w / 2, to.y + to.h / 2});
  return (Box){middle.x - box.w / 2, middle.y - box.h / 2, box.w, box.h};
}

/* -- in rooms ---------------------------------------------------------------------------------- */

Box motion_beside(Box from, Box to, float t, bool is_first) {
  const float waits = is_first ? 0 : 0.07f, across_takes = 0.1f, down_waits = 0.05f;
  float starts = MOTION_WORDS_GONE + waits;
  Box across = motion_box(from, to, motion_part(t, starts, starts + across_takes));
  Box down = motion_box(from, to, motion_part(t, starts + down_waits, MOTION_BESIDE));
  return (Box){across.x, down.y, across.w, down.h};
}

void motion_beside_name(const Scene *scene, TracePart part, Box box, float t) {
  const Pen *pen = &scene->pen;
  const char *symbol = stage_part_symbol(part);
  float seen = fminf(motion_part(t, MOTION_WORDS_GONE - 0.02f, MOTION_WORDS_GONE),
                     1 - motion_part(t, MOTION_BESIDE, MOTION_BESIDE + 0.04f));
  Color color = color_fade(scene_part_color(pen->theme, part), seen);
  TextStyle style = {FACE_BOLD, stage_name_size(scene), color, ALIGN_START};
  if (symbol && seen > 0)
    pen_symbol(pen, style, (Point){box.x, box.y - stage_points(scene, 8)}, str_from(symbol));
}
