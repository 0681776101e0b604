/* scene/stages/motion_items.c -- what stays, comes and goes between two pictures: under the cells
** that travel, and over them. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"

static bool same_clip(Box a, Box b) {
  return (a.w < 0 && b.w < 0) || memcmp(&a, &b, sizeof a) == 0;
}

void motion_set_clip(DrawList *list, Box clip) {
  if (same_clip(list->clip, clip)) return;
  if (clip.w < 0) draw_clip_end(list);
  else draw_clip(list, clip);
}

void motion_put_item(const Way *way, const Picture *picture, int i, float alpha) {
  const DrawItem *item = &picture->list->items[i];
  DrawList *list = way->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  float opacity = list->opacity;
  if (alpha <= 0 || item->kind == DRAW_CLIP || item->kind == DRAW_GROUP) return;
  motion_set_clip(list, picture->clips[i]);
  list->at_scroll_edge = item->at_scroll_edge;
  list->opacity *= alpha;
  switch (item->kind) {
  case DRAW_BOX:
    draw_box(list, item->as.box);
    break;
  case DRAW_TEXT:
    draw_text(list, item->as.text);
    break;
  case DRAW_CURVE:
    draw_curve(list, item->as.curve.points, item->as.curve.point_count, item->as.curve.width,
               item->as.curve.color);
    break;
  case DRAW_RIBBON:
    draw_gradient_ribbon(list, item->as.ribbon.points, item->as.ribbon.point_count,
                         item->as.ribbon.gradient);
    break;
  default:
    list->opacity = opacity;
    motion_faded(way->scene, &item->as.heatmap, alpha);
  }
  list->opacity = opacity;
  list->at_scroll_edge = was_at_edge;
}

/* Outlines lie over the cells that travel, everything else under them. */
static bool is_over(const DrawItem *item) {
  return item->kind == DRAW_TEXT || (item->kind == DRAW_BOX && item->as.box.fill.a == 0);
}

/* In the colours of the nearer end. */
static void put_staying(const Way *way, int i) {
  const DrawItem *item = &way->later.list->items[i];
  float alpha = 1;
  if (way->columns_seen < 1 && item->kind == DRAW_TEXT && motion_names_column(way, &item->as.text))
    alpha = way->columns_seen;
  if (way->s < 0.5f) motion_put_item(way, &way->earlier, way->later.twins[i], alpha);
  else motion_put_item(way, &way->later, i, alpha);
}

/* A number of the cells that the room moves, which has them meanwhile: the former ones stay until
** it begins, the next ones are there when it ends. */
static bool is_number_of_room(const Way *way, const DrawItem *item) {
  bool has_numbers = way->numbers_until > 0 || way->takes_numbers;
  if (!has_numbers || item->kind != DRAW_TEXT) return false;
  Point at = {item->as.text.at.x + item->as.text.width_pt / 2, item->as.text.at.y - 1};
  return box_holds(way->given, at);
}

/* What is above all matrices of the later picture need not make way for them. */
static bool makes_way(const Way *way, const DrawItem *item) {
  float foot = INFINITY, top = INFINITY;
  if (item->kind == DRAW_TEXT) foot = item->as.text.at.y + item->as.text.size_pt;
  if (item->kind == DRAW_BOX) foot = item->as.box.box.y + item->as.box.box.h;
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.list->items[i].kind == DRAW_HEATMAP)
      top = fminf(top, way->later.list->items[i].as.heatmap.box.y);
  return foot >= top;
}

static float former_seen(const Way *way, const DrawItem *item) {
  if (is_number_of_room(way, item))
    return way->t <= MOTION_WORDS_GONE && !way->takes_numbers ? 1 : 0;
  return way->lingers && makes_way(way, item) ? way->cells_out : way->out;
}

bool motion_is_brought(const Way *way, const DrawText *text) {
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt / 3};
  return way->brought.w > 0 && box_holds(way->brought, middle);
}

static float next_seen(const Way *way, const DrawItem *item) {
  const float take = 0.02f;
  if (item->kind == DRAW_TEXT && motion_is_brought(way, &item->as.text))
    return way->t >= MOTION_WORDS_COME ? 1 : 0;
  if (is_number_of_room(way, item) && !way->takes_numbers)
    return float_clamp((way->t - way->numbers_until) / take, 0, 1);
  return way->in;
}

/* What lies over cells while it goes: an outline, and a number of the matrix that the room takes
** over. In the overview it goes with the matrix, or is not of it. */
static bool goes_over(const Way *way, int earlier) {
  const DrawItem *item = &way->earlier.list->items[earlier];
  if (way->folds) return false;
  if (item->kind == DRAW_BOX) return is_over(item);
  if (item->kind != DRAW_TEXT || way->given.w <= 0) return false;
  Box common = box_common(way->given, (Box){item->as.text.at.x, item->as.text.at.y - 1, 1, 1});
  return common.w > 0 && common.h > 0;
}

/* A line across the matrix that the room draws, such as that between two heads. */
static bool is_line_of_room(const Way *way, int later) {
  return way->own >= 0 && later > way->own && way->later.list->items[later].kind == DRAW_CURVE;
}

/* A chip and the like go as one with the word in them. */
static bool holds_word(const Picture *picture, int i) {
  enum { NEAR = 4 };
  const DrawList *list = picture->list;
  if (list->items[i].kind != DRAW_BOX || list->items[i].as.box.fill.a == 0) return false;
  Box box = list->items[i].as.box.box;
  for (int k = i + 1; k < list->item_count && k <= i + NEAR; k++) {
    const DrawText *text = &list->items[k].as.text;
    if (list->items[k].kind != DRAW_TEXT || box.h > 3 * text->size_pt) continue;
    float x = text->at.x + text->width_pt / 2, y = text->at.y - text->size_pt * 0.35f;
    if (x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h) return true;
  }
  return false;
}

static float goes_under(const Way *way, int earlier) {
  const DrawItem *item = &way->earlier.list->items[earlier];
  if (way->lingers && makes_way(way, item)) return way->cells_out;
  return is_over(item) || holds_word(&way->earlier, earlier) ? way->out : way->cells_out;
}

void motion_put_under(const Way *way) {
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.fates[i] == FATE_STAYS && !is_over(&way->later.list->items[i]))
      put_staying(way, i);
  for (int i = 0; i < way->earlier.list->item_count; i++)
    if (way->earlier.fates[i] == FATE_FADES && !goes_over(way, i) && way->leavers[i] < 0)
      motion_put_item(way, &way->earlier, i, goes_under(way, i));
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.fates[i] == FATE_FADES && !is_over(&way->later.list->items[i]) &&
        !is_line_of_room(way, i))
      motion_put_item(way, &way->later, i, holds_word(&way->later, i) ? way->in : way->cells_in);
    else if (way->later.fates[i] == FATE_COMES) motion_put_item(way, &way->later, i, way->coming);
}

static bool marks_moved(const Way *way, const DrawItem *item) {
  Box marked = item->as.box.box, moved = way->moved;
  return item->kind == DRAW_BOX && moved.w > 0 && marked.x > moved.x - 8 &&
         marked.y > moved.y - 8 && marked.x + marked.w < moved.x + moved.w + 8 &&
         marked.y + marked.h < moved.y + moved.h + 8;
}

/* A frame that goes with its matrix. */
static void put_frame(const Way *way, int later) {
  const DrawItem *item = &way->later.list->items[later];
  if (item->kind != DRAW_BOX || way->later.fates[later] != FATE_TRAVELS) return;
  DrawBox box = item->as.box;
  const DrawBox *was = &way->earlier.list->items[way->later.twins[later]].as.box;
  box.stroke_width = float_lerp(was->stroke_width, box.stroke_width, way->s);
  box.corner = float_lerp(was->corner, box.corner, way->s);
  box.box = motion_way_frame(way, later);
  draw_box(way->scene->pen.list, box);
}

void motion_put_over(const Way *way) {
  for (int i = 0; i < way->earlier.list->item_count; i++)
    if (way->earlier.fates[i] == FATE_FADES && goes_over(way, i) && way->leavers[i] < 0)
      motion_put_item(way, &way->earlier, i, former_seen(way, &way->earlier.list->items[i]));
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (is_line_of_room(way, i) && way->later.fates[i] == FATE_FADES)
      motion_put_item(way, &way->later, i, way->cells_in);
    if (!is_over(&way->later.list->items[i])) continue;
    if (way->later.fates[i] == FATE_STAYS && marks_moved(way, &way->later.list->items[i])) continue;
    if (way->later.fates[i] == FATE_STAYS) put_staying(way, i);
    put_frame(way, i);
    if (way->later.fates[i] != FATE_FADES || motion_is_name(way, i)) continue;
    float seen = next_seen(way, &way->later.list->items[i]);
    if (way->folds && motion_marks_traveller(way, i)) seen = fmaxf(seen, 1 - way->marks);
    motion_put_item(way, &way->later, i, seen);
  }
}
