/* scene/stages/motion_digits.c -- numbers on their way: which of them go with their cells, and
** where they are. */
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
  int row, col;
  stage_focus(way->scene, &row, &col);
  int before = -1; /* the number before in the same picture */
  for (int i = to + 1; i < later->item_count && later->items[i].kind != DRAW_HEATMAP; i++) {
    if (way->later.fates[i] != FATE_RIDES) continue;
    int cell = cell_of(&later->items[i].as.text, b), k = cells[cell];
    bool is_second = before == i - 1 && cell_of(&later->items[before].as.text, b) == cell;
    if (k >= 0 && is_second && way->later.twins[before] < 0)
      way->formers[before] = k, way->risers[k] = true;
    else if (k >= 0 && way->step && cell / b->values.cols == row) way->lifts[k] = true;
    before = i;
    if (k >= 0 && !is_second && way->earlier.twins[k] < 0 &&
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

DrawText motion_carried_text(const DrawText *text, Box from, Box to) {
  DrawText out = *text;
  float across = from.w > 0 ? to.w / from.w : 1, down = from.h > 0 ? to.h / from.h : 1;
  float carried = text->size_pt * fminf(across, down);
  float size = carried == text->size_pt ? 1 : motion_stepped(carried) / text->size_pt;
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.35f};
  middle = (Point){to.x + (middle.x - from.x) * across, to.y + (middle.y - from.y) * down};
  out.size_pt *= size;
  out.width_pt *= size;
  out.at = (Point){middle.x - out.width_pt / 2, middle.y + out.size_pt * 0.35f};
  return out;
}

const DrawText **motion_numbers(const DrawList *list, const DrawHeatmap *cells) {
  int count = cells->values.rows * cells->values.cols, i = 0;
  const DrawText **numbers = arena_take(list->arena, (size_t)count + 1, sizeof *numbers);
  if (!numbers) return NULL;
  for (int cell = 0; cell < count; cell++) numbers[cell] = NULL;
  while (i < list->item_count && &list->items[i].as.heatmap != cells) i++;
  for (i++; i < list->item_count && list->items[i].kind != DRAW_HEATMAP; i++)
    if (list->items[i].kind == DRAW_TEXT && is_within(&list->items[i].as.text, cells->box))
      numbers[cell_of(&list->items[i].as.text, cells)] = &list->items[i].as.text;
  return numbers;
}

/* A matrix on its way with what its digits stand in: before, after, and now. */
typedef struct Ride {
  const Way *way;
  const DrawItem *earlier, *later;
  Box was, is, now;
  int rows, cols;
  float cell, cell_h; /* now the size of one */
  bool has_next;      /* the later picture has numbers in it */
} Ride;

/* Of the change of numbers: the former ones go, then the next come, so that no two lie over each
** other. */
static const float FORMER_GONE = 0.4f, NEXT_COME = 0.5f, CHANGE_TAKES = 0.2f;

static float former_seen(const Way *way) {
  return float_clamp((FORMER_GONE - way->mix) / CHANGE_TAKES, 0, 1);
}

/* Out of the overview, which has told them, they come as soon as they can be read. */
static float next_seen(const Ride *ride, const DrawText *text) {
  const float readable = 8, clear = 10;
  if (ride->way->folds)
    return float_clamp((text->size_pt - readable) / (clear - readable), ride->way->in, 1);
  return float_clamp((ride->way->mix - NEXT_COME) / CHANGE_TAKES, 0, 1);
}

static void put_text(const Ride *ride, const DrawText *text, float alpha) {
  DrawList *list = ride->way->scene->pen.list;
  float opacity = list->opacity;
  list->opacity = opacity * alpha;
  if (alpha > 0) draw_text(list, *text);
  list->opacity = opacity;
}

/* A number goes from its place in its cell to that in the next picture. */
static DrawText moved(const Ride *ride, int earlier, int later, float s) {
  DrawText from = motion_carried_text(&ride->earlier[earlier].as.text, ride->was, ride->now);
  DrawText to = motion_carried_text(&ride->later[later].as.text, ride->is, ride->now);
  DrawText out = s < 1 ? from : to;
  float size = motion_size(from.size_pt, to.size_pt, s);
  float middle = float_lerp(from.at.x + from.width_pt / 2, to.at.x + to.width_pt / 2, s);
  out.width_pt *= size / out.size_pt;
  out.size_pt = size;
  out.at = (Point){middle - out.width_pt / 2, float_lerp(from.at.y, to.at.y, s)};
  return out;
}

/* In a cell that has no room for both, the number makes room for what is done to it. */
static DrawText lifted(const Ride *ride, int i, float s) {
  const float smaller = 0.74f, up = 0.25f; /* of the size, and of the cell */
  DrawText out = motion_carried_text(&ride->earlier[i].as.text, ride->was, ride->now);
  float size = float_lerp(1, smaller, s), middle = out.at.x + out.width_pt / 2;
  float y = out.at.y - out.size_pt * TEXT_CAP_HEIGHT / 2 - up * s * ride->cell_h;
  out.size_pt *= size;
  out.width_pt *= size;
  out.at = (Point){middle - out.width_pt / 2, y + out.size_pt * TEXT_CAP_HEIGHT / 2};
  return out;
}

/* What is done to it, in the place of the number that comes of it. */
static void put_step(const Ride *ride, int former, DrawText step) {
  const Way *way = ride->way;
  const float least = 8, of_cell = 0.9f;
  const TextMetrics *metrics = way->scene->pen.metrics;
  float alpha = fminf(motion_part(way->rises, 0.8f, 1), former_seen(way));
  float middle = step.at.x + step.width_pt / 2;
  step.text = str_from(way->step);
  step.width_pt = metrics->width_pt(metrics->self, step.face, step.size_pt, step.text);
  float smaller = fminf(1, ride->cell * of_cell / step.width_pt);
  step.size_pt *= smaller;
  step.width_pt *= smaller;
  step.at.x = middle - step.width_pt / 2;
  step.color = ride->earlier[former].as.text.color;
  if (step.size_pt >= least) put_text(ride, &step, alpha);
}

/* A second number that its cell had above the one that goes on, and not any more: it leaves the
** place that the other one comes to. */
static bool gives_way(const Ride *ride, int i) {
  const Way *way = ride->way;
  if (way->earlier.twins[i] >= 0 || i + 1 >= way->earlier.list->item_count) return false;
  const DrawHeatmap cells = {.box = ride->was, .values = {0, ride->rows, ride->cols, 0}};
  return way->earlier.fates[i + 1] == FATE_RIDES && way->earlier.twins[i + 1] >= 0 &&
         cell_of(&ride->earlier[i].as.text, &cells) ==
             cell_of(&ride->earlier[i + 1].as.text, &cells);
}

/* Whether a number of the earlier picture goes to another place in its cell. */
static bool rises(const Way *way, int earlier) { return way->rises > 0 && way->risers[earlier]; }

/* Whether the cell has room for both lines, and these can be read. */
static bool can_lift(const Ride *ride, int i) {
  const float least = 8, lines = 2.2f;
  float size = lifted(ride, i, 1).size_pt;
  return size >= least && size * lines <= ride->cell_h;
}

static void put_lifted(const Ride *ride, int i) {
  DrawText number = lifted(ride, i, ride->way->rises), step = lifted(ride, i, 1);
  put_text(ride, &number, former_seen(ride->way));
  step.at.y += 0.5f * ride->cell_h;
  put_step(ride, i, step);
}

/* Numbers that get none in their place stay as long as they can be read. */
static float still_read(const DrawText *text, float own) {
  const float least = 8, of_own = 0.4f, takes = 0.2f;
  float readable = fmaxf(least, of_own * own), clear = readable * (1 + takes);
  return float_clamp((text->size_pt - readable) / (clear - readable), 0, 1);
}

static void put_former(const Ride *ride, int i) {
  const Way *way = ride->way;
  if (way->earlier.fates[i] != FATE_RIDES || rises(way, i)) return;
  if (way->lifts[i] && way->rises > 0 && can_lift(ride, i)) {
    put_lifted(ride, i);
    return;
  }
  DrawText text = motion_carried_text(&ride->earlier[i].as.text, ride->was, ride->now);
  if (way->earlier.twins[i] >= 0) return; /* put_next draws it */
  float alpha = gives_way(ride, i) ? way->out : former_seen(way);
  if (!ride->has_next && way->mix == way->s)
    alpha = still_read(&text, ride->earlier[i].as.text.size_pt);
  put_text(ride, &text, alpha);
}

static void put_next(const Ride *ride, int i) {
  const Way *way = ride->way;
  if (way->later.fates[i] != FATE_RIDES) return;
  if (way->formers[i] >= 0) {
    DrawText text = moved(ride, way->formers[i], i, way->rises);
    if (way->rises > 0) put_text(ride, &text, 1);
    return;
  }
  DrawText text = motion_carried_text(&ride->later[i].as.text, ride->is, ride->now);
  if (way->later.twins[i] >= 0) text = moved(ride, way->later.twins[i], i, way->s);
  put_text(ride, &text, way->later.twins[i] >= 0 ? 1 : next_seen(ride, &text));
  if (way->step && i > 0 && way->formers[i - 1] >= 0) put_step(ride, way->formers[i - 1], text);
}

void motion_digits_put(const Way *way, int from, int to) {
  const DrawItem *earlier = way->earlier.list->items, *later = way->later.list->items;
  const DrawHeatmap *cells = &later[to].as.heatmap;
  int cols = cells->transposed ? cells->values.rows : cells->values.cols;
  int rows = cells->transposed ? cells->values.cols : cells->values.rows;
  Box now = motion_way_box(way, to);
  Ride ride = {.way = way,
               .earlier = earlier,
               .later = later,
               .was = earlier[from].as.heatmap.box,
               .is = later[to].as.heatmap.box,
               .now = now,
               .rows = rows,
               .cols = cols,
               .cell = now.w / (float)cols,
               .cell_h = now.h / (float)rows};
  for (int i = to + 1; i < way->later.list->item_count && later[i].kind != DRAW_HEATMAP; i++)
    ride.has_next = ride.has_next || way->later.fates[i] == FATE_RIDES;
  for (int i = from + 1; i < way->earlier.list->item_count && earlier[i].kind != DRAW_HEATMAP; i++)
    put_former(&ride, i);
  for (int i = to + 1; i < way->later.list->item_count && later[i].kind != DRAW_HEATMAP; i++)
    put_next(&ride, i);
}
