/* scene/stages/motion.c -- the picture of a moment, made of two pictures at rest. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"

/* -- shared with the rooms --------------------------------------------------------------------- */

float motion_part(float t, float from, float to) {
  assert(from < to);
  return stage_ease((t - from) / (to - from));
}

float motion_stepped(float size_pt) { return roundf(2 * size_pt) / 2; }

float motion_size(float from, float to, float s) {
  if (s <= 0 || from == to) return from;
  return s >= 1 ? to : motion_stepped(float_lerp(from, to, s));
}

Box motion_box(Box from, Box to, float t) {
  return (Box){float_lerp(from.x, to.x, t), float_lerp(from.y, to.y, t),
               float_lerp(from.w, to.w, t), float_lerp(from.h, to.h, t)};
}

Box motion_carried_box(Box box, Box from, Box to) {
  float across = from.w > 0 ? to.w / from.w : 1, down = from.h > 0 ? to.h / from.h : 1;
  return (Box){to.x + (box.x - from.x) * across, to.y + (box.y - from.y) * down, box.w * across,
               box.h * down};
}

const DrawHeatmap *motion_heatmap(const Scene *scene, const DrawList *list, TracePart part) {
  MatView values = stage_matrix(scene, part);
  for (int i = 0; values.at && i < list->item_count; i++)
    if (motion_item_is_of(&list->items[i], values)) return &list->items[i].as.heatmap;
  return NULL;
}

void motion_faded(const Scene *scene, const DrawHeatmap *heatmap, float alpha) {
  if (alpha <= 0) return;
  draw_heatmap(scene->pen.list, *heatmap);
  if (alpha >= 1) return;
  Color paper = color_fade(scene->pen.theme->paper, 1 - alpha);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(heatmap->box, -1), .fill = paper});
}

void motion_cell(const Scene *scene, Box box, Color color, const char *number) {
  const Pen *pen = &scene->pen;
  float side = fminf(box.w, box.h), gap = side > 8 ? 1 : 0;
  Box cell = box_inset(box, gap / 2);
  draw_box(pen->list, (DrawBox){.box = cell,
                                .corner = side >= 20   ? 3
                                          : side >= 10 ? 2
                                                       : 0,
                                .fill = color});
  if (!number) return;
  const float least_pt = 6.5f, most = 26;
  TextStyle style = {FACE_MONO, most, palette_digit(color), ALIGN_MIDDLE};
  float usual = pen_width(pen, style, STR("-0.0")); /* so most numbers have one size */
  float width = fmaxf(usual, pen_width(pen, style, str_from(number)));
  float height = pen_line_height(pen, style.size);
  style.size *= fminf(1, fminf(cell.w * 0.94f / width, cell.h / height));
  if (pen_points(pen, style.size) < least_pt) return;
  pen_text_in(pen, style, cell, str_from(number));
}

bool motion_takes_box(Box place, const DrawBox *box) {
  Box common = box_common(place, box->box);
  return box->fill.a > 0 && common.w >= box->box.w - 0.01f && common.h >= box->box.h - 0.01f;
}

/* -- the room ---------------------------------------------------------------------------------- */

static int find_own(const Picture *picture, MatView values, bool may_be_cut) {
  for (int i = 0; values.at && i < picture->list->item_count; i++)
    if (motion_item_is_of(&picture->list->items[i], values) &&
        (may_be_cut || picture->clips[i].w < 0))
      return i;
  return -1;
}

/* A number that both pictures have goes with the cell that the room moves, and so does one beside
** its row: of all of them a few may happen to be the same. */
static void fade_numbers(Way *way, Box cells) {
  cells.w += stage_points(way->scene, 24);
  for (int i = 0; i < way->later.list->item_count; i++) {
    const DrawItem *item = &way->later.list->items[i];
    if (item->kind != DRAW_TEXT || way->later.fates[i] != FATE_STAYS) continue;
    Box at = {item->as.text.at.x, item->as.text.at.y - 1, 1, 1};
    Box common = box_common(cells, at);
    if (common.w <= 0 || common.h <= 0) continue;
    way->later.fates[i] = FATE_FADES;
    way->earlier.fates[way->later.twins[i]] = FATE_FADES;
  }
}

static void take_former(Way *way, MatView values) {
  int former = find_own(&way->earlier, values, false);
  if (former < 0 || way->earlier.fates[former] != FATE_FADES) return;
  way->earlier.fates[former] = FATE_ROOMS;
  way->given = motion_seen_of(&way->earlier, former);
}

/* Its picture in the earlier stage goes with everything else there, and no word goes with it. */
static int part_from(Way *way, int own) {
  int was = way->later.twins[own];
  if (was >= 0) way->earlier.fates[was] = FATE_FADES, way->earlier.twins[was] = -1;
  return way->later.twins[own] = -1;
}

/* Matrices that only the later picture has, which are not left to the end. */
static void find_comers(Way *way, const StageMotion *motion, const Scene *later) {
  for (int i = 0; i < way->later.list->item_count; i++)
    for (int k = 0; k < motion->comer_count; k++) {
      MatView values = stage_matrix(later, motion->comers[k]);
      if (!values.at || way->later.fates[i] != FATE_FADES ||
          !motion_item_is_of(&way->later.list->items[i], values))
        continue;
      way->later.fates[i] = FATE_COMES;
      way->has_comers = true;
    }
  if (way->has_comers) way->coming = motion_part(way->t, motion->comes, motion->come);
}

/* Hands the matrix that the room draws over to it; one that is cut, only to a room for such. */
static bool give_to_room(Way *way, const StageMotion *motion, Moment *moment) {
  int own = -1;
  if (!motion || !motion->room) return false;
  if (motion->own_is_earlier) {
    own = find_own(&way->earlier, stage_matrix(&moment->earlier, motion->own), false);
    if (own >= 0) way->earlier.fates[own] = FATE_ROOMS;
    if (own >= 0 && motion->takes_numbers) way->given = motion_seen_of(&way->earlier, own);
    moment->own = moment->was = NULL;
    return own >= 0;
  }
  MatView values = stage_matrix(&moment->later, motion->own);
  own = find_own(&way->later, values, motion->may_be_cut);
  if (own < 0 || (motion->cells_most > 0 && (long)values.rows * values.cols > motion->cells_most))
    return false;
  moment->own = &way->later.list->items[own].as.heatmap;
  moment->was = NULL;
  int was = motion->own_comes ? part_from(way, own) : way->later.twins[own];
  if (was >= 0) moment->was = &way->earlier.list->items[was].as.heatmap;
  if (was >= 0) way->earlier.fates[was] = FATE_ROOMS;
  if (was >= 0) way->given = motion_seen_of(&way->earlier, was);
  moment->seen = motion_seen_of(&way->later, own);
  if (was >= 0) fade_numbers(way, moment->seen);
  if (motion->takes_former) take_former(way, stage_matrix(&moment->earlier, motion->former));
  way->own = own;
  way->later.fates[own] = FATE_ROOMS;
  return true;
}

/* The boxes that the room draws itself come with it only. */
static void give_boxes_to_room(Way *way, Box place) {
  for (int i = 0; i < way->later.list->item_count; i++) {
    const DrawItem *item = &way->later.list->items[i];
    if (item->kind == DRAW_BOX && way->later.fates[i] == FATE_FADES &&
        motion_takes_box(place, &item->as.box))
      way->later.fates[i] = FATE_ROOMS;
  }
}

static void draw_room(Way *way, const StageMotion *motion, Moment *moment, float t) {
  DrawList *list = way->scene->pen.list;
  Box none = {0, 0, -1, -1};
  moment->t = t;
  moment->earlier_list = way->earlier.list;
  moment->later_list = way->later.list;
  moment->earlier.pen.list = moment->later.pen.list = list;
  bool was_at_edge = list->at_scroll_edge;
  int hits = list->hit_count;
  motion_set_clip(list, way->own >= 0 ? way->later.clips[way->own] : none);
  way->room_first = list->item_count;
  list->at_scroll_edge = list->clip.w >= 0; /* the edge of what is seen cuts cells and digits */
  motion->room(moment);
  way->room_end = list->item_count;
  list->hit_count = hits;
  list->at_scroll_edge = was_at_edge;
  motion_set_clip(list, none);
}

/* Of the moment, before the cells that travel are there: a name gives way to the next, which is
** there when they are. */
static const float NAMES_GO = 0.08f, NAMES_COME = 0.04f;
/* Of the way out of the overview: name and bar that went with a matrix give way to those of the
** stage before they reach the foot of the picture; its frames do so when it has arrived. */
static const float CARRIED_GO = 0.45f, CARRIED_TAKES = 0.04f, MARKS_GO = 0.62f;

/* Its matrices are there, and outside the panels, when these can be read. */
static const float FOLD_SETS_OUT = 0.05f, FOLD_ARRIVES = 0.55f, FOLD_GONE = 0.28f,
                   FOLD_CELLS_GONE = 0.4f;
/* Where no matrix goes out of the overview: its other words are gone before its own set out. */
static const float TURN_WORDS_GO = 0.26f, TURN_SETS_OUT = 0.18f, TURN_COMES = 0.22f,
                   TURN_THERE = 0.34f, TURN_ARRIVES = 0.42f;
/* And the names of their rows and columns, which the overview has not, come on the way. */
static const float RIDING_COME = 0.22f, RIDING_TAKES = 0.12f;

/* Where the former picture has words alone they stay until the next are about to come. */
static const float WORDS_STAY = 0.3f, WORDS_LEFT = 0.6f;
/* Of the later picture: how long words take, and when cells come that the room does not draw. */
static const float WORDS_TAKE = 0.12f, ROOM_CELLS_COME = 0.7f;

static bool has_cells(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP) return true;
  return false;
}

/* What goes is gone before cells set out, which would lie over a part of it. Where no cells travel,
** one picture becomes the other without an empty page between, and out of the overview words go
** over. */
static void set_fading(Way *way, float t, bool has_room) {
  bool travels = has_room || motion_has_travellers(way);
  float gone = !travels ? 0.4f : way->folds ? FOLD_GONE : way->sets_out;
  float come = travels ? MOTION_WORDS_COME : 0.6f;
  float cells_gone = !travels ? 0.44f : way->folds ? FOLD_CELLS_GONE : gone;
  float cells_come = has_room ? ROOM_CELLS_COME : travels ? 0.6f : 0.3f;
  float take = travels ? WORDS_TAKE : 1 - come,
        cells_take = has_room ? MOTION_WORDS_COME - ROOM_CELLS_COME : 0.2f;
  way->turns = way->folds && !travels;
  if (way->turns) {
    way->s = motion_part(t, TURN_SETS_OUT, TURN_ARRIVES);
    gone = TURN_WORDS_GO;
    cells_gone = TURN_THERE;
    come = cells_come = TURN_COMES;
    take = cells_take = TURN_THERE - TURN_COMES;
  }
  way->carried = 1 - float_clamp((t - CARRIED_GO) / CARRIED_TAKES, 0, 1);
  way->marks = 1 - float_clamp((t - MARKS_GO) / CARRIED_TAKES, 0, 1);
  way->riding = way->folds ? float_clamp((t - RIDING_COME) / RIDING_TAKES, 0, 1) : 0;
  way->out = 1 - float_clamp(t / gone, 0, 1);
  way->lingers = !travels && !way->folds && !has_cells(way->earlier.list);
  if (way->lingers) way->out = 1 - motion_part(t, WORDS_STAY, WORDS_LEFT);
  way->in = float_clamp((t - come) / take, 0, 1);
  way->cells_out = 1 - float_clamp(t / cells_gone, 0, 1);
  way->cells_in = float_clamp((t - cells_come) / cells_take, 0, 1);
}

/* A name of a matrix gives way to the next at that moment; out of the overview it is carried. */
static void set_names(Way *way, float from) {
  float t = way->t;
  way->names_in = float_clamp((t - from) / NAMES_COME + 1, 0, 1);
  if (way->folds) way->names_in = float_clamp((t - CARRIED_GO) / CARRIED_TAKES, 0, 1);
  way->names_out = float_clamp((from - NAMES_COME - t) / (NAMES_GO - NAMES_COME), 0, 1);
}

/* Of the cells that the room draws. */
static void set_scales(Way *way, const StageMotion *motion, const Moment *moment) {
  const View *view = moment->later.view, *was = moment->earlier.view;
  bool has_rows =
      motion_rows_box(way->earlier.list).w > 0 && motion_rows_box(way->later.list).w > 0;
  way->box = moment->later_box;
  way->earlier_scene = &moment->earlier;
  way->later_scene = &moment->later;
  way->keeps_colors = motion && motion->own_is_earlier && motion->color_count == 0;
  if (has_rows)
    way->rows_range =
        scene_range(&moment->earlier, trace_stage_result(was->stage), was->layer, was->head);
  if (motion) way->room_own = motion->own;
  for (int i = 0; motion && way->t >= motion->colors_from && i < motion->color_count; i++)
    way->room_parts[way->room_scales++] = motion->colors[i];
  if (motion && motion->own_from > 0 && way->t > motion->own_from)
    way->room_parts[way->room_scales++] = motion->own;
  for (int i = 0; i < way->room_scales; i++)
    way->room_ranges[i] = scene_range(&moment->later, way->room_parts[i], view->layer, view->head);
}

/* What the room draws of both pictures is left to it. */
static void set_room(Way *way, const StageMotion *motion, const Moment *moment) {
  way->takes_numbers = motion->takes_numbers;
  way->takes_row = motion->takes_row;
  way->rows_stay = motion->rows_stay;
  way->rows_pass = motion->row_names != NULL;
  if (motion->brought) way->brought = motion->brought(moment);
  if (moment->was) way->numbers_until = motion->numbers_until;
  if (motion->columns_seen) way->columns_seen = motion->columns_seen(way->t);
}

void motion_draw(const Scene *scene, const DrawList *earlier, const DrawList *later, float t,
                 const StageMotion *motion, Moment *moment) {
  assert(t >= 0 && t <= 1 && scene->pen.list != earlier && scene->pen.list != later);
  Box none = {0, 0, -1, -1};
  bool is_set = motion && motion->arrives > 0, changes = motion && motion->changed > 0;
  bool has_own_way = motion && motion->room && !is_set; /* the room moves its cells before that */
  Way way = {.scene = scene,
             .moved = none,
             .own = -1,
             .stream = -1,
             .folds = !moment,
             .rows_wait = motion && motion->rows_wait,
             .names_wait = motion && motion->names_wait,
             .words_come = motion && motion->words_come,
             .columns_seen = 1,
             .t = t,
             .sets_out = is_set ? motion->sets_out : MOTION_WORDS_GONE,
             .s = is_set ? motion_part(t, motion->sets_out, motion->arrives)
                  : moment
                      ? motion_part(t, MOTION_WORDS_GONE / (has_own_way ? 2 : 1), MOTION_WORDS_COME)
                      : motion_part(t, FOLD_SETS_OUT, FOLD_ARRIVES)};
  int first = moment ? scene->pen.list->item_count : 0; /* out of the overview panels come too */
  way.mix = changes ? motion_part(t, motion->changes, motion->changed) : way.s;
  if (changes) way.rises = motion_part(t, motion->arrives, (motion->arrives + motion->changes) / 2);
  if (motion && motion->step) way.step = motion->step(scene);
  if (!motion_way_make(&way, earlier, later)) {
    scene->pen.list->failed = true;
    return;
  }
  motion_way_match(&way, moment);
  bool has_room = moment && give_to_room(&way, motion, moment);
  if (has_room && motion->boxes) give_boxes_to_room(&way, motion->boxes(moment));
  if (has_room) find_comers(&way, motion, &moment->later);
  set_fading(&way, t, has_room);
  float names_from = has_room && is_set ? motion->arrives : 0.5f; /* else as numbers change */
  if (way.has_comers) names_from = motion->come;
  if (changes) names_from = (motion->changes + motion->changed) / 2;
  set_names(&way, names_from);
  if (has_room) set_room(&way, motion, moment);
  if (moment) set_scales(&way, has_room ? motion : NULL, moment);
  bool moves =
      has_room && t > MOTION_WORDS_GONE && t < fmaxf(MOTION_WORDS_COME, motion->numbers_until);
  if (moves && moment->was) way.moved = moment->seen;
  motion_way_follow(&way, has_room ? moment : NULL, motion);
  motion_put_under(&way);
  motion_bars_draw(&way);
  motion_put_layers(&way);
  motion_put_travelling(&way, first);
  if (has_room) draw_room(&way, motion, moment, t);
  motion_put_over(&way);
  motion_set_clip(scene->pen.list, none);
  motion_rows_draw(&way);
  motion_set_clip(scene->pen.list, none);
  motion_put_words(&way, first);
  motion_put_name_of_layers(&way, first);
  motion_bars_tell(&way, first);
}
