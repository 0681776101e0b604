/* scene/stages/motion_way.c -- finds what two pictures have in common: what stays, what travels and
** which digits ride on cells. */
#include "scene/layer_words.h"
#include "scene/stages/motion_way.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

enum { TURNED_CELLS_MOST = 4096 };

bool motion_item_is_of(const DrawItem *item, MatView values) {
  if (item->kind != DRAW_HEATMAP) return false;
  MatView own = item->as.heatmap.values;
  return own.at == values.at && own.rows == values.rows && own.cols == values.cols;
}

/* -- two pictures ------------------------------------------------------------------------------ */

static bool picture_make(const Scene *scene, const DrawList *list, Picture *picture) {
  Arena *arena = scene->pen.list->arena;
  size_t count = (size_t)list->item_count + 1;
  *picture =
      (Picture){list, arena_take(arena, count, sizeof(Box)), arena_take(arena, count, sizeof(Fate)),
                arena_take(arena, count, sizeof(int))};
  if (list->failed || !picture->clips || !picture->fates || !picture->twins) return false;
  Box clip = {0, 0, -1, -1};
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind == DRAW_CLIP) clip = list->items[i].as.clip;
    picture->clips[i] = clip;
    picture->fates[i] = FATE_FADES;
    picture->twins[i] = -1;
  }
  return true;
}

void motion_join(Way *way, int earlier, int later, Fate fate) {
  way->earlier.twins[earlier] = later;
  way->later.twins[later] = earlier;
  way->earlier.fates[earlier] = way->later.fates[later] = fate;
}

/* -- what stays -------------------------------------------------------------------------------- */

static const void *place_of(const DrawItem *item, size_t *bytes) {
  switch (item->kind) {
  case DRAW_BOX:
    *bytes = sizeof(Box);
    return &item->as.box.box;
  case DRAW_TEXT:
    *bytes = sizeof(Point);
    return &item->as.text.at;
  case DRAW_CURVE:
    *bytes = sizeof(Point) * (size_t)item->as.curve.point_count;
    return item->as.curve.points;
  case DRAW_RIBBON:
    *bytes = sizeof(Point) * (size_t)item->as.ribbon.point_count;
    return item->as.ribbon.points;
  default:
    *bytes = 0;
    return NULL;
  }
}

bool motion_is_same(const DrawItem *a, const DrawItem *b) {
  size_t bytes, other;
  const void *place = place_of(a, &bytes), *there = place_of(b, &other);
  if (a->kind != b->kind || !place || bytes != other || memcmp(place, there, bytes) != 0)
    return false;
  if (a->kind == DRAW_TEXT)
    return str_equal(a->as.text.text, b->as.text.text) && a->as.text.face == b->as.text.face &&
           a->as.text.size_pt == b->as.text.size_pt && a->as.text.angle_deg == b->as.text.angle_deg;
  if (a->kind == DRAW_BOX)
    return (a->as.box.fill.a > 0) == (b->as.box.fill.a > 0) &&
           a->as.box.stroke_width == b->as.box.stroke_width;
  return a->kind != DRAW_CURVE || a->as.curve.width == b->as.curve.width;
}

static uint32_t hash_of(const DrawItem *item) {
  size_t bytes;
  const unsigned char *place = place_of(item, &bytes);
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < bytes; i++) hash = (hash ^ place[i]) * 16777619u;
  return hash ^ hash >> 15;
}

/* Items of the earlier picture by their place: heads of chains, and the next of each. */
static void find_what_stays(Way *way) {
  enum { BUCKETS = 4096 };
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  Arena *arena = way->scene->pen.list->arena;
  int *heads = arena_take(arena, BUCKETS, sizeof *heads);
  int *next = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *next);
  if (!heads || !next) return;
  for (int i = 0; i < BUCKETS; i++) heads[i] = -1;
  for (int i = earlier->item_count - 1; i >= 0; i--) {
    uint32_t bucket = hash_of(&earlier->items[i]) % BUCKETS;
    next[i] = heads[bucket];
    heads[bucket] = i;
  }
  for (int i = 0; i < later->item_count; i++)
    for (int k = way->later.fates[i] != FATE_FADES ? -1
                                                   : heads[hash_of(&later->items[i]) % BUCKETS];
         k >= 0; k = next[k])
      if (way->earlier.twins[k] < 0 && way->earlier.fates[k] == FATE_FADES &&
          motion_is_same(&earlier->items[k], &later->items[i])) {
        motion_join(way, k, i, FATE_STAYS);
        break;
      }
}

/* -- what travels ------------------------------------------------------------------------------ */

static bool can_turn(const DrawHeatmap *a, const DrawHeatmap *b) {
  return a->transposed == b->transposed ||
         (long)a->values.rows * a->values.cols <= TURNED_CELLS_MOST;
}

static void find_same_matrices(Way *way) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    const DrawItem *there = &later->items[i];
    if (there->kind != DRAW_HEATMAP || way->later.twins[i] >= 0) continue;
    for (int k = 0; k < earlier->item_count; k++)
      if (way->earlier.twins[k] < 0 &&
          motion_item_is_of(&earlier->items[k], there->as.heatmap.values) &&
          can_turn(&earlier->items[k].as.heatmap, &there->as.heatmap)) {
        motion_join(way, k, i, FATE_TRAVELS);
        break;
      }
  }
}

static int find_part(const Scene *scene, const Picture *picture, TracePart part) {
  MatView values = stage_matrix(scene, part);
  for (int i = 0; values.at && i < picture->list->item_count; i++)
    if (motion_item_is_of(&picture->list->items[i], values) && picture->twins[i] < 0) return i;
  return -1;
}

/* The matrices of two stages by pair: the numbers change, the cells stay. */
static void join_pairs(Way *way, const Moment *moment) {
  StageId earlier = moment->earlier.view->stage, later = moment->later.view->stage;
  if (!stage_info(earlier)->by_pair || !stage_info(later)->by_pair) return;
  int from = find_part(&moment->earlier, &way->earlier, stage_result(earlier));
  int to = find_part(&moment->later, &way->later, stage_result(later));
  if (from >= 0 && to >= 0) motion_join(way, from, to, FATE_TRAVELS);
}

/* What goes into a layer after the first is X, changed by the layers before. */
static void join_stream(Way *way, const Moment *moment) {
  if (moment->earlier.view->stage != STAGE_EMBED ||
      layer_count_before(moment->later.trace, moment->later.view->layer) == 0)
    return;
  int from = find_part(&moment->earlier, &way->earlier, TRACE_X);
  int to = find_part(&moment->later, &way->later, TRACE_INPUT);
  if (from < 0 || to < 0) return;
  motion_join(way, from, to, FATE_TRAVELS);
  way->stream = to;
}

bool motion_has_travellers(const Way *way) {
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.list->items[i].kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS)
      return true;
  return false;
}

/* -- all --------------------------------------------------------------------------------------- */

bool motion_way_make(Way *way, const DrawList *earlier, const DrawList *later) {
  Arena *arena = way->scene->pen.list->arena;
  way->asides = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->asides);
  way->titles = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->titles);
  way->bearers = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->bearers);
  way->formers = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->formers);
  way->lifts = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->lifts);
  way->risers = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->risers);
  way->leavers = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->leavers);
  way->carriers = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->carriers);
  if (!way->asides || !way->titles || !way->bearers || !way->leavers || !way->carriers ||
      !way->formers || !way->risers || !way->lifts)
    return false;
  for (int i = 0; i < later->item_count; i++)
    way->asides[i] = 0, way->titles[i] = false, way->bearers[i] = way->formers[i] = -1;
  for (int i = 0; i < earlier->item_count; i++)
    way->leavers[i] = way->carriers[i] = -1, way->risers[i] = way->lifts[i] = false;
  return picture_make(way->scene, earlier, &way->earlier) &&
         picture_make(way->scene, later, &way->later);
}

void motion_way_match(Way *way, const Moment *moment) {
  motion_bars_match(way);
  motion_rows_find(way);
  find_what_stays(way);
  /* before what is the same: a later stage may show the earlier one's result small, as a summand */
  if (moment) join_pairs(way, moment);
  find_same_matrices(way);
  if (moment) join_stream(way, moment);
  motion_carried_find(way);
}

void motion_way_follow(Way *way, const Moment *moment, const StageMotion *motion) {
  motion_digits_find(way);
  motion_names_find(way);
  if (moment && motion && motion->row_names) motion_names_of_rows(way, moment, motion);
  motion_asides_find(way);
  motion_columns_find(way);
  if (way->folds) return;
  motion_frames_find(way);
  motion_leavers_find(way);
}
