/* scene/draw_list.c -- appending to a draw list. */
#include "scene/draw_list.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

enum { FIRST_CAPACITY = 256 };

static const Box NO_CLIP = {0, 0, -1, -1};

/* Doubling leaves the smaller arrays on the arena, together less than the last. A failed list
** accepts nothing more, so it never shows half a picture. */
static bool grow(DrawList *list, void **array, int count, int *capacity, size_t size) {
  if (list->failed) return false;
  if (count < *capacity) return true;
  int wanted = *capacity ? *capacity * 2 : FIRST_CAPACITY;
  void *bigger = arena_take_unset(list->arena, (size_t)wanted, size);
  if (!bigger) return !(list->failed = true);
  if (count > 0) memcpy(bigger, *array, (size_t)count * size);
  *array = bigger;
  *capacity = wanted;
  return true;
}

static DrawItem *append(DrawList *list, DrawKind kind) {
  void *items = list->items;
  if (!grow(list, &items, list->item_count, &list->item_capacity, sizeof(DrawItem))) return NULL;
  list->items = items;
  DrawItem *item = &list->items[list->item_count++];
  *item = (DrawItem){.kind = kind, .at_scroll_edge = list->at_scroll_edge};
  return item;
}

/* Opacity is applied here, so backends need not know it. */
static Color apply_opacity(const DrawList *list, Color color) {
  return color_fade(color, list->opacity);
}

static const char *copy_words(DrawList *list, const char *words) {
  if (!words || !words[0]) return NULL;
  const char *copy = str_copy(list->arena, str_from(words));
  if (!copy) list->failed = true;
  return copy;
}

static Point *copy_points(DrawList *list, const Point *points, int point_count) {
  Point *copy = arena_take_unset(list->arena, (size_t)point_count, sizeof *copy);
  if (!copy) list->failed = true;
  else memcpy(copy, points, (size_t)point_count * sizeof *copy);
  return copy;
}

static Box cut_by_clip(Box box, Box clip) { return clip.w < 0 ? box : box_common(box, clip); }

DrawList draw_list_make(Arena *arena, float width_pt, float height_pt) {
  return (DrawList){.arena = arena,
                    .opacity = 1,
                    .clip = NO_CLIP,
                    .background = COLOR_NONE,
                    .width_pt = width_pt,
                    .height_pt = height_pt};
}

void draw_box(DrawList *list, DrawBox box) {
  DrawItem *item = append(list, DRAW_BOX);
  if (!item) return;
  box.fill = apply_opacity(list, box.fill);
  box.stroke = apply_opacity(list, box.stroke);
  item->as.box = box;
}

void draw_text(DrawList *list, DrawText text) {
  if (text.text.bytes == 0) return;
  const char *copy = str_copy(list->arena, text.text);
  if (!copy) list->failed = true;
  DrawItem *item = append(list, DRAW_TEXT);
  if (!item) return;
  text.text.at = copy;
  text.color = apply_opacity(list, text.color);
  item->as.text = text;
}

static int clamp_cell(float cell, int count) { return (int)float_clamp(cell, 0, (float)count); }

/* Only cells within the clip are drawn: a zoomed matrix of 1,024 × 1,024 would otherwise be a
** million cells for every backend. */
static DrawCells cells_within(const DrawHeatmap *heatmap, Box clip) {
  int rows = heatmap->values.rows, cols = heatmap->values.cols;
  DrawCells seen = {0, rows, 0, cols};
  if (heatmap->transposed) seen = (DrawCells){0, cols, 0, rows};
  Box box = heatmap->box;
  if (clip.w < 0 || box.w <= 0 || box.h <= 0) return seen;
  float across = (float)seen.end_col / box.w, down = (float)seen.end_row / box.h;
  seen.first_col = clamp_cell(floorf((clip.x - box.x) * across), seen.end_col);
  seen.first_row = clamp_cell(floorf((clip.y - box.y) * down), seen.end_row);
  seen.end_col = clamp_cell(ceilf((clip.x + clip.w - box.x) * across), seen.end_col);
  seen.end_row = clamp_cell(ceilf((clip.y + clip.h - box.y) * down), seen.end_row);
  return seen;
}

void draw_heatmap(DrawList *list, DrawHeatmap heatmap) {
  if (heatmap.values.rows <= 0 || heatmap.values.cols <= 0) return;
  assert(!heatmap.mask.hidden ||
         (heatmap.mask.rows == heatmap.values.rows && heatmap.mask.cols == heatmap.values.cols));
  assert(!heatmap.kept.at || (heatmap.kept.rows == heatmap.values.rows && heatmap.kept.cols == 2));
  heatmap.seen = cells_within(&heatmap, list->clip);
  DrawItem *item = append(list, DRAW_HEATMAP);
  if (item) item->as.heatmap = heatmap;
}

void draw_curve(DrawList *list, const Point *points, int point_count, float width, Color color) {
  assert(point_count >= 4 && (point_count - 1) % 3 == 0);
  const Point *copy = copy_points(list, points, point_count);
  DrawItem *item = append(list, DRAW_CURVE);
  if (item) item->as.curve = (DrawCurve){copy, point_count, width, apply_opacity(list, color)};
}

void draw_ribbon(DrawList *list, const Point *points, int point_count, Color color) {
  assert(point_count >= 4 && (point_count - 1) % 3 == 0);
  const Point away = {points[0].x + 1, points[0].y};
  draw_gradient_ribbon(list, points, point_count, (DrawGradient){points[0], away, color, color});
}

void draw_gradient_ribbon(DrawList *list, const Point *points, int point_count,
                          DrawGradient gradient) {
  assert(point_count >= 4 && (point_count - 1) % 3 == 0);
  assert(gradient.begin.x != gradient.end.x || gradient.begin.y != gradient.end.y);
  const Point *copy = copy_points(list, points, point_count);
  gradient.from = apply_opacity(list, gradient.from);
  gradient.to = apply_opacity(list, gradient.to);
  DrawItem *item = append(list, DRAW_RIBBON);
  if (item) item->as.ribbon = (DrawRibbon){copy, point_count, gradient};
}

bool draw_gradient_is_flat(const DrawGradient *gradient) {
  const Color a = gradient->from, b = gradient->to;
  return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* A straight line is a curve with its control points on the line, so no further
** kind of item is needed. */
void draw_line(DrawList *list, Point from, Point to, float width, Color color) {
  Point third = {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3};
  Point two_thirds = {from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3};
  draw_curve(list, (Point[]){from, third, two_thirds, to}, 4, width, color);
}

/* A new clip replaces the old one; callers that nest clips pass the intersection. */
void draw_clip(DrawList *list, Box box) {
  list->clip = box;
  DrawItem *item = append(list, DRAW_CLIP);
  if (item) item->as.clip = box;
}

void draw_clip_end(DrawList *list) { draw_clip(list, NO_CLIP); }

void draw_group_begin(DrawList *list, const char *name, const char *title) {
  assert(name[0] && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(name));
  DrawGroup group = {copy_words(list, name), copy_words(list, title)};
  DrawItem *item = append(list, DRAW_GROUP);
  list->group_depth++;
  if (item) item->as.group = group;
}

void draw_group_end(DrawList *list) {
  assert(list->group_depth > 0);
  list->group_depth--;
  append(list, DRAW_GROUP);
}

/* Quoted text comes from a person, who may write %r. */
static bool may_be_filled(const char *command) { return !command || !strchr(command, '"'); }

bool draw_is_locked(const DrawList *list, const char *command) {
  static const char menu[] = "menu ", closes[] = "menu none; ";
  if (!command || list->lock_count == 0) return false;
  if (strncmp(command, closes, sizeof closes - 1) == 0) command += sizeof closes - 1;
  if (strncmp(command, menu, sizeof menu - 1) == 0) command += sizeof menu - 1;
  size_t bytes = strcspn(command, " ;");
  for (int i = 0; i < list->lock_count; i++)
    if (strlen(list->locks[i]) == bytes && strncmp(list->locks[i], command, bytes) == 0)
      return true;
  return false;
}

static void keep_from_learner(const DrawList *list, DrawHit *hit) {
  if (draw_is_locked(list, hit->twice)) hit->twice = NULL;
  if (draw_is_locked(list, hit->aside)) hit->aside = NULL;
  if (!draw_is_locked(list, hit->click)) return;
  hit->click = hit->drag = hit->tip = NULL;
  hit->cursor = CURSOR_ARROW;
}

void draw_hit(DrawList *list, DrawHit hit) {
  keep_from_learner(list, &hit);
  bool is_plain = hit.rows <= 0 && !hit.slider;
  assert(may_be_filled(hit.wheel));
  assert(is_plain || (may_be_filled(hit.click) && may_be_filled(hit.twice) &&
                      may_be_filled(hit.hover) && may_be_filled(hit.drag)));
  hit.click = copy_words(list, hit.click);
  hit.twice = copy_words(list, hit.twice);
  hit.hover = copy_words(list, hit.hover);
  hit.wheel = copy_words(list, hit.wheel);
  hit.drag = copy_words(list, hit.drag);
  hit.tip = copy_words(list, hit.tip);
  if (hit.tab_stop == TAB_EACH) hit.tab_stop = list->tab_stop;
  /* A grid or slider is not cut, because its rows and fractions would change. */
  if (is_plain) hit.box = cut_by_clip(hit.box, list->clip);
  else if (list->clip.w >= 0) hit.within = cut_by_clip(hit.box, list->clip);
  if (hit.box.w <= 0 || hit.box.h <= 0) return;
  void *hits = list->hits;
  if (!grow(list, &hits, list->hit_count, &list->hit_capacity, sizeof(DrawHit))) return;
  list->hits = hits;
  list->hits[list->hit_count++] = hit;
}

/* -- making all of it larger or smaller -------------------------------------------------------- */

static Point scaled_point(Point at, float scale) { return (Point){at.x * scale, at.y * scale}; }

static Box scaled_box(Box box, float scale) {
  return (Box){box.x * scale, box.y * scale, box.w * scale, box.h * scale};
}

/* NULL: no memory. */
static const Point *scaled_points(DrawList *list, const Point *points, int count, float scale) {
  Point *scaled = arena_take(list->arena, (size_t)count, sizeof *scaled);
  if (!scaled) list->failed = true;
  for (int i = 0; scaled && i < count; i++) scaled[i] = scaled_point(points[i], scale);
  return scaled;
}

static void scale_item(DrawList *list, DrawItem *item, float scale) {
  DrawText *text = &item->as.text;
  DrawGradient *gradient = &item->as.ribbon.gradient;
  switch (item->kind) {
  case DRAW_BOX:
    item->as.box.box = scaled_box(item->as.box.box, scale);
    item->as.box.corner *= scale;
    item->as.box.stroke_width *= scale;
    break;
  case DRAW_TEXT:
    text->at = scaled_point(text->at, scale);
    text->size_pt *= scale;
    text->width_pt *= scale;
    break;
  case DRAW_HEATMAP:
    item->as.heatmap.box = scaled_box(item->as.heatmap.box, scale);
    item->as.heatmap.gap *= scale;
    item->as.heatmap.corner *= scale;
    break;
  case DRAW_CURVE:
    item->as.curve.points =
        scaled_points(list, item->as.curve.points, item->as.curve.point_count, scale);
    item->as.curve.width *= scale;
    break;
  case DRAW_RIBBON:
    item->as.ribbon.points =
        scaled_points(list, item->as.ribbon.points, item->as.ribbon.point_count, scale);
    gradient->begin = scaled_point(gradient->begin, scale);
    gradient->end = scaled_point(gradient->end, scale);
    break;
  case DRAW_CLIP:
    if (item->as.clip.w >= 0) item->as.clip = scaled_box(item->as.clip, scale);
    break;
  case DRAW_GROUP:
    break;
  }
}

void draw_page_end(DrawList *list) {
  assert(list->page_count < DRAW_PAGES_MOST);
  list->page_ends[list->page_count++] = list->item_count;
}

void draw_list_scale(DrawList *list, float scale) {
  assert(scale > 0);
  for (int i = 0; i < list->item_count && !list->failed; i++)
    scale_item(list, &list->items[i], scale);
  for (int i = 0; i < list->hit_count; i++) {
    DrawHit *hit = &list->hits[i];
    hit->box = scaled_box(hit->box, scale);
    hit->within = scaled_box(hit->within, scale);
    hit->shown = scaled_box(hit->shown, scale);
  }
  list->width_pt *= scale;
  list->height_pt *= scale;
}
