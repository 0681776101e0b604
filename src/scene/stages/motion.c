/* scene/stages/motion.c -- the picture of a moment, made of two pictures at rest. */
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

/* What becomes of an item on the way. */
typedef enum Fate {
  FATE_FADES,
  FATE_STAYS,
  FATE_TRAVELS,
  FATE_RIDES, /* a digit of a matrix that travels */
  FATE_ROOMS  /* the room draws it */
} Fate;

enum { TURNED_CELLS_MOST = 4096 };

typedef struct Picture {
  const DrawList *list;
  Box *clips; /* at each item; w < 0: none */
  Fate *fates;
  int *twins; /* the item of the other picture that it is or becomes; −1: none */
} Picture;

typedef struct Way {
  const Scene *scene;
  Picture earlier, later;
  float out, in;             /* alpha of words that fade */
  float cells_out, cells_in; /* and of everything else */
  float s;                   /* of the cells that travel */
  /* The cells that the room moves: no outline marks one of them. w < 0: there are none. */
  Box moved;
} Way;

/* -- shared with the rooms --------------------------------------------------------------------- */

float motion_part(float t, float from, float to) {
  assert(from < to);
  return stage_ease((t - from) / (to - from));
}

Box motion_box(Box from, Box to, float t) {
  return (Box){float_lerp(from.x, to.x, t), float_lerp(from.y, to.y, t),
               float_lerp(from.w, to.w, t), float_lerp(from.h, to.h, t)};
}

static bool is_of(const DrawItem *item, MatView values) {
  if (item->kind != DRAW_HEATMAP) return false;
  MatView own = item->as.heatmap.values;
  return own.at == values.at && own.rows == values.rows && own.cols == values.cols;
}

const DrawHeatmap *motion_heatmap(const Scene *scene, const DrawList *list, TracePart part) {
  MatView values = stage_matrix(scene, part);
  for (int i = 0; values.at && i < list->item_count; i++)
    if (is_of(&list->items[i], values)) return &list->items[i].as.heatmap;
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

static void join(Way *way, int earlier, int later, Fate fate) {
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

static bool is_same(const DrawItem *a, const DrawItem *b) {
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
    for (int k = heads[hash_of(&later->items[i]) % BUCKETS]; k >= 0; k = next[k])
      if (way->earlier.twins[k] < 0 && is_same(&earlier->items[k], &later->items[i])) {
        join(way, k, i, FATE_STAYS);
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
      if (way->earlier.twins[k] < 0 && is_of(&earlier->items[k], there->as.heatmap.values) &&
          can_turn(&earlier->items[k].as.heatmap, &there->as.heatmap)) {
        join(way, k, i, FATE_TRAVELS);
        break;
      }
  }
}

static int find_part(const Scene *scene, const Picture *picture, TracePart part) {
  MatView values = stage_matrix(scene, part);
  for (int i = 0; values.at && i < picture->list->item_count; i++)
    if (is_of(&picture->list->items[i], values) && picture->twins[i] < 0) return i;
  return -1;
}

/* The matrices of two stages by pair: the numbers change, the cells stay. */
static void join_pairs(Way *way, const Moment *moment) {
  StageId earlier = moment->earlier.view->stage, later = moment->later.view->stage;
  if (!stage_info(earlier)->by_pair || !stage_info(later)->by_pair) return;
  int from = find_part(&moment->earlier, &way->earlier, stage_result(earlier));
  int to = find_part(&moment->later, &way->later, stage_result(later));
  if (from >= 0 && to >= 0) join(way, from, to, FATE_TRAVELS);
}

static bool is_within(const DrawText *text, Box box) {
  float x = text->at.x + text->width_pt / 2, y = text->at.y - text->size_pt * 0.3f;
  return text->angle_deg == 0 && x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
}

static Box union_of(Box a, Box b) {
  float x = fminf(a.x, b.x), y = fminf(a.y, b.y);
  return (Box){x, y, fmaxf(a.x + a.w, b.x + b.w) - x, fmaxf(a.y + a.h, b.y + b.h) - y};
}

static Box swept(const Way *way, int later) {
  const DrawItem *from = &way->earlier.list->items[way->later.twins[later]];
  return union_of(from->as.heatmap.box, way->later.list->items[later].as.heatmap.box);
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
      join(way, k, i, FATE_RIDES);
  }
}

static void find_riders(Way *way) {
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    if (later->items[i].kind != DRAW_HEATMAP || way->later.fates[i] != FATE_TRAVELS) continue;
    if (!is_free(way, i)) continue;
    find_digits(&way->earlier, way->later.twins[i], true);
    find_digits(&way->later, i, true);
    join_digits(way, way->later.twins[i], i);
  }
}

/* -- drawing ----------------------------------------------------------------------------------- */

static bool same_clip(Box a, Box b) {
  return (a.w < 0 && b.w < 0) || memcmp(&a, &b, sizeof a) == 0;
}

static void set_clip(DrawList *list, Box clip) {
  if (same_clip(list->clip, clip)) return;
  if (clip.w < 0) draw_clip_end(list);
  else draw_clip(list, clip);
}

static void put(const Way *way, const Picture *picture, int i, float alpha) {
  const DrawItem *item = &picture->list->items[i];
  DrawList *list = way->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  float opacity = list->opacity;
  if (alpha <= 0 || item->kind == DRAW_CLIP || item->kind == DRAW_GROUP) return;
  set_clip(list, picture->clips[i]);
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
  if (way->s < 0.5f) put(way, &way->earlier, way->later.twins[i], 1);
  else put(way, &way->later, i, 1);
}

static void put_under(const Way *way) {
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.fates[i] == FATE_STAYS && !is_over(&way->later.list->items[i]))
      put_staying(way, i);
  for (int i = 0; i < way->earlier.list->item_count; i++)
    if (way->earlier.fates[i] == FATE_FADES)
      put(way, &way->earlier, i, is_over(&way->earlier.list->items[i]) ? way->out : way->cells_out);
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.fates[i] == FATE_FADES && !is_over(&way->later.list->items[i]))
      put(way, &way->later, i, way->cells_in);
}

static bool marks_moved(const Way *way, const DrawItem *item) {
  Box marked = item->as.box.box, moved = way->moved;
  return item->kind == DRAW_BOX && moved.w > 0 && marked.x > moved.x - 8 &&
         marked.y > moved.y - 8 && marked.x + marked.w < moved.x + moved.w + 8 &&
         marked.y + marked.h < moved.y + moved.h + 8;
}

static void put_over(const Way *way) {
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (!is_over(&way->later.list->items[i])) continue;
    if (way->later.fates[i] == FATE_STAYS && marks_moved(way, &way->later.list->items[i])) continue;
    if (way->later.fates[i] == FATE_STAYS) put_staying(way, i);
    if (way->later.fates[i] == FATE_FADES) put(way, &way->later, i, way->in);
  }
}

static float hatch_of(const DrawHeatmap *heatmap) {
  return heatmap->mask.hidden ? heatmap->hatch_mix : 0;
}

static DrawHeatmap heatmap_between(const DrawHeatmap *a, const DrawHeatmap *b, float s) {
  const DrawHeatmap *nearer = s < 0.5f ? a : b;
  bool same = a->values.at == b->values.at && a->palette == b->palette &&
              a->range.low == b->range.low && a->range.high == b->range.high;
  DrawHeatmap out = *b;
  out.box = motion_box(a->box, b->box, s);
  out.gap = float_lerp(a->gap, b->gap, s);
  out.corner = float_lerp(a->corner, b->corner, s);
  out.passing = s > 0 && s < 1;
  out.filled = nearer->filled;
  out.kept = nearer->kept;
  if (!out.mask.hidden) out.mask = a->mask;
  if (out.mask.hidden) out.hatch_mix = float_lerp(hatch_of(a), hatch_of(b), s);
  if (same) return out;
  out.before = a->values;
  out.palette_before = a->palette;
  out.range_before = a->range;
  out.mix = s;
  return out;
}

/* A matrix that is transposed on the way: every cell goes from place to place. */
static void turn_cells(const Scene *scene, const DrawHeatmap *a, const DrawHeatmap *b, float s) {
  for (int row = 0; row < a->values.rows; row++)
    for (int col = 0; col < a->values.cols; col++) {
      int a_row = a->transposed ? col : row, a_col = a->transposed ? row : col;
      int b_row = b->transposed ? col : row, b_col = b->transposed ? row : col;
      Color from = draw_heatmap_color(a, a_row, a_col), to = draw_heatmap_color(b, b_row, b_col);
      Box box =
          motion_box(draw_heatmap_cell(a, a_row, a_col), draw_heatmap_cell(b, b_row, b_col), s);
      draw_box(scene->pen.list, (DrawBox){.box = box,
                                          .corner = float_lerp(a->corner, b->corner, s),
                                          .fill = color_mix(from, to, s)});
    }
}

/* What is seen of a matrix: its clip, or all of it. */
static Box seen_of(const Picture *picture, int i) {
  Box box = picture->list->items[i].as.heatmap.box;
  return picture->clips[i].w < 0 ? box : picture->clips[i];
}

static void put_matrix(const Way *way, int from, int to) {
  const DrawHeatmap *a = &way->earlier.list->items[from].as.heatmap;
  const DrawHeatmap *b = &way->later.list->items[to].as.heatmap;
  DrawList *list = way->scene->pen.list;
  bool is_cut = way->earlier.clips[from].w >= 0 || way->later.clips[to].w >= 0;
  Box none = {0, 0, -1, -1};
  set_clip(list, is_cut ? motion_box(seen_of(&way->earlier, from), seen_of(&way->later, to), way->s)
                        : none);
  if (a->transposed != b->transposed) turn_cells(way->scene, a, b, way->s);
  else draw_heatmap(list, heatmap_between(a, b, way->s));
}

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

static void put_digits(const Way *way, int from, int to) {
  const DrawItem *earlier = way->earlier.list->items, *later = way->later.list->items;
  DrawList *list = way->scene->pen.list;
  Box a = earlier[from].as.heatmap.box, b = later[to].as.heatmap.box,
      now = motion_box(a, b, way->s);
  float opacity = list->opacity, was = fmaxf(1 - 2 * way->s, 0), will = fmaxf(2 * way->s - 1, 0);
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

static void put_travelling(const Way *way) {
  DrawList *list = way->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  list->at_scroll_edge = true;
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (way->later.list->items[i].kind != DRAW_HEATMAP || way->later.fates[i] != FATE_TRAVELS)
      continue;
    put_matrix(way, way->later.twins[i], i);
    put_digits(way, way->later.twins[i], i);
  }
  list->at_scroll_edge = was_at_edge;
}

/* -- the room ---------------------------------------------------------------------------------- */

/* Hands the matrix that the room draws over to it; one that is zoomed, so cut, only fades. */
static bool give_to_room(Way *way, const StageMotion *motion, Moment *moment) {
  int own = -1;
  if (!motion || !motion->room) return false;
  MatView values = stage_matrix(&moment->later, motion->own);
  for (int i = 0; values.at && own < 0 && i < way->later.list->item_count; i++)
    if (is_of(&way->later.list->items[i], values)) own = i;
  if (own < 0 || way->later.clips[own].w >= 0 ||
      (motion->cells_most > 0 && (long)values.rows * values.cols > motion->cells_most))
    return false;
  moment->own = &way->later.list->items[own].as.heatmap;
  moment->was = NULL;
  int was = way->later.twins[own];
  if (was >= 0) moment->was = &way->earlier.list->items[was].as.heatmap;
  if (was >= 0) way->earlier.fates[was] = FATE_ROOMS;
  way->later.fates[own] = FATE_ROOMS;
  return true;
}

static void draw_room(const Way *way, const StageMotion *motion, Moment *moment, float t) {
  DrawList *list = way->scene->pen.list;
  Box none = {0, 0, -1, -1};
  moment->t = t;
  moment->earlier_list = way->earlier.list;
  moment->later_list = way->later.list;
  moment->earlier.pen.list = moment->later.pen.list = list;
  set_clip(list, none);
  motion->room(moment);
}

static bool has_travellers(const Way *way) {
  for (int i = 0; i < way->later.list->item_count; i++)
    if (way->later.fates[i] == FATE_TRAVELS) return true;
  return false;
}

/* Where the room needs the place, everything leaves it at once. Where no cells travel, one picture
** becomes the other without an empty page between. */
static void set_fading(Way *way, float t, bool has_room) {
  bool travels = has_room || has_travellers(way);
  float gone = travels ? MOTION_WORDS_GONE : 0.5f, come = travels ? MOTION_WORDS_COME : 0.5f;
  float cells_gone = has_room ? MOTION_WORDS_GONE : travels ? 0.4f : 0.6f;
  float cells_come = has_room ? MOTION_WORDS_COME : travels ? 0.6f : 0.4f;
  way->out = 1 - float_clamp(t / gone, 0, 1);
  way->in = float_clamp((t - come) / (1 - come), 0, 1);
  way->cells_out = 1 - float_clamp(t / cells_gone, 0, 1);
  way->cells_in = float_clamp((t - cells_come) / (1 - cells_come), 0, 1);
}

void motion_draw(const Scene *scene, const DrawList *earlier, const DrawList *later, float t,
                 const StageMotion *motion, Moment *moment) {
  assert(t >= 0 && t <= 1 && scene->pen.list != earlier && scene->pen.list != later);
  Box none = {0, 0, -1, -1};
  bool is_set = motion && motion->arrives > 0;
  Way way = {.scene = scene,
             .moved = none,
             .s = is_set ? motion_part(t, motion->sets_out, motion->arrives)
                         : motion_part(t, MOTION_WORDS_GONE / 2, MOTION_WORDS_COME)};
  if (!picture_make(scene, earlier, &way.earlier) || !picture_make(scene, later, &way.later)) {
    scene->pen.list->failed = true;
    return;
  }
  find_what_stays(&way);
  find_same_matrices(&way);
  if (moment) join_pairs(&way, moment);
  bool has_room = moment && give_to_room(&way, motion, moment);
  set_fading(&way, t, has_room);
  bool moves = has_room && t > MOTION_WORDS_GONE && t < MOTION_WORDS_COME;
  if (moves && moment->was) way.moved = moment->own->box;
  find_riders(&way);
  put_under(&way);
  put_travelling(&way);
  if (has_room) draw_room(&way, motion, moment, t);
  put_over(&way);
  set_clip(scene->pen.list, none);
}
