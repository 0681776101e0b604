/* scene/stages/motion_carried.c -- what goes with a matrix out of the overview: its frame, the mark
** of its chosen row, its name and its colour bar. Frames, marks and names keep their distance from
** the cells they are of, however large these grow. A name or a bar that would lie
** over another text, over another matrix or outside is not seen meanwhile.
*/
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"

/* Items from first to end, in a named group of the list. */
typedef struct Group {
  int first, end;
} Group;

/* Where the group ends that begins at an item. */
static int end_of(const DrawList *list, int begin) {
  int depth = 0;
  for (int i = begin; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_GROUP) continue;
    depth += list->items[i].as.group.name ? 1 : -1;
    if (depth == 0) return i;
  }
  return list->item_count;
}

/* The innermost group around an item; empty: there is none. */
static Group group_around(const DrawList *list, int item) {
  for (int i = item - 1; i >= 0; i--) {
    if (list->items[i].kind != DRAW_GROUP || !list->items[i].as.group.name) continue;
    int end = end_of(list, i);
    if (end > item) return (Group){i + 1, end};
  }
  return (Group){item, item};
}

static bool is_bar(const DrawList *list, Group group) {
  const DrawItem *begin = &list->items[group.first - 1];
  return strcmp(begin->as.group.name, "colour-bar") == 0;
}

static bool holds(Box outer, Box inner) {
  Box common = box_common(outer, inner);
  return common.w >= inner.w - 0.01f && common.h >= inner.h - 0.01f;
}

/* The mark of a row is drawn apart from its matrix. */
static bool is_mark_of(const DrawItem *item, Box matrix) {
  const float around = 14;
  return item->kind == DRAW_BOX && holds(box_inset(matrix, -around), item->as.box.box);
}

/* While it turns, a matrix has no rectangle that a box could frame. */
static bool is_turned(const Way *way, int later) {
  const DrawHeatmap *was = &way->earlier.list->items[way->later.twins[later]].as.heatmap;
  return was->transposed != way->later.list->items[later].as.heatmap.transposed;
}

static void find_of(Way *way, int later) {
  const DrawList *list = way->earlier.list;
  int matrix = way->later.twins[later];
  Group group = group_around(list, matrix);
  for (int i = 0; i < list->item_count; i++) {
    Fate fate = way->earlier.fates[i];
    bool is_inside = i >= group.first && i < group.end && list->items[i].kind != DRAW_GROUP;
    if (fate != FATE_FADES && !(is_inside && fate == FATE_BAR)) continue;
    bool is_box = list->items[i].kind == DRAW_BOX;
    if (is_box ? is_turned(way, later) ||
                     !is_mark_of(&list->items[i], list->items[matrix].as.heatmap.box)
               : !is_inside)
      continue;
    way->carriers[i] = later;
    way->earlier.fates[i] = FATE_CARRIED;
  }
}

void motion_carried_find(Way *way) {
  const DrawList *later = way->later.list;
  for (int i = 0; way->folds && i < later->item_count; i++)
    if (later->items[i].kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS)
      find_of(way, i);
}

static Box box_before(const Way *way, int later) {
  return way->earlier.list->items[way->later.twins[later]].as.heatmap.box;
}

/* Where an edge of a box goes: with the line between cells next to it, from which it keeps its
** distance. A line is at from + i · length / count. */
static float carried_edge(float edge, Box from, Box to, int count, bool is_down) {
  float start = is_down ? from.y : from.x, length = is_down ? from.h : from.w;
  float now = is_down ? to.y : to.x, grown = is_down ? to.h : to.w;
  float share = length > 0 ? roundf((edge - start) / length * (float)count) / (float)count : 0;
  share = float_clamp(share, 0, 1);
  return now + share * grown + edge - (start + share * length);
}

/* A frame around cells keeps its distance from them, however large these grow. */
static Box carried_frame(Box box, const DrawHeatmap *was, Box to) {
  int rows = was->transposed ? was->values.cols : was->values.rows;
  int cols = was->transposed ? was->values.rows : was->values.cols;
  float x = carried_edge(box.x, was->box, to, cols, false);
  float y = carried_edge(box.y, was->box, to, rows, true);
  return (Box){x, y, carried_edge(box.x + box.w, was->box, to, cols, false) - x,
               carried_edge(box.y + box.h, was->box, to, rows, true) - y};
}

/* How far what is above or below the middle of a matrix has gone. */
static Point carried_by(float y, Box from, Box to) {
  bool is_above = y < from.y + from.h / 2;
  return (Point){to.x + to.w / 2 - from.x - from.w / 2,
                 is_above ? to.y - from.y : to.y + to.h - from.y - from.h};
}

static bool meets_matrix(const Way *way, int own, Box ink) {
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (i == own || way->later.list->items[i].kind != DRAW_HEATMAP ||
        way->later.fates[i] != FATE_TRAVELS)
      continue;
    Box common = box_common(box_inset(motion_way_box(way, i), -4), ink);
    if (common.w > 0 && common.h > 0) return true;
  }
  return false;
}

static Box ink_of(const DrawItem *item) {
  const DrawText *text = &item->as.text;
  if (item->kind == DRAW_HEATMAP) return item->as.heatmap.box;
  return (Box){text->at.x, text->at.y - text->size_pt, text->width_pt, text->size_pt * 1.3f};
}

static bool has_room(const Way *way, int later, const DrawItem *item, Point by, int first) {
  const DrawList *list = way->scene->pen.list;
  Box ink = ink_of(item);
  ink.x += by.x, ink.y += by.y;
  return !motion_meets_text(list, first, ink) && !motion_leaves_picture(list, ink) &&
         !meets_matrix(way, later, ink);
}

/* A bar is seen as a whole, or not. */
static bool bar_has_room(const Way *way, int later, Group bar, Point by, int first) {
  for (int i = bar.first; i < bar.end; i++)
    if (!has_room(way, later, &way->earlier.list->items[i], by, first)) return false;
  return true;
}

static void put_bar(const Way *way, int later, Group bar, int first) {
  const DrawItem *items = way->earlier.list->items;
  Box from = box_before(way, later), colors = items[bar.first].as.heatmap.box;
  Point by = carried_by(colors.y, from, motion_way_box(way, later));
  if (!bar_has_room(way, later, bar, by, first)) return;
  for (int i = bar.first; i < bar.end; i++) {
    DrawItem moved = items[i];
    if (moved.kind == DRAW_TEXT) {
      moved.as.text.at = (Point){moved.as.text.at.x + by.x, moved.as.text.at.y + by.y};
      draw_text(way->scene->pen.list, moved.as.text);
    } else if (moved.kind == DRAW_HEATMAP) {
      moved.as.heatmap.box.x += by.x, moved.as.heatmap.box.y += by.y;
      motion_faded(way->scene, &moved.as.heatmap, way->carried);
    }
  }
}

static void put_name(const Way *way, int later, const DrawItem *item, int first) {
  Point by = carried_by(item->as.text.at.y, box_before(way, later), motion_way_box(way, later));
  DrawText text = item->as.text;
  text.at = (Point){text.at.x + by.x, text.at.y + by.y};
  if (has_room(way, later, item, by, first)) draw_text(way->scene->pen.list, text);
}

/* They go when the frames of the stage come. Outlines lie over the cells, filled
** boxes under them. */
static void put_boxes(const Way *way, int later, bool over) {
  DrawList *list = way->scene->pen.list;
  const DrawHeatmap *was = &way->earlier.list->items[way->later.twins[later]].as.heatmap;
  Box now = motion_way_box(way, later);
  float opacity = list->opacity;
  list->opacity = opacity * way->marks;
  for (int i = 0; i < way->earlier.list->item_count; i++) {
    DrawBox box = way->earlier.list->items[i].as.box;
    if (way->carriers[i] != later || way->earlier.list->items[i].kind != DRAW_BOX ||
        (box.fill.a == 0) != over)
      continue;
    box.box = carried_frame(box.box, was, now);
    draw_box(list, box);
  }
  list->opacity = opacity;
}

void motion_carried_under(const Way *way, int later) {
  if (way->folds && way->marks > 0) put_boxes(way, later, false);
}

void motion_carried_over(const Way *way, int later, int first) {
  DrawList *list = way->scene->pen.list;
  const DrawList *earlier = way->earlier.list;
  float opacity = list->opacity;
  if (way->folds && way->marks > 0) put_boxes(way, later, true);
  if (!way->folds || way->carried <= 0) return;
  list->opacity = opacity * way->carried;
  for (int i = 0; i < earlier->item_count; i++) {
    const DrawItem *item = &earlier->items[i];
    if (way->carriers[i] != later || item->kind == DRAW_BOX) continue;
    Group group = group_around(earlier, i);
    bool begins_bar = item->kind == DRAW_HEATMAP && is_bar(earlier, group);
    if (begins_bar) put_bar(way, later, group, first), i = group.end;
    else if (item->kind == DRAW_TEXT) put_name(way, later, item, first);
  }
  list->opacity = opacity;
}
