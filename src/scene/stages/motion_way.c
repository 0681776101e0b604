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

/* -- words ------------------------------------------------------------------------------------- */

/* Numbers belong to their cells; a word may go from one picture to the other by itself. */
static bool is_word(const DrawText *text) {
  const unsigned char *at = (const unsigned char *)text->text.at;
  bool is_latin = (at[0] | 32) >= 'a' && (at[0] | 32) <= 'z';
  bool is_sign = at[0] == 0xE2 || (at[0] == 0xC3 && at[1] == 0x97);
  return is_latin || (at[0] >= 0xC3 && !is_sign);
}

/* What a word names: a row of a matrix to its right, a column below it, or a matrix below. heatmap
** −1: neither. */
typedef struct Named {
  int heatmap, row, col; /* both −1: the matrix */
} Named;

static const float NAMES_MOST_PT = 120; /* a word further away names something else */

static int rows_drawn(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
}

static int cols_drawn(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
}

/* How far away what it names is in this matrix; negative: it names nothing of it. */
static float distance_to(const DrawText *text, const DrawHeatmap *heatmap, Named *named) {
  Box box = heatmap->box;
  float x = text->at.x, y = text->at.y - text->size_pt * 0.3f, end = x + text->width_pt;
  if (text->angle_deg != 0) { /* a column, above which it begins */
    if (x < box.x || x >= box.x + box.w || text->at.y > box.y + 2) return -1;
    named->col = (int)((x - box.x) / box.w * (float)cols_drawn(heatmap));
    return box.y - text->at.y;
  }
  if (y >= box.y && y < box.y + box.h && end <= box.x + 2) {
    named->row = (int)((y - box.y) / box.h * (float)rows_drawn(heatmap));
    return box.x - end;
  }
  if (text->at.y <= box.y + 2 && x < box.x + box.w && end > box.x - NAMES_MOST_PT)
    return fmaxf(box.y - text->at.y, box.x - end);
  return -1;
}

/* The nearest one. */
static Named named_by(const DrawList *list, const DrawText *text) {
  Named found = {-1, -1, -1};
  float nearest = NAMES_MOST_PT;
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_HEATMAP) continue;
    Named named = {i, -1, -1};
    float away = distance_to(text, &list->items[i].as.heatmap, &named);
    if (away <= -3 || (away < 0 && named.row < 0 && named.col < 0) || away >= nearest) continue;
    nearest = away;
    found = named;
  }
  return found;
}

/* Such as a colour bar. */
static bool is_strip(const DrawHeatmap *heatmap) {
  return heatmap->values.rows <= 1 || heatmap->values.cols <= 1;
}

/* The matrix left of a name that stands beside its upper end; −1: there is none. */
static int named_from_right(const DrawList *list, const DrawText *text) {
  const float most = 200; /* points between them, where sums of rows stand */
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.heatmap.box;
    if (list->items[i].kind != DRAW_HEATMAP || is_strip(&list->items[i].as.heatmap)) continue;
    if (text->at.y < box.y) continue;
    float away = text->at.x - box.x - box.w;
    if (away >= 0 && away < most && text->at.y < box.y + 0.7f * box.h) return i;
  }
  return -1;
}

bool motion_names_matrix(const Way *way, const DrawText *text) {
  const DrawList *list = way->later.list;
  int named = named_by(list, text).heatmap;
  if (named >= 0 && !is_strip(&list->items[named].as.heatmap)) return true;
  return text->face == FACE_BOLD && named_from_right(list, text) >= 0;
}

/* Matrices side by side have common rows, which are named once. */
static bool has_same_rows(const DrawItem *a, const DrawItem *b) {
  Box one = a->as.heatmap.box, other = b->as.heatmap.box;
  return a == b || (rows_drawn(&a->as.heatmap) == rows_drawn(&b->as.heatmap) &&
                    fabsf(one.y - other.y) < 1 && fabsf(one.h - other.h) < 1 && other.x >= one.x);
}

/* And those below each other common columns. */
static bool has_same_cols(const DrawItem *a, const DrawItem *b) {
  Box one = a->as.heatmap.box, other = b->as.heatmap.box;
  return a == b || (cols_drawn(&a->as.heatmap) == cols_drawn(&b->as.heatmap) &&
                    fabsf(one.x - other.x) < 1 && fabsf(one.w - other.w) < 1 && other.y >= one.y);
}

/* The matrix of the later picture of which both name the same row or column, or that both name;
** −1: there is none. */
static int name_the_same(const Way *way, Named earlier, Named later) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  if (earlier.heatmap < 0 || later.heatmap < 0 || earlier.row != later.row ||
      earlier.col != later.col)
    return -1;
  if (earlier.row < 0 && way->earlier.twins[earlier.heatmap] == later.heatmap) return later.heatmap;
  bool (*is_same_line)(const DrawItem *, const DrawItem *) =
      earlier.row >= 0 ? has_same_rows : has_same_cols;
  for (int i = 0; i < way->earlier.list->item_count; i++) {
    int twin = way->earlier.twins[i];
    if (was[i].kind == DRAW_HEATMAP && twin >= 0 && is_same_line(&was[earlier.heatmap], &was[i]) &&
        is_same_line(&is[later.heatmap], &is[twin]))
      return twin;
  }
  return -1;
}

static bool has_matrices(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP) return true;
  return false;
}

static bool may_travel(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  return item->kind == DRAW_TEXT && picture->fates[i] == FATE_FADES && is_word(&item->as.text);
}

/* A word goes with what it names. Where the earlier picture has words alone, those of the same
** text are the same, in the order in which they are drawn. carriers: the matrix of each. */
static void find_words(Way *way, int *carriers) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  bool is_named = has_matrices(earlier);
  Named *names =
      arena_take(way->scene->pen.list->arena, (size_t)earlier->item_count + 1, sizeof *names);
  if (!names) return;
  for (int i = 0; i < earlier->item_count; i++)
    if (may_travel(&way->earlier, i)) names[i] = named_by(earlier, &earlier->items[i].as.text);
  for (int i = 0; i < later->item_count; i++) {
    if (!may_travel(&way->later, i)) continue;
    const DrawText *text = &later->items[i].as.text;
    if (!is_named && text->angle_deg != 0) continue;
    Named named = named_by(later, text);
    for (int k = 0; k < earlier->item_count; k++) {
      if (!may_travel(&way->earlier, k) || !str_equal(earlier->items[k].as.text.text, text->text) ||
          earlier->items[k].as.text.angle_deg != text->angle_deg)
        continue;
      int carrier = is_named ? name_the_same(way, names[k], named) : -1;
      if (is_named && carrier < 0) continue;
      motion_join(way, k, i, FATE_TRAVELS);
      carriers[i] = carrier;
      way->titles[i] = named.heatmap >= 0 && named.row < 0 && named.col < 0;
      break;
    }
  }
}

/* The names of rows that go to places of which there is no matrix. Names of tokens may be told
** apart there, "the·5". */
static void find_rows(Way *way, const Moment *moment, const StageMotion *motion) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    const DrawText *text = &later->items[i].as.text;
    if (!may_travel(&way->later, i) || text->angle_deg != 0) continue;
    int row = motion->row_named(moment, text);
    for (int k = 0; row >= 0 && k < earlier->item_count; k++) {
      const DrawText *was = &earlier->items[k].as.text;
      if (!may_travel(&way->earlier, k) || was->text.bytes > text->text.bytes ||
          memcmp(was->text.at, text->text.at, was->text.bytes) != 0 ||
          named_by(earlier, was).row != row)
        continue;
      motion_join(way, k, i, FATE_TRAVELS);
      break;
    }
  }
}

static bool has_digit(Str text) {
  for (size_t i = 0; i < text.bytes; i++)
    if (text.at[i] >= '0' && text.at[i] <= '9') return true;
  return false;
}

/* A matrix of both pictures, which travels or becomes the other in the room. */
static bool goes_on(const Way *way, int later) {
  Fate fate = way->later.fates[later];
  return fate == FATE_TRAVELS || fate == FATE_ROOMS;
}

/* The names of matrices that have another one, or none, where they arrive. */
static void find_leavers(Way *way) {
  const DrawList *earlier = way->earlier.list;
  for (int i = 0; i < earlier->item_count; i++) {
    const DrawText *text = &earlier->items[i].as.text;
    if (earlier->items[i].kind != DRAW_TEXT || way->earlier.fates[i] != FATE_FADES) continue;
    if (text->angle_deg != 0 || text->face != FACE_BOLD || text->text.bytes == 0) continue;
    Named named = named_by(earlier, text);
    if (named.row >= 0 || named.col >= 0) continue;
    bool is_of_bar = named.heatmap >= 0 && is_strip(&earlier->items[named.heatmap].as.heatmap);
    if ((named.heatmap < 0 || is_of_bar) && !has_digit(text->text))
      named.heatmap = named_from_right(earlier, text);
    if (named.heatmap < 0) continue;
    int twin = way->earlier.twins[named.heatmap];
    if (twin >= 0 && goes_on(way, twin)) way->leavers[i] = twin;
  }
}

/* -- frames ------------------------------------------------------------------------------------ */

static const float FRAME_AROUND = 10; /* points around the matrix within which it is marked */

static bool is_frame(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  return item->kind == DRAW_BOX && picture->fates[i] == FATE_FADES && item->as.box.fill.a == 0;
}

static bool is_around(Box matrix, Box frame) {
  Box common = box_common(box_inset(matrix, -FRAME_AROUND), frame);
  return common.w >= frame.w - 0.01f && common.h >= frame.h - 0.01f;
}

/* A box as it would be if one matrix became another. */
static Box carried_box(Box box, Box from, Box to) {
  float across = from.w > 0 ? to.w / from.w : 1, down = from.h > 0 ? to.h / from.h : 1;
  return (Box){to.x + (box.x - from.x) * across, to.y + (box.y - from.y) * down, box.w * across,
               box.h * down};
}

static bool is_near(Box a, Box b) {
  const float near = FRAME_AROUND;
  return fabsf(a.x - b.x) < near && fabsf(a.y - b.y) < near &&
         fabsf(a.x + a.w - b.x - b.w) < near && fabsf(a.y + a.h - b.y - b.h) < near;
}

/* The frame of the same cells in the earlier picture; −1: there is none. */
static int frame_before(const Way *way, int matrix, const DrawBox *frame) {
  Box to = way->later.list->items[matrix].as.heatmap.box;
  Box from = way->earlier.list->items[way->later.twins[matrix]].as.heatmap.box;
  for (int k = 0; k < way->earlier.list->item_count; k++) {
    if (!is_frame(&way->earlier, k)) continue;
    const DrawBox *was = &way->earlier.list->items[k].as.box;
    if (memcmp(&was->stroke, &frame->stroke, sizeof was->stroke) == 0 &&
        is_around(from, was->box) && is_near(carried_box(was->box, from, to), frame->box))
      return k;
  }
  return -1;
}

/* What frames the same cells of a matrix that travels goes with them. */
static void find_frames(Way *way) {
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

Box motion_way_frame(const Way *way, int later) {
  int matrix = way->bearers[later];
  assert(matrix >= 0);
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  Box now = motion_way_box(way, matrix);
  Box from = carried_box(was[way->later.twins[later]].as.box.box,
                         was[way->later.twins[matrix]].as.heatmap.box, now);
  Box to = carried_box(is[later].as.box.box, is[matrix].as.heatmap.box, now);
  return motion_box(from, to, way->s);
}

/* -- stepping aside ---------------------------------------------------------------------------- */

static const float ASIDE_FROM = 0.1f, ASIDE_AFTER = 0.3f; /* of the way */

static Box between(const DrawText *a, const DrawText *b, float s) {
  float x = float_lerp(a->at.x, b->at.x, s), y = float_lerp(a->at.y, b->at.y, s);
  float height = fmaxf(a->size_pt, b->size_pt);
  return (Box){x, y - height, fmaxf(a->width_pt, b->width_pt), height};
}

/* A matrix at a moment of its way, with the words that go with it. */
static Box room_of(const Way *way, int later, const int *carriers, float s) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  const int *twins = way->later.twins;
  Box room = motion_box(was[twins[later]].as.heatmap.box, is[later].as.heatmap.box, s);
  for (int i = 0; i < way->later.list->item_count; i++)
    if (is[i].kind == DRAW_TEXT && carriers[i] == later)
      room = union_of(room, between(&was[twins[i]].as.text, &is[i].as.text, s));
  return room;
}

/* Whether one is above the other at first and below it in the end. */
static bool pass(const Way *way, int one, int other) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  float before =
      was[way->later.twins[one]].as.heatmap.box.y - was[way->later.twins[other]].as.heatmap.box.y;
  float after = is[one].as.heatmap.box.y - is[other].as.heatmap.box.y;
  return before * after < 0;
}

/* Of two that pass each other one goes to the left, one to the right, as far as there is room. */
static void step_aside(Way *way, int one, int other, const int *carriers) {
  const float gap = stage_points(way->scene, 14), edge = way->scene->pen.list->width_pt - gap;
  Box a = room_of(way, one, carriers, 0.5f), b = room_of(way, other, carriers, 0.5f);
  Box common = box_common(a, b);
  if (common.w <= 0) return;
  float apart = a.x + a.w + gap - b.x;
  /* all the time that they are aside */
  for (float s = ASIDE_FROM; s <= 1 - ASIDE_FROM + 0.01f; s += 0.1f) {
    a = union_of(a, room_of(way, one, carriers, s));
    b = union_of(b, room_of(way, other, carriers, s));
  }
  float left = fminf(apart / 2, fmaxf(a.x - gap, 0));
  float right = fminf(apart - left, fmaxf(edge - b.x - b.w, 0));
  way->asides[one] = -left;
  way->asides[other] = right;
}

static bool may_step_aside(const Way *way, int i) {
  return way->later.list->items[i].kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS &&
         way->asides[i] == 0 && way->later.clips[i].w < 0 &&
         way->earlier.clips[way->later.twins[i]].w < 0;
}

static void find_asides(Way *way, const int *carriers) {
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++)
    for (int k = 0; may_step_aside(way, i) && k < i; k++)
      if (may_step_aside(way, k) && pass(way, i, k)) step_aside(way, i, k, carriers);
  for (int i = 0; i < later->item_count; i++)
    if (later->items[i].kind == DRAW_TEXT && carriers[i] >= 0)
      way->asides[i] = way->asides[carriers[i]];
}

/* To the side first, and up or down once it is there. */
Point motion_way_point(const Way *way, int later, Point from, Point to) {
  float s = way->s, aside = way->asides[later];
  if (aside == 0) return (Point){float_lerp(from.x, to.x, s), float_lerp(from.y, to.y, s)};
  float out = fminf(float_clamp(s / ASIDE_AFTER, 0, 1), float_clamp((1 - s) / ASIDE_AFTER, 0, 1));
  float along = float_clamp((s - 0.2f) / 0.6f, 0, 1);
  return (Point){float_lerp(from.x, to.x, s) + aside * stage_ease(out),
                 float_lerp(from.y, to.y, along)};
}

Box motion_way_box(const Way *way, int later) {
  const DrawItem *was = &way->earlier.list->items[way->later.twins[later]];
  Box from = was->as.heatmap.box, to = way->later.list->items[later].as.heatmap.box;
  Box box = motion_box(from, to, way->s);
  Point middle = motion_way_point(way, later, (Point){from.x + from.w / 2, from.y + from.h / 2},
                                  (Point){to.x + to.w / 2, to.y + to.h / 2});
  return (Box){middle.x - box.w / 2, middle.y - box.h / 2, box.w, box.h};
}

/* -- all --------------------------------------------------------------------------------------- */

bool motion_way_make(Way *way, const DrawList *earlier, const DrawList *later) {
  Arena *arena = way->scene->pen.list->arena;
  way->asides = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->asides);
  way->titles = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->titles);
  way->bearers = arena_take(arena, (size_t)later->item_count + 1, sizeof *way->bearers);
  way->leavers = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->leavers);
  way->carriers = arena_take(arena, (size_t)earlier->item_count + 1, sizeof *way->carriers);
  if (!way->asides || !way->titles || !way->bearers || !way->leavers || !way->carriers)
    return false;
  for (int i = 0; i < later->item_count; i++)
    way->asides[i] = 0, way->titles[i] = false, way->bearers[i] = -1;
  for (int i = 0; i < earlier->item_count; i++) way->leavers[i] = way->carriers[i] = -1;
  return picture_make(way->scene, earlier, &way->earlier) &&
         picture_make(way->scene, later, &way->later);
}

void motion_way_match(Way *way, const Moment *moment) {
  motion_bars_match(way);
  find_what_stays(way);
  /* before what is the same: a later stage may show the earlier one's result small, as a summand */
  if (moment) join_pairs(way, moment);
  find_same_matrices(way);
  if (moment) join_stream(way, moment);
  motion_carried_find(way);
}

void motion_way_follow(Way *way, const Moment *moment, const StageMotion *motion) {
  find_riders(way);
  find_words(way, way->bearers);
  if (moment && motion && motion->row_named) find_rows(way, moment, motion);
  find_asides(way, way->bearers);
  if (way->folds) return;
  find_frames(way);
  find_leavers(way);
}
