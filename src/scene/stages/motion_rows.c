/* scene/stages/motion_rows.c -- the rows with digits above the matrices on the way: those of the
** earlier stage keep their numbers and go to the place of those of the later one, which take it
** when their numbers have come. Where one of the two has none, the others fade as words do. */
#include "scene/stages/motion_way.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/stages/followed_rows.h"

/* Of the moment. */
static const float ROWS_STAY = 0.16f, ROWS_LEFT = 0.28f;      /* StageMotion.rows_stay */
static const float ROWS_TAKE = 0.04f, NEXT_ROWS_TAKE = 0.02f; /* which are there with the words */

/* The items of the rows of a picture; end 0: it has none. */
typedef struct Rows {
  int first, end;
  Box box; /* around all of them */
} Rows;

static bool begins_rows(const DrawList *list, int i) {
  const DrawGroup *group = &list->items[i].as.group;
  return i < list->item_count && list->items[i].kind == DRAW_GROUP && group->name &&
         strcmp(group->name, FOLLOWED_ROWS_GROUP) == 0;
}

/* A group that follows at once, such as that of their names, is of them. */
static Rows rows_of(const DrawList *list) {
  Rows rows = {0};
  for (int i = 0, depth = 0; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_GROUP) continue;
    if (rows.first == 0 && begins_rows(list, i)) rows.first = i + 1;
    else if (rows.first > 0) depth += list->items[i].as.group.name ? 1 : -1;
    if (depth >= 0) continue;
    rows.end = i;
    if (!begins_rows(list, i + 1)) break;
  }
  return rows;
}

/* The place of an item; w 0: it takes none. */
static Box place_of(const DrawItem *item) {
  const DrawText *text = &item->as.text;
  if (item->kind == DRAW_BOX) return item->as.box.box;
  if (item->kind == DRAW_HEATMAP) return item->as.heatmap.box;
  if (item->kind != DRAW_TEXT) return (Box){0};
  return (Box){text->at.x, text->at.y - text->size_pt, text->width_pt, text->size_pt};
}

static Rows measured(const DrawList *list) {
  Rows rows = rows_of(list);
  for (int i = rows.first; i < rows.end; i++) {
    Box place = place_of(&list->items[i]);
    if (place.w <= 0) continue;
    rows.box = rows.box.w > 0 ? motion_union(rows.box, place) : place;
  }
  return rows;
}

static void set_fates(Picture *picture) {
  Rows rows = rows_of(picture->list);
  for (int i = rows.first; i < rows.end; i++)
    if (picture->list->items[i].kind != DRAW_GROUP) picture->fates[i] = FATE_ROWS;
}

void motion_rows_find(Way *way) {
  if (way->folds) return;
  set_fates(&way->earlier);
  set_fates(&way->later);
}

/* An item of rows in one box when these are in another. */
static DrawItem carried(const DrawItem *item, Box from, Box to) {
  DrawItem out = *item;
  if (item->kind == DRAW_BOX) out.as.box.box = motion_carried_box(item->as.box.box, from, to);
  if (item->kind == DRAW_HEATMAP)
    out.as.heatmap.box = motion_carried_box(item->as.heatmap.box, from, to);
  if (item->kind == DRAW_TEXT) out.as.text = motion_carried_text(&item->as.text, from, to);
  return out;
}

static bool is_cell(const DrawItem *item) {
  return item->kind == DRAW_BOX && item->as.box.fill.a > 0;
}

Box motion_last_row(const DrawList *list) {
  Rows rows = rows_of(list);
  Box row = {0};
  for (int i = rows.first; i < rows.end; i++)
    if (is_cell(&list->items[i]) && list->items[i].as.box.box.y >= row.y + row.h)
      row = list->items[i].as.box.box;
  for (int i = rows.first; i < rows.end; i++)
    if (is_cell(&list->items[i]) && fabsf(list->items[i].as.box.box.y - row.y) < 1)
      row = motion_union(row, list->items[i].as.box.box);
  return row;
}

Box motion_rows_box(const DrawList *list) { return measured(list).box; }

static bool is_in(Box row, const DrawItem *item) {
  Box place = place_of(item);
  return box_holds(row, (Point){place.x + place.w / 2, place.y + place.h / 2});
}

void motion_last_row_draw(const Scene *scene, const DrawList *list, Box to, float alpha) {
  DrawList *out = scene->pen.list;
  Rows rows = rows_of(list);
  Box row = motion_last_row(list);
  float opacity = out->opacity;
  out->opacity = opacity * alpha;
  for (int i = rows.first; row.w > 0 && alpha > 0 && i < rows.end; i++) {
    const DrawItem *item = &list->items[i];
    if (!is_in(row, item)) continue;
    DrawItem moved = carried(item, row, to);
    if (is_cell(item)) draw_box(out, moved.as.box);
    if (item->kind == DRAW_TEXT) draw_text(out, moved.as.text);
  }
  out->opacity = opacity;
}

/* The sum that goes on without its terms has no sign before its name. */
static void take_sign(const Way *way, DrawText *text) {
  const TextMetrics *metrics = way->scene->pen.metrics;
  if (text->text.bytes < 3 || memcmp(text->text.at, "= ", 2) != 0) return;
  float end = text->at.x + text->width_pt;
  text->text = (Str){text->text.at + 2, text->text.bytes - 2};
  text->width_pt = metrics->width_pt(metrics->self, text->face, text->size_pt, text->text);
  text->at.x = end - text->width_pt;
}

/* A number; that of the chosen column is bold. */
static bool is_number(const DrawText *text) {
  return text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
}

/* Words that become smaller than what is read go. */
static float read_with(const DrawText *text, const DrawText *carried) {
  const float least = is_number(text) ? 8.5f : 9.5f, gone = least - 1; /* points */
  if (carried->size_pt >= text->size_pt) return 1;
  return float_clamp((carried->size_pt - gone) / (least - gone), 0, 1);
}

static void put_text(const Way *way, const DrawItem *item, DrawText text, bool is_alone) {
  DrawList *list = way->scene->pen.list;
  float opacity = list->opacity, seen = read_with(&item->as.text, &text);
  if (is_alone) take_sign(way, &text);
  list->opacity = opacity * seen;
  if (seen > 0) draw_text(list, text);
  list->opacity = opacity;
}

/* Whether one row, whose name is its only word, goes to where several will be. */
static bool goes_alone(const Way *way, const Rows *rows) {
  int words = 0;
  for (int i = rows->first; i < rows->end; i++) {
    const DrawItem *item = &way->earlier.list->items[i];
    words += item->kind == DRAW_TEXT && !is_number(&item->as.text);
  }
  return words == 1 && way->t > MOTION_WORDS_GONE / 2;
}

static void put(const Way *way, const Picture *picture, const Rows *rows, Box to, float alpha) {
  DrawList *list = way->scene->pen.list;
  float opacity = list->opacity;
  bool is_without = way->takes_row && picture == &way->earlier;
  bool is_alone = picture == &way->earlier && goes_alone(way, rows);
  Box last = is_without ? motion_last_row(picture->list) : (Box){0};
  list->opacity = opacity * alpha;
  for (int i = rows->first; alpha > 0 && i < rows->end; i++) {
    if (is_without && is_in(last, &picture->list->items[i])) continue;
    DrawItem item = carried(&picture->list->items[i], rows->box, to);
    if (item.kind == DRAW_BOX) draw_box(list, item.as.box);
    if (item.kind == DRAW_TEXT) put_text(way, &picture->list->items[i], item.as.text, is_alone);
    /* the room may have drawn the cells of the next one there already */
    float cells = picture == &way->later ? 1 : alpha;
    if (item.kind == DRAW_HEATMAP) motion_faded(way->scene, &item.as.heatmap, cells);
  }
  list->opacity = opacity;
}

/* Where the former rows are. One row that becomes one of several stays as high as it is, and is
** gone to their place before matrices are in its way. */
static Box box_now(const Way *way, const Rows *was, const Rows *is) {
  const float alike = 1.7f;
  Box to = is->box;
  if (was->end == 0 || is->end == 0) return was->box;
  if (fmaxf(to.h / was->box.h, was->box.h / to.h) < alike) return motion_box(was->box, to, way->s);
  to.h = was->box.h;
  return motion_box(was->box, to, motion_part(way->t, 0.15f, 0.3f));
}

void motion_rows_draw(const Way *way) {
  if (way->folds) return;
  Rows was = measured(way->earlier.list), is = measured(way->later.list);
  bool goes_on = was.end > 0 && is.end > 0;
  Box now = box_now(way, &was, &is);
  float stays = 1 - float_clamp((way->t - MOTION_ROWS_GO) / ROWS_TAKE, 0, 1);
  if (way->brought.w > 0) { /* by the room */
    if (was.end > 0) put(way, &way->earlier, &was, was.box, way->out);
    if (is.end > 0) put(way, &way->later, &is, is.box, way->t >= MOTION_WORDS_COME ? 1 : 0);
    return;
  }
  float alone = way->rows_stay ? 1 - motion_part(way->t, ROWS_STAY, ROWS_LEFT) : way->out;
  if (was.end > 0) put(way, &way->earlier, &was, now, goes_on ? stays : alone);
  if (is.end > 0)
    put(way, &way->later, &is, is.box,
        float_clamp((way->t - MOTION_WORDS_COME) / NEXT_ROWS_TAKE + 1, 0, 1));
}
