/* scene/draw_list.c -- appending to a draw list, and the one formula for a heatmap
** cell's colour. */
#include "scene/draw_list.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "scene/theme.h"

enum { FIRST_CAPACITY = 256 };

static const Box NO_CLIP = {0, 0, -1, -1};

static bool grow(DrawList *list, void **array, int count, int *capacity, size_t size) {
  if (list->failed) return false;
  if (count < *capacity) return true;
  int wanted = *capacity ? *capacity * 2 : FIRST_CAPACITY;
  void *bigger = arena_take(list->arena, (size_t)wanted, size);
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

static Color fade(const DrawList *list, Color color) { return color_fade(color, list->opacity); }

static const char *copy_words(DrawList *list, const char *words) {
  if (!words || !words[0]) return NULL;
  const char *copy = str_copy(list->arena, str_from(words));
  if (!copy) list->failed = true;
  return copy;
}

static Point *copy_points(DrawList *list, const Point *points, int point_count) {
  Point *copy = arena_take(list->arena, (size_t)point_count, sizeof *copy);
  if (!copy) list->failed = true;
  else memcpy(copy, points, (size_t)point_count * sizeof *copy);
  return copy;
}

static Box cut(Box box, Box clip) { return clip.w < 0 ? box : box_common(box, clip); }

DrawList draw_list_make(Arena *arena, float width_pt, float height_pt) {
  return (DrawList){.arena = arena,
                    .opacity = 1,
                    .clip = NO_CLIP,
                    .bounds = NO_CLIP,
                    .background = COLOR_NONE,
                    .width_pt = width_pt,
                    .height_pt = height_pt};
}

void draw_box(DrawList *list, DrawBox box) {
  DrawItem *item = append(list, DRAW_BOX);
  if (!item) return;
  box.fill = fade(list, box.fill);
  box.stroke = fade(list, box.stroke);
  item->as.box = box;
}

void draw_text(DrawList *list, DrawText text) {
  if (text.text.bytes == 0) return;
  const char *copy = str_copy(list->arena, text.text);
  if (!copy) list->failed = true;
  DrawItem *item = append(list, DRAW_TEXT);
  if (!item) return;
  text.text.at = copy;
  text.color = fade(list, text.color);
  item->as.text = text;
}

static int within(float cell, int count) {
  return cell < 0 ? 0 : cell > (float)count ? count : (int)cell;
}

static DrawCells cells_within(const DrawHeatmap *heatmap, Box clip) {
  int rows = heatmap->values.rows, cols = heatmap->values.cols;
  DrawCells seen = {0, rows, 0, cols};
  if (heatmap->transposed) seen = (DrawCells){0, cols, 0, rows};
  Box box = heatmap->box;
  if (clip.w < 0 || box.w <= 0 || box.h <= 0) return seen;
  float across = (float)seen.end_col / box.w, down = (float)seen.end_row / box.h;
  seen.first_col = within(floorf((clip.x - box.x) * across), seen.end_col);
  seen.first_row = within(floorf((clip.y - box.y) * down), seen.end_row);
  seen.end_col = within(ceilf((clip.x + clip.w - box.x) * across), seen.end_col);
  seen.end_row = within(ceilf((clip.y + clip.h - box.y) * down), seen.end_row);
  return seen;
}

void draw_heatmap(DrawList *list, DrawHeatmap heatmap) {
  if (heatmap.values.rows <= 0 || heatmap.values.cols <= 0) return;
  heatmap.seen = cells_within(&heatmap, list->clip);
  DrawItem *item = append(list, DRAW_HEATMAP);
  if (item) item->as.heatmap = heatmap;
}

void draw_curve(DrawList *list, const Point *points, int point_count, float width, Color color) {
  assert(point_count >= 4 && (point_count - 1) % 3 == 0);
  Point *copy = copy_points(list, points, point_count);
  DrawItem *item = append(list, DRAW_CURVE);
  if (item) item->as.curve = (DrawCurve){copy, point_count, width, fade(list, color)};
}

void draw_ribbon(DrawList *list, const Point *points, int point_count, Color color) {
  assert(point_count >= 4 && (point_count - 1) % 3 == 0);
  Point *copy = copy_points(list, points, point_count);
  DrawItem *item = append(list, DRAW_RIBBON);
  if (item) item->as.ribbon = (DrawRibbon){copy, point_count, fade(list, color)};
}

void draw_line(DrawList *list, Point from, Point to, float width, Color color) {
  Point third = {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3};
  Point two_thirds = {from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3};
  draw_curve(list, (Point[]){from, third, two_thirds, to}, 4, width, color);
}

void draw_clip(DrawList *list, Box box) {
  if (list->bounds.w > 0) box = box.w < 0 ? list->bounds : cut(box, list->bounds);
  list->clip = box;
  DrawItem *item = append(list, DRAW_CLIP);
  if (item) item->as.clip = box;
}

void draw_clip_end(DrawList *list) { draw_clip(list, NO_CLIP); }

void draw_bounds(DrawList *list, Box box) {
  assert(list->bounds.w <= 0);
  list->bounds = box;
  draw_clip_end(list);
}

void draw_bounds_end(DrawList *list) {
  list->bounds = NO_CLIP;
  draw_clip_end(list);
}

void draw_hit(DrawList *list, DrawHit hit) {
  hit.click = copy_words(list, hit.click);
  hit.twice = copy_words(list, hit.twice);
  hit.hover = copy_words(list, hit.hover);
  hit.wheel = copy_words(list, hit.wheel);
  hit.drag = copy_words(list, hit.drag);
  hit.tip = copy_words(list, hit.tip);
  bool is_plain = hit.rows <= 0 && !hit.slider; /* a cut grid or slider would count wrongly */
  if (is_plain) hit.box = cut(hit.box, list->clip);
  else if (list->clip.w >= 0) hit.within = cut(hit.box, list->clip);
  if (hit.box.w <= 0 || hit.box.h <= 0) return;
  void *hits = list->hits;
  if (!grow(list, &hits, list->hit_count, &list->hit_capacity, sizeof(DrawHit))) return;
  list->hits = hits;
  list->hits[list->hit_count++] = hit;
}

/* From a cell as drawn to the element it shows. */
static void find_element(const DrawHeatmap *heatmap, int *row, int *col) {
  if (!heatmap->transposed) return;
  int keep = *row;
  *row = *col;
  *col = keep;
}

Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float width = heatmap->box.w / (float)cols, height = heatmap->box.h / (float)rows;
  return (Box){heatmap->box.x + (float)col * width + heatmap->gap / 2,
               heatmap->box.y + (float)row * height + heatmap->gap / 2, width - heatmap->gap,
               height - heatmap->gap};
}

static float place_in(ColorRange range, float value) {
  float span = range.high - range.low;
  return span > 0 ? (value - range.low) / span : 0.5f;
}

bool draw_heatmap_hatched(const DrawHeatmap *heatmap, int row, int col) {
  find_element(heatmap, &row, &col);
  if (!isfinite(mat_get(heatmap->values, row, col))) return true;
  return heatmap->masked.at && !isfinite(mat_get(heatmap->masked, row, col));
}

/* Both ends of a fade in their own range, mixed: a value between the two may lie far outside one
** of the ranges, and would flash. A number that is not finite on one side stands still on the
** other. */
static bool faded_color(const DrawHeatmap *heatmap, int row, int col, Color *color) {
  float now = mat_get(heatmap->values, row, col);
  float then = heatmap->before.at ? mat_get(heatmap->before, row, col) : NAN;
  if (!isfinite(now) && !isfinite(then)) return false;
  float at_end = isfinite(now) ? now : then, at_start = isfinite(then) ? then : now;
  float place = place_in(heatmap->range, at_end);
  *color = palette_color(heatmap->palette, heatmap->theme, place);
  if (!heatmap->before.at || heatmap->mix >= 1) return true;
  place = place_in(heatmap->range_before, at_start);
  Color before = palette_color(heatmap->palette_before, heatmap->theme, place);
  *color = color_mix(before, *color, heatmap->mix);
  return true;
}

static bool is_beyond(const DrawHeatmap *heatmap, int row, int col) {
  return heatmap->filled >= 0 && row * heatmap->values.cols + col >= heatmap->filled;
}

/* A hidden cell is hatched, kept or not: it says why it has nothing. */
bool draw_heatmap_covered(const DrawHeatmap *heatmap, int row, int col) {
  if (!heatmap->kept.at || draw_heatmap_hatched(heatmap, row, col)) return false;
  find_element(heatmap, &row, &col);
  if (is_beyond(heatmap, row, col)) return false;
  float value = mat_get(heatmap->values, row, col), least = mat_get(heatmap->kept, row, 0);
  return value < least || (value <= least && (float)col > mat_get(heatmap->kept, row, 1));
}

Color draw_heatmap_color(const DrawHeatmap *heatmap, int row, int col) {
  const Theme *theme = theme_get(heatmap->theme);
  if (draw_heatmap_covered(heatmap, row, col)) return theme->paper;
  find_element(heatmap, &row, &col);
  if (is_beyond(heatmap, row, col)) return theme->empty_cell;
  Color color;
  if (!faded_color(heatmap, row, col, &color)) return theme->hatch_ground;
  bool hatched = draw_heatmap_hatched(heatmap, heatmap->transposed ? col : row,
                                      heatmap->transposed ? row : col);
  return hatched ? color_mix(color, theme->hatch_ground, heatmap->hatch_mix) : color;
}
