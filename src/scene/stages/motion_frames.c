/* scene/stages/motion_frames.c -- frames of rows and cells, which go with their matrix. */
#include "scene/stages/motion_way.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const float FRAME_AROUND = 10; /* points around the matrix within which it is marked */

static bool is_frame(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  return item->kind == DRAW_BOX && picture->fates[i] == FATE_FADES && item->as.box.fill.a == 0;
}

static bool is_around(Box matrix, Box frame) {
  Box common = box_common(box_inset(matrix, -FRAME_AROUND), frame);
  return common.w >= frame.w - 0.01f && common.h >= frame.h - 0.01f;
}

static bool is_near(Box a, Box b) {
  const float near = FRAME_AROUND;
  return fabsf(a.x - b.x) < near && fabsf(a.y - b.y) < near &&
         fabsf(a.x + a.w - b.x - b.w) < near && fabsf(a.y + a.h - b.y - b.h) < near;
}

/* The frame of the same cells in the earlier picture; −1: there is none. One of another colour is
** the second choice: what is chosen before may belong to the chosen number after. */
static int frame_before(const Way *way, int matrix, const DrawBox *frame) {
  Box to = way->later.list->items[matrix].as.heatmap.box;
  Box from = way->earlier.list->items[way->later.twins[matrix]].as.heatmap.box;
  int other = -1;
  for (int k = 0; k < way->earlier.list->item_count; k++) {
    if (!is_frame(&way->earlier, k)) continue;
    const DrawBox *was = &way->earlier.list->items[k].as.box;
    if (!is_around(from, was->box) || !is_near(motion_carried_box(was->box, from, to), frame->box))
      continue;
    if (memcmp(&was->stroke, &frame->stroke, sizeof was->stroke) == 0) return k;
    if (other < 0 && was->stroke_width >= frame->stroke_width) other = k;
  }
  return other;
}

/* What frames the same cells of a matrix that travels goes with them. */
void motion_frames_find(Way *way) {
  const DrawList *later = way->later.list;
  for (int matrix = 0; matrix < later->item_count; matrix++) {
    if (later->items[matrix].kind != DRAW_HEATMAP || way->later.fates[matrix] != FATE_TRAVELS)
      continue;
    for (int i = 0; i < later->item_count; i++) {
      if (!is_frame(&way->later, i) ||
          !is_around(later->items[matrix].as.heatmap.box, later->items[i].as.box.box))
        continue;
      int before = frame_before(way, matrix, &later->items[i].as.box);
      if (before < 0) continue;
      motion_join(way, before, i, FATE_TRAVELS);
      way->bearers[i] = matrix;
    }
  }
}

bool motion_marks_traveller(const Way *way, int later) {
  const DrawItem *items = way->later.list->items;
  if (!is_frame(&way->later, later)) return false;
  for (int i = 0; i < way->later.list->item_count; i++)
    if (items[i].kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS &&
        is_around(items[i].as.heatmap.box, items[later].as.box.box))
      return true;
  return false;
}

Box motion_way_frame(const Way *way, int later) {
  int matrix = way->bearers[later];
  assert(matrix >= 0);
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  Box now = motion_way_box(way, matrix);
  Box from = motion_carried_box(was[way->later.twins[later]].as.box.box,
                                was[way->later.twins[matrix]].as.heatmap.box, now);
  Box to = motion_carried_box(is[later].as.box.box, is[matrix].as.heatmap.box, now);
  return motion_box(from, to, way->s);
}
