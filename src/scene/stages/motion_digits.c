/* scene/stages/motion_digits.c -- numbers on their way: which of them go with their cells, and where
** they are. */
#include "scene/stages/motion_way.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* -- which go ---------------------------------------------------------------------------------- */

static bool is_within(const DrawText *text, Box box) {
  float x = text->at.x + text->width_pt / 2, y = text->at.y - text->size_pt * 0.3f;
  return text->angle_deg == 0 && x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
}

static Box swept(const Way *way, int later) {
  const DrawItem *from = &way->earlier.list->items[way->later.twins[later]];
  return motion_union(from->as.heatmap.box, way->later.list->items[later].as.heatmap.box);
}

/* Whether digits may ride: the matrix stays in place, or nothing with words is on its way. */
static bool is_free(const Way *way, int later) {
  const DrawList *list = way->later.list;
  const DrawHeatmap *to = &list->items[later].as.heatmap;
  const DrawHeatmap *from = &way->earlier.list->items[way->later.twins[later]].as.heatmap;
  if (from->transposed != to->transposed) return false;
  if (memcmp(&from->box, &to->box, sizeof(Box)) == 0) return true;
  Box whole = swept(way, later);
  for (int i = 0; i < list->item_count; i++) {
    Fate fate = way->later.fates[i];
    if (i != later && fate == FATE_TRAVELS) {
      Box common = box_common(whole, swept(way, i));
      if (common.w > 0 && common.h > 0) return false;
    }
    if (list->items[i].kind == DRAW_TEXT && fate == FATE_STAYS &&
        is_within(&list->items[i].as.text, box_inset(whole, -12)))
      return false;
  }
  return true;
}

/* Digits are drawn right after the cells they stand in. */
static int find_digits(Picture *picture, int heatmap, bool rides) {
  Box box = picture->list->items[heatmap].as.heatmap.box;
  int i = heatmap + 1;
  for (; i < picture->list->item_count && picture->list->items[i].kind != DRAW_HEATMAP; i++)
    if (rides && picture->list->items[i].kind == DRAW_TEXT && picture->fates[i] == FATE_FADES &&
        is_within(&picture->list->items[i].as.text, box))
      picture->fates[i] = FATE_RIDES;
  return i;
}

static int cell_of(const DrawText *text, const DrawHeatmap *heatmap) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  Box box = heatmap->box;
  float x = text->at.x + text->width_pt / 2, y = text->at.y - text->size_pt * 0.3f;
  int row = int_clamp((int)((y - box.y) / box.h * (float)rows), 0, rows - 1);
  int col = int_clamp((int)((x - box.x) / box.w * (float)cols), 0, cols - 1);
  return row * cols + col;
}

/* A few that stay among many that change fade as those do. */
static void part_digits(Way *way, int to) {
  const DrawList *later = way->later.list;
  int riding = 0, staying = 0, end = to + 1;
  for (; end < later->item_count && later->items[end].kind != DRAW_HEATMAP; end++) {
    if (way->later.fates[end] != FATE_RIDES) continue;
    riding++;
    staying += way->later.twins[end] >= 0;
  }
  for (int i = to + 1; 2 * staying < riding && i < end; i++) {
    int twin = way->later.twins[i];
    if (way->later.fates[i] != FATE_RIDES || twin < 0) continue;
    way->later.twins[i] = way->earlier.twins[twin] = -1;
  }
}

/* The same number in the same cell is one digit on its way. */
static void join_digits(Way *way, int from, int to) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  const DrawHeatmap *a = &earlier->items[from].as.heatmap, *b = &later->items[to].as.heatmap;
  int count = a->values.rows * a->values.cols;
  int *cells = arena_take(way->scene->pen.list->arena, (size_t)count + 1, sizeof *cells);
  if (!cells) return;
  for (int i = 0; i < count; i++) cells[i] = -1;
  for (int i = from + 1; i < earlier->item_count && earlier->items[i].kind != DRAW_HEATMAP; i++)
    if (way->earlier.fates[i] == FATE_RIDES) cells[cell_of(&earlier->items[i].as.text, a)] = i;
  for (int i = to + 1; i < later->item_count && later->items[i].kind != DRAW_HEATMAP; i++) {
    if (way->later.fates[i] != FATE_RIDES) continue;
    int k = cells[cell_of(&later->items[i].as.text, b)];
    if (k >= 0 && way->earlier.twins[k] < 0 &&
        str_equal(earlier->items[k].as.text.text, later->items[i].as.text.text))
      motion_join(way, k, i, FATE_RIDES);
  }
  part_digits(way, to);
}

void motion_digits_find(Way *way) {
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    if (later->items[i].kind != DRAW_HEATMAP || way->later.fates[i] != FATE_TRAVELS) continue;
    if (!is_free(way, i)) continue;
    find_digits(&way->earlier, way->later.twins[i], true);
    find_digits(&way->later, i, true);
    join_digits(way, way->later.twins[i], i);
  }
}

/* -- where they are ---------------------------------------------------------------------------- */

/* The box of one matrix becomes that of the other; text keeps its place in it. */
static DrawText carried(const DrawText *text, Box from, Box to) {
  DrawText out = *text;
  float across = from.w > 0 ? to.w / from.w : 1, down = from.h > 0 ? to.h / from.h : 1;
  float size = fminf(across, down);
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.35f};
  middle = (Point){to.x + (middle.x - from.x) * across, to.y + (middle.y - from.y) * down};
  out.size_pt *= size;
  out.width_pt *= size;
  out.at = (Point){middle.x - out.width_pt / 2, middle.y + out.size_pt * 0.35f};
  return out;
}

void motion_digits_put(const Way *way, int from, int to) {
  const DrawItem *earlier = way->earlier.list->items, *later = way->later.list->items;
  DrawList *list = way->scene->pen.list;
  Box a = earlier[from].as.heatmap.box, b = later[to].as.heatmap.box, now = motion_way_box(way, to);
  float opacity = list->opacity, was = fmaxf(1 - 2 * way->s, 0);
  float will = way->in; /* not before the panel tells them */
  for (int i = from + 1; i < way->earlier.list->item_count && earlier[i].kind != DRAW_HEATMAP; i++)
    if (way->earlier.fates[i] == FATE_RIDES) {
      bool goes_on = way->earlier.twins[i] >= 0;
      list->opacity = opacity * (!goes_on ? was : way->s < 0.5f ? 1 : 0);
      if (list->opacity > 0) draw_text(list, carried(&earlier[i].as.text, a, now));
    }
  for (int i = to + 1; i < way->later.list->item_count && later[i].kind != DRAW_HEATMAP; i++)
    if (way->later.fates[i] == FATE_RIDES) {
      bool goes_on = way->later.twins[i] >= 0;
      list->opacity = opacity * (!goes_on ? will : way->s < 0.5f ? 0 : 1);
      if (list->opacity > 0) draw_text(list, carried(&later[i].as.text, b, now));
    }
  list->opacity = opacity;
}
