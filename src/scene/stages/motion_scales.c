/* scene/stages/motion_scales.c -- what the colours on the way mean: the bar of every scale in use
** stays beside its cells, or comes before its picture does. Where these are on their way, or pass
** over its place, a moment that is held has it in one list of scales (motion_legend.c).
*/
#include <math.h>

#include "scene/stages/motion_way.h"

static bool is_of(const DrawHeatmap *cells, const DrawHeatmap *bar) {
  return cells->palette == bar->palette && cells->range.low == bar->range.low &&
         cells->range.high == bar->range.high;
}

static bool are_of_range(ColorRange range, const DrawHeatmap *bar) {
  return range.low < range.high && bar->range.low == range.low && bar->range.high == range.high;
}

/* Whether a matrix of the earlier picture has the same colours in the later one. */
static bool keeps_colors(const Way *way, int i) {
  int twin = way->earlier.twins[i];
  return twin >= 0 &&
         is_of(&way->later.list->items[twin].as.heatmap, &way->earlier.list->items[i].as.heatmap);
}

/* Whether cells of one of the two pictures have colours of that picture now. */
static bool are_seen(const Way *way, bool is_later, int i) {
  bool have_changed = way->mix >= 0.5f, are_told = way->t >= VIEW_MOMENT_TOLD;
  switch ((is_later ? &way->later : &way->earlier)->fates[i]) {
  case FATE_FADES:
    return is_later ? are_told || way->cells_in > 0 : way->cells_out > 0;
  case FATE_STAYS:
  case FATE_TRAVELS:
    return is_later ? have_changed : !have_changed || (keeps_colors(way, i) && !are_told);
  case FATE_COMES:
    return way->coming > 0;
  case FATE_ROOMS: /* those that the room has not yet are numbers to come */
    return is_later ? are_told : !have_changed || (way->keeps_colors && !are_told);
  default:
    return false;
  }
}

/* Of cells that are no heatmap of either picture now. */
static bool has_other_cells(const Way *way, bool is_later, const DrawHeatmap *bar) {
  if (!is_later) return way->t < MOTION_ROWS_GO && are_of_range(way->rows_range, bar);
  for (int i = 0; i < way->room_scales; i++)
    if (are_of_range(way->room_ranges[i], bar)) return true;
  return false;
}

bool motion_bar_is_used(const Way *way, bool is_later, int first) {
  const Picture *picture = is_later ? &way->later : &way->earlier;
  const DrawItem *items = picture->list->items;
  const DrawHeatmap *bar = &items[first].as.heatmap;
  if (way->folds || picture->fates[first] != FATE_BAR) return false;
  if (has_other_cells(way, is_later, bar)) return true;
  for (int i = 0; i < picture->list->item_count; i++)
    if (items[i].kind == DRAW_HEATMAP && picture->fates[i] != FATE_BAR &&
        picture->fates[i] != FATE_TURNS && is_of(&items[i].as.heatmap, bar) &&
        are_seen(way, is_later, i))
      return true;
  return false;
}

/* -- whose it is ------------------------------------------------------------------------------- */

/* Whether the room draws cells of the later picture in their places. */
static bool are_of_room(const Way *way, int later) {
  for (int i = 0; i < way->room_scales; i++)
    if (way->room_parts[i] != way->room_own &&
        motion_item_is_of(&way->later.list->items[later],
                          stage_matrix(way->later_scene, way->room_parts[i])))
      return true;
  return false;
}

/* Whether the cells of an item are where that picture has them at rest, and its bar beside them. */
static bool rest_there(const Way *way, bool is_later, int i) {
  switch ((is_later ? &way->later : &way->earlier)->fates[i]) {
  case FATE_FADES:
    return are_seen(way, is_later, i) || (is_later && are_of_room(way, i));
  case FATE_STAYS:
    return true;
  case FATE_COMES:
    return way->coming > 0;
  case FATE_TRAVELS:
    return is_later ? way->s >= 1 : way->s <= 0;
  case FATE_ROOMS:
    return is_later ? way->t >= VIEW_MOMENT_TOLD : way->t <= way->sets_out;
  default:
    return false;
  }
}

bool motion_bar_rests(const Way *way, bool is_later, int first) {
  const Picture *picture = is_later ? &way->later : &way->earlier;
  const DrawItem *items = picture->list->items;
  for (int i = 0; i < picture->list->item_count; i++)
    if (items[i].kind == DRAW_HEATMAP && is_of(&items[i].as.heatmap, &items[first].as.heatmap) &&
        picture->fates[i] != FATE_BAR && rest_there(way, is_later, i))
      return true;
  return false;
}

static void add_part(NamedScale *scale, TracePart part) {
  for (int i = 0; i < scale->part_count; i++)
    if (scale->parts[i] == part) return;
  if (scale->part_count < NAMED_SCALE_PARTS) scale->parts[scale->part_count++] = part;
}

/* Shapes first: a part that no picture shows, as the logits, would be computed to be compared. */
static bool has_numbers_of(const Scene *scene, const DrawItem *item, TracePart part) {
  MatView own = item->as.heatmap.values;
  int rows, cols;
  trace_matrix_shape(scene->trace, part, scene->view->layer, &rows, &cols);
  if (!own.at || rows != own.rows || cols != own.cols) return false;
  return motion_item_is_of(item, stage_matrix(scene, part));
}

/* The part whose numbers an item has: what the stage shows, where the last norm is that, too. */
static void add_part_of(NamedScale *scale, const Scene *scene, const DrawItem *item) {
  TracePart result = trace_stage_result(scene->view->stage);
  if (has_numbers_of(scene, item, result)) {
    add_part(scale, result);
    return;
  }
  for (int part = 0; part < TRACE_PART_COUNT; part++) {
    if (!has_numbers_of(scene, item, (TracePart)part)) continue;
    add_part(scale, (TracePart)part);
    return;
  }
}

NamedScale motion_named_scale(const Way *way, bool is_later, int first) {
  const Picture *picture = is_later ? &way->later : &way->earlier;
  const Scene *scene = is_later ? way->later_scene : way->earlier_scene;
  const DrawItem *items = picture->list->items;
  NamedScale scale = {.colors = &items[first].as.heatmap};
  for (int i = 0; i < picture->list->item_count; i++)
    if (items[i].kind == DRAW_HEATMAP && picture->fates[i] != FATE_BAR &&
        picture->fates[i] != FATE_TURNS && is_of(&items[i].as.heatmap, scale.colors) &&
        are_seen(way, is_later, i))
      add_part_of(&scale, scene, &items[i]);
  if (!is_later && way->t < MOTION_ROWS_GO && are_of_range(way->rows_range, scale.colors))
    scale.is_of_rows = true;
  for (int i = 0; is_later && i < way->room_scales; i++)
    if (are_of_range(way->room_ranges[i], scale.colors)) add_part(&scale, way->room_parts[i]);
  return scale;
}

/* -- where it has room ------------------------------------------------------------------------- */

static Box item_box(const DrawItem *item) {
  const DrawText *text = &item->as.text;
  switch (item->kind) {
  case DRAW_HEATMAP:
    return item->as.heatmap.box;
  case DRAW_BOX:
    return item->as.box.fill.a > 0 || item->as.box.stroke.a > 0 ? item->as.box.box : (Box){0};
  case DRAW_TEXT:
    if (text->angle_deg != 0 || text->color.a < 8) return (Box){0};
    return (Box){text->at.x, text->at.y - 0.8f * text->size_pt, text->width_pt,
                 1.1f * text->size_pt};
  default:
    return (Box){0};
  }
}

bool motion_place_is_free(const DrawList *list, int first, Box place) {
  for (int i = first; i < list->item_count; i++) {
    Box box = item_box(&list->items[i]), common = box_common(place, box);
    bool is_ground = list->items[i].kind == DRAW_BOX && common.w >= place.w && common.h >= place.h;
    if (box.w > 0 && common.w > 0 && common.h > 0 && !is_ground) return false;
  }
  return true;
}

static Box bar_box(const DrawList *list, int first, int end) {
  Box all = list->items[first].as.heatmap.box;
  for (int i = first + 1; i < end; i++) {
    Box box = item_box(&list->items[i]);
    if (box.w > 0) all = motion_union(all, box);
  }
  return all;
}

bool motion_bar_tell(const Way *way, bool is_later, int first, int end, int first_drawn) {
  const Picture *picture = is_later ? &way->later : &way->earlier;
  Box place = bar_box(picture->list, first, end);
  if (!motion_place_is_free(way->scene->pen.list, first_drawn, place)) return false;
  draw_group_begin(way->scene->pen.list, "colour-bar", NULL);
  for (int i = first; i < end; i++) motion_put_item(way, picture, i, 1);
  draw_group_end(way->scene->pen.list);
  return true;
}
