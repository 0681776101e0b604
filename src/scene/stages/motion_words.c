/* scene/stages/motion_words.c -- words on their way, of which none lies over another text. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"
#include "scene/token_shown.h"

/* Cosine and sine of the angle of a line. */
static Point direction_of(const DrawText *text) {
  double turn = (double)text->angle_deg * NUMBER_PI / 180;
  return (Point){(float)cos(turn), (float)sin(turn)};
}

/* The ink of a line, turned by its angle. */
static Box ink_of(const DrawText *text) {
  Point direction = direction_of(text);
  float up = text->size_pt * 0.78f;
  float down = text->size_pt * 0.28f;
  if (text->angle_deg == 0) return (Box){text->at.x, text->at.y - up, text->width_pt, up + down};
  float across = direction.x * text->width_pt;
  float along = -direction.y * text->width_pt;
  Box box = {fminf(text->at.x, text->at.x + across), fminf(text->at.y, text->at.y + along),
             fabsf(across), fabsf(along)};
  return box_inset(box, -up);
}

/* The corners of a line's ink. */
static void corners_of(const DrawText *text, Point corners[4]) {
  Point direction = direction_of(text);
  float up = text->size_pt * TEXT_CAP_HEIGHT, down = text->size_pt * 0.25f;
  for (int i = 0; i < 4; i++) {
    float x = i % 2 ? text->width_pt : 0, y = i / 2 ? down : -up;
    corners[i] = (Point){text->at.x + x * direction.x + y * direction.y,
                         text->at.y - x * direction.y + y * direction.x};
  }
}

/* How far the corners of one reach into those of another along a direction of length 1. */
static float depth_along(const Point a[4], const Point b[4], Point way) {
  float a_low = INFINITY, a_high = -INFINITY, b_low = INFINITY, b_high = -INFINITY;
  for (int i = 0; i < 4; i++) {
    float at = a[i].x * way.x + a[i].y * way.y, there = b[i].x * way.x + b[i].y * way.y;
    a_low = fminf(a_low, at), a_high = fmaxf(a_high, at);
    b_low = fminf(b_low, there), b_high = fmaxf(b_high, there);
  }
  return fminf(a_high, b_high) - fmaxf(a_low, b_low);
}

/* How far one text reaches into another, in points; 0: not at all. */
static float depth_in(const DrawText *a, const DrawText *b) {
  const float far = a->width_pt + b->width_pt + a->size_pt + b->size_pt;
  if (fabsf(a->at.x - b->at.x) > far || fabsf(a->at.y - b->at.y) > far) return 0;
  if (a->angle_deg == 0 && b->angle_deg == 0 &&
      fabsf(a->at.y - b->at.y) > fmaxf(a->size_pt, b->size_pt))
    return 0;
  Point one[4], other[4];
  corners_of(a, one);
  corners_of(b, other);
  float depth = INFINITY;
  for (int i = 0; i < 2; i++) {
    Point direction = direction_of(i ? b : a);
    depth = fminf(depth, depth_along(one, other, (Point){direction.x, -direction.y}));
    depth = fminf(depth, depth_along(one, other, (Point){direction.y, direction.x}));
  }
  return fmaxf(depth, 0);
}

/* Alpha from which on a text is read. */
enum { SEEN = 80 };

bool motion_meets_text(const DrawList *list, int first, Box ink) {
  for (int i = first; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind != DRAW_TEXT || item->as.text.color.a < SEEN) continue;
    Box common = box_common(ink, ink_of(&item->as.text));
    if (common.w > 0 && common.h > 0) return true;
  }
  return false;
}

/* Of the way of a word that goes aside and then up or down: how long each takes. */
static const float ASIDE = 0.55f;

/* Out of the overview a name of the first column catches up with the row that it will name. */
static const float CATCHES_UP = 0.42f;

static DrawText text_between(const Way *way, int later) {
  const DrawText *a = &way->earlier.list->items[way->later.twins[later]].as.text;
  const DrawText *b = &way->later.list->items[later].as.text;
  DrawText riding;
  bool rides = way->bearers[later] < 0 && motion_rides(way, later, &riding);
  float s = rides ? motion_part(way->t, 0, CATCHES_UP) : way->s;
  if (rides) b = &riding;
  DrawText out = s < 0.5f ? *a : *b;
  float size = motion_size(a->size_pt, b->size_pt, s);
  out.width_pt *= size / out.size_pt;
  out.size_pt = size;
  out.at = rides ? (Point){float_lerp(a->at.x, b->at.x, s), float_lerp(a->at.y, b->at.y, s)}
                 : motion_way_point(way, later, a->at, b->at);
  if (way->turns) /* aside first: from a column to a row none passes over another */
    out.at = (Point){float_lerp(a->at.x, b->at.x, stage_ease(s / ASIDE)),
                     float_lerp(a->at.y, b->at.y, stage_ease((s - 1 + ASIDE) / ASIDE))};
  if (!str_equal(a->text, b->text)) /* "the" and "the·5" end at the same place */
    out.at.x = float_lerp(a->at.x + a->width_pt, b->at.x + b->width_pt, s) - out.width_pt;
  out.color = color_mix(a->color, b->color, s);
  return out;
}

/* How much of a word is seen among those drawn before: little where it meets one, nothing further
** in. */
static float alpha_among(const DrawList *list, const int *texts, int count, const DrawText *text) {
  const float meets = 0.3f, faint = 0.4f;
  float deepest = 0;
  for (int i = 0; i < count; i++)
    deepest = fmaxf(deepest, depth_in(text, &list->items[texts[i]].as.text));
  return deepest <= meets ? 1 : faint * (1 - float_clamp(deepest / (text->size_pt * 0.25f), 0, 1));
}

/* The ground that an item covers; w 0: none. */
static Box covered_by(const DrawItem *item) {
  if (item->kind == DRAW_HEATMAP) return item->as.heatmap.box;
  return item->kind == DRAW_BOX && item->as.box.fill.a > 0 ? item->as.box.box : (Box){0};
}

/* Around all that the room drew; w 0: nothing. */
static Box room_drawn(const Way *way) {
  Box all = {0};
  for (int i = way->room_first; i < way->room_end; i++) {
    Box box = covered_by(&way->scene->pen.list->items[i]);
    if (box.w <= 0) continue;
    float x = fminf(all.x, box.x), y = fminf(all.y, box.y);
    float right = fmaxf(all.x + all.w, box.x + box.w), foot = fmaxf(all.y + all.h, box.y + box.h);
    all = all.w > 0 ? (Box){x, y, right - x, foot - y} : box;
  }
  return all;
}

/* Under what the room moves, all of which is in the box `drawn`. */
static bool is_under_room(const Way *way, Box drawn, const DrawText *text) {
  Box ink = ink_of(text);
  if (text->angle_deg != 0) ink = box_inset(ink, 0.78f * text->size_pt); /* it begins above cells */
  Box common = box_common(drawn, ink);
  if (common.w <= 0 || common.h <= 0) return false;
  for (int i = way->room_first; i < way->room_end; i++) {
    const DrawItem *item = &way->scene->pen.list->items[i];
    if (way->rows_pass && item->kind == DRAW_BOX) continue; /* grounds of words, and their bars */
    common = box_common(ink, covered_by(item));
    if (common.w > 0 && common.h > 0) return true;
  }
  return false;
}

/* The name of a matrix is not seen over another that passes. */
static bool lies_over_matrix(const Way *way, const DrawText *text) {
  Box ink = ink_of(text);
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (way->later.list->items[i].kind != DRAW_HEATMAP || way->later.fates[i] != FATE_TRAVELS)
      continue;
    Box common = box_common(ink, motion_way_box(way, i));
    if (common.w > 0 && common.h > 0) return true;
  }
  return false;
}

/* Where a text beside a matrix in one box stands when that one is in another: above or below it, or
** left or right, as far away. One that begins below it, left of it, stands at the edge of the
** picture, and stays there. */
static Point kept_beside(const DrawText *text, Box from, Box to) {
  bool is_at_edge = text->at.y > from.y + from.h && text->at.x < from.x;
  if (is_at_edge) return (Point){text->at.x, text->at.y - from.y - from.h + to.y + to.h};
  float y = text->at.y <= from.y + from.h / 2 ? text->at.y - from.y : text->at.y - from.y - from.h;
  bool is_above = text->at.y <= from.y, is_right = text->at.x >= from.x + from.w;
  float x = is_right && !is_above ? text->at.x - from.x - from.w : text->at.x - from.x;
  return (Point){to.x + x + (is_right && !is_above ? to.w : 0),
                 to.y + y + (text->at.y <= from.y + from.h / 2 ? 0 : to.h)};
}

/* A name that would cross its matrix on the way stays on its side of it for half of the way, and
** comes on the other side after that. Returns how much of it is seen. */
static float put_beside(const Way *way, int later, DrawText *text) {
  const float blink = 0.08f; /* of the way, in which it changes sides */
  int matrix = way->bearers[later];
  if (matrix < 0) return 0;
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  Box now = motion_way_box(way, matrix);
  bool is_first = way->s < 0.5f;
  *text = is_first ? was[way->later.twins[later]].as.text : is[later].as.text;
  Box box = is_first ? was[way->later.twins[matrix]].as.heatmap.box : is[matrix].as.heatmap.box;
  text->at = kept_beside(text, box, now);
  return float_clamp((fabsf(way->s - 0.5f) - blink / 2) / blink, 0, 1);
}

/* A name right of its matrix that will be above it goes up first, then along its upper edge. */
static bool climb(const Way *way, int later, DrawText *text) {
  const float up = 0.3f; /* of the way */
  int matrix = way->bearers[later];
  if (matrix < 0) return false;
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  const DrawText *a = &was[way->later.twins[later]].as.text, *b = &is[later].as.text;
  Box from = was[way->later.twins[matrix]].as.heatmap.box, to = is[matrix].as.heatmap.box;
  if (a->at.x < from.x + from.w || b->at.y > to.y) return false;
  Box now = motion_way_box(way, matrix);
  Point first = kept_beside(a, from, now), last = kept_beside(b, to, now);
  text->at.x = float_lerp(first.x, last.x, stage_ease((way->s - up) / (1 - up)));
  text->at.y = float_lerp(first.y, last.y, stage_ease(way->s / up));
  return true;
}

/* Names of columns that stand upright are above a matrix, too. */
static bool is_token(const Way *way, Str words) {
  const Trace *trace = way->scene->trace;
  for (int i = 0; i < trace_key_count(trace); i++)
    if (str_equal(token_shown(trace_key(trace, i)), words) ||
        str_equal(trace_key(trace, i)->label, words))
      return true;
  return false;
}

/* Below its matrix, where what passes leaves no room above. */
static float put_below(const Way *way, int later, DrawText *text) {
  int matrix = way->bearers[later];
  if (matrix < 0 || text->face != FACE_BOLD) return 0;
  Box now = motion_way_box(way, matrix);
  text->at = (Point){now.x + (now.w - text->width_pt) / 2, now.y + now.h + text->size_pt * 1.1f};
  return 1;
}

bool motion_leaves_picture(const DrawList *list, Box ink) {
  return ink.x < 0 || ink.y < 0 || ink.x + ink.w > list->width_pt ||
         ink.y + ink.h > list->height_pt;
}

bool motion_is_name(const Way *way, int later) {
  const DrawItem *item = &way->later.list->items[later];
  if (item->kind != DRAW_TEXT || way->later.fates[later] != FATE_FADES) return false;
  const DrawText *text = &item->as.text;
  bool is_mono = text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
  if (!is_mono && is_token(way, text->text))
    return way->words_come || motion_names_matrix(way, text);
  for (size_t i = 0; i < text->text.bytes; i++)
    if (text->text.at[i] >= '0' && text->text.at[i] <= '9') return false;
  return text->text.bytes > 0 && (way->words_come || motion_names_matrix(way, text));
}

/* The room says it already, at that line or so many lines from it. */
static bool is_said(const DrawList *list, const int *texts, int count, const DrawText *text,
                    float lines) {
  const float near = 8;
  for (int i = 0; i < count; i++) {
    const DrawText *other = &list->items[texts[i]].as.text;
    if (fabsf(other->at.y - text->at.y) < text->size_pt * lines &&
        fabsf(other->at.x - text->at.x) < near * text->size_pt &&
        str_equal(other->text, text->text))
      return true;
  }
  return false;
}

/* Out of the overview: of what comes after the matrices that travel, or too small to be read. */
static bool is_too_early(const Way *way, int later, bool rides, const DrawText *text) {
  const float least = 0.7f;
  const DrawText *own = &way->later.list->items[later].as.text;
  if (!way->folds) return false;
  if (rides) return text->size_pt < least * own->size_pt;
  Box rows = motion_rows_box(way->later.list);
  bool is_of_rows = rows.w > 0 && own->at.y > rows.y && own->at.y < rows.y + rows.h + own->size_pt;
  return is_of_rows || motion_names_what_fades(way, own);
}

/* Where nothing is in its place a name comes before the numbers do. */
static void put_name(const Way *way, int later, Box drawn_by_room, int *texts, int count) {
  DrawList *list = way->scene->pen.list;
  DrawText text = way->later.list->items[later].as.text;
  bool rides = motion_rides(way, later, &text);
  float comes = rides ? way->riding : way->names_in;
  bool is_free =
      comes > 0 && !is_too_early(way, later, rides, &text) &&
      !motion_leaves_picture(list, ink_of(&text)) && alpha_among(list, texts, count, &text) >= 1 &&
      !is_said(list, texts, count, &text, 0.5f) && !is_under_room(way, drawn_by_room, &text) &&
      !(way->names_wait && motion_names_what_fades(way, &text)) &&
      !(way->rows_wait && motion_names_row_to_come(way, &text));
  float alpha = is_free ? fmaxf(way->in, comes) : way->in, opacity = list->opacity;
  if (motion_is_brought(way, &text)) alpha = way->t >= MOTION_WORDS_COME ? 1 : 0;
  if (way->turns) alpha *= alpha_among(list, texts, count, &text); /* of words on their way */
  list->opacity = opacity * alpha;
  if (alpha > 0) draw_text(list, text);
  list->opacity = opacity;
}

/* Names that ride on a matrix come first, and what they would meet waits for them to arrive. */
static void put_names(const Way *way, int *texts, int count) {
  DrawList *list = way->scene->pen.list;
  Box drawn_by_room = room_drawn(way);
  int hiding = count;
  for (int pass = way->folds ? 0 : 1; pass < 2; pass++)
    for (int i = 0; i < way->later.list->item_count; i++) {
      DrawText riding;
      if (!motion_is_name(way, i) || motion_rides(way, i, &riding) != (pass == 0)) continue;
      int next = list->item_count;
      put_name(way, i, drawn_by_room, texts, pass == 0 ? count : hiding);
      if (pass == 0 && list->item_count > next) texts[hiding++] = next;
    }
}

/* Names that the later picture does not have go with their matrices until its own come. */
static int put_leavers(const Way *way, int *texts, int count) {
  DrawList *list = way->scene->pen.list;
  float opacity = list->opacity, alpha = fmaxf(way->out, way->names_out);
  for (int i = 0; i < way->earlier.list->item_count; i++) {
    if (way->leavers[i] < 0) continue;
    DrawText text = way->earlier.list->items[i].as.text;
    int twin = way->later.twins[way->leavers[i]];
    text.at = kept_beside(&text, way->earlier.list->items[twin].as.heatmap.box,
                          motion_way_box(way, way->leavers[i]));
    if (alpha <= 0 || lies_over_matrix(way, &text) || motion_leaves_picture(list, ink_of(&text)))
      continue;
    list->opacity = opacity * alpha * alpha_among(list, texts, count, &text);
    int next = list->item_count;
    if (list->opacity >= 0.05f * opacity) draw_text(list, text);
    if (list->item_count > next && alpha >= 0.25f) texts[count++] = next;
  }
  list->opacity = opacity;
  return count;
}

void motion_put_words(const Way *way, int first) {
  DrawList *list = way->scene->pen.list;
  int most = list->item_count - first + way->later.list->item_count, count = 0;
  most += way->earlier.list->item_count;
  int *texts = arena_take(list->arena, (size_t)most + 1, sizeof *texts);
  float opacity = list->opacity;
  Box passing = way->rows_pass ? room_drawn(way) : (Box){0};
  const float lines = 2.5f; /* from a name of the room to the same on its way */
  if (!texts) return;
  for (int i = first; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.color.a >= 64)
      texts[count++] = i;
  int of_room = way->room_end > way->room_first ? count : 0;
  for (int i = 0; i < way->later.list->item_count; i++) {
    const DrawItem *to = &way->later.list->items[i];
    if (to->kind != DRAW_TEXT || way->later.fates[i] != FATE_TRAVELS) continue;
    DrawText text = text_between(way, i);
    float seen = 1;
    bool is_title = way->titles[i] && !is_token(way, text.text);
    bool climbs = is_title && climb(way, i, &text);
    if (is_title && !climbs && lies_over_matrix(way, &text)) seen = put_beside(way, i, &text);
    if (is_title && (seen <= 0 || lies_over_matrix(way, &text))) seen = put_below(way, i, &text);
    if (seen <= 0 || (is_title && lies_over_matrix(way, &text))) continue;
    if (motion_leaves_picture(list, ink_of(&text)) || is_under_room(way, passing, &text)) continue;
    if (!is_title && is_said(list, texts, of_room, &text, lines)) continue;
    list->opacity = opacity * seen * alpha_among(list, texts, count, &text);
    if (list->opacity < 0.05f * opacity) continue;
    int next = list->item_count;
    draw_text(list, text);
    if (list->item_count > next && list->items[next].as.text.color.a >= 64) texts[count++] = next;
  }
  list->opacity = opacity;
  count = put_leavers(way, texts, count);
  put_names(way, texts, count);
}
