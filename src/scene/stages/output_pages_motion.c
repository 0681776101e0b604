/* scene/stages/output_pages_motion.c -- how a weighted sum comes about where its rows are pages of
** columns: the weights of the asked row lift out of their matrix, while that one makes room, and go
** to the rows of V that come beside them; these pale to their share, and a copy of each falls into
** the sum, the lightest first.
**
**   t  .2 … .4 the matrix goes to its place; a row comes when its place is free
**      about .47 the rows pale    .57 … .79 they add up
*/
#include "scene/stages/output_pages.h"

#include <math.h>

#include "base/number.h"

/* When weights lift out of a matrix that stays, and of one that fades. */
static const float LIFTS = 0.2f, LIFTS_FADING = 0.08f, FADED = 0.125f;
static const float DIGITS_LEAST = 8; /* points */
static const float FLIES = 0.05f, COMES = 0.04f;
static const float PALES_FROM = 0.464f, PALES_TO = 0.488f, DIGITS_TAKE = 0.012f;
static const float FALLS_FROM = 0.57f, FALLS_APART = 0.14f, FALLS_TAKE = 0.08f;

typedef struct PagesWay {
  const Moment *moment;
  Scene scene; /* fitted */
  OutputPlace place;
  OutputPages pages;
  const DrawHeatmap *from, *to; /* the weights; to NULL: the later picture has none */
  const DrawText **numbers;     /* of from */
  float sets_out, arrives;      /* when they do */
  float lifts;                  /* when cells leave them */
  int row;
  int order[FOLLOWED_ROWS_MOST];  /* of the terms, the lightest first */
  float come[FOLLOWED_ROWS_MOST]; /* when there is room for each of them and for the sum */
  float weighed;                  /* 0: rows of V … 1: of weight × V */
} PagesWay;

static Box matrix_at(const PagesWay *way, float t) {
  if (!way->to) return way->from->box;
  return motion_box(way->from->box, way->to->box, motion_part(t, way->sets_out, way->arrives));
}

/* The place of a row is free when the matrix and the words above it are below. */
static float free_from(const PagesWay *way, int index) {
  const float words = 34, step = 0.01f, apart = 0.01f;
  Box cells = followed_rows_cells(&way->scene, way->pages.box, &way->pages.rows, index);
  float t = way->sets_out, foot = cells.y + cells.h;
  if (!way->from || !way->to) return FADED + apart * (float)index;
  float above = fminf(stage_points(&way->scene, words), way->to->box.y - foot - 1);
  while (t < way->arrives && matrix_at(way, t).y - above < foot) t += step;
  return t;
}

static bool make(PagesWay *way) {
  TracePart part = trace_output_weights(way->scene.trace);
  const Moment *moment = way->moment;
  const StageMotion *motion =
      stage_motion_of(moment->earlier.view->stage, moment->later.view->stage);
  if (!output_pages_make(&way->scene, &way->place, way->row, &way->pages)) return false;
  way->from = motion_heatmap(&moment->earlier, moment->earlier_list, part);
  way->to = motion_heatmap(&moment->later, moment->later_list, part);
  if (way->from) way->numbers = motion_numbers(moment->earlier_list, way->from);
  way->sets_out = motion->sets_out, way->arrives = motion->arrives;
  way->lifts = way->from && way->to ? LIFTS : LIFTS_FADING;
  way->weighed = motion_part(moment->t, PALES_FROM, PALES_TO);
  for (int i = 0; i < way->pages.rows.count; i++) way->come[i] = free_from(way, i);
  for (int i = 0; i < way->pages.count; i++) {
    int at = i;
    for (; at > 0 && way->pages.shares[way->order[at - 1]].share > way->pages.shares[i].share; at--)
      way->order[at] = way->order[at - 1];
    way->order[at] = i;
  }
  return true;
}

/* -- weights ----------------------------------------------------------------------------------- */

static float row_seen(const PagesWay *way, int i) {
  float from = way->come[i] + FLIES - COMES / 2;
  float seen = motion_part(way->moment->t, from, from + COMES);
  bool are_many = i < way->pages.count && way->pages.keys[i] < 0; /* they are one row as products */
  return are_many ? fminf(seen, way->weighed) : seen;
}

/* Digits below something that passes are not seen in part. */
static void cover_digits(DrawList *list, Box box) {
  for (int i = 0; i < list->item_count; i++) {
    DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    float high = text->size_pt * TEXT_CAP_HEIGHT;
    Box common = box_common(box, (Box){text->at.x, text->at.y - high, text->width_pt, high});
    if (common.w > 0 && common.h > 0) text->color.a = 0;
  }
}

/* The cell of a weight: up out of its matrix first, then to the side. */
static void draw_flying(const PagesWay *way, int i, Box to) {
  const OutputShare *share = &way->pages.shares[i];
  DrawList *list = way->scene.pen.list;
  float t = way->moment->t, ends = way->come[i] + FLIES;
  float up = motion_part(t, way->lifts, fmaxf(ends - 0.04f, way->lifts + 0.03f));
  float aside = motion_part(t, ends - FLIES, ends), grown = fminf(3 * up, 1);
  DrawHeatmap moving = *way->from;
  int cell = way->row * moving.values.cols + way->pages.keys[i];
  Box was = draw_heatmap_cell(&moving, way->row, way->pages.keys[i]);
  moving.box = matrix_at(way, t);
  Box now = draw_heatmap_cell(&moving, way->row, way->pages.keys[i]), card;
  card.w = float_lerp(was.w, to.w, to.w > was.w ? grown : up);
  card.h = float_lerp(was.h, to.h, to.h > was.h ? grown : up);
  card.x = float_lerp(now.x + now.w / 2, to.x + to.w / 2, aside) - card.w / 2;
  card.y = float_lerp(now.y + now.h / 2, to.y + to.h / 2, up) - card.h / 2;
  const DrawText *former = way->numbers ? way->numbers[cell] : NULL;
  float last = output_share_size(&way->scene, to, share);
  float size = former ? motion_size(former->size_pt, last, up) : last;
  size = fminf(size, last * 1.1f * card.w / to.w);
  if (size < DIGITS_LEAST) size = 0;
  cover_digits(list, box_inset(card, -1));
  draw_box(
      list,
      (DrawBox){.box = box_inset(card, -1.5f), .corner = 4, .fill = way->scene.pen.theme->paper});
  output_share_draw_cell(&way->scene, card, share, size);
}

static void draw_share(const PagesWay *way, int i) {
  const OutputShare *share = &way->pages.shares[i];
  DrawList *list = way->scene.pen.list;
  Box to = output_share_cell(&way->place, &way->scene, share);
  float opacity = list->opacity, seen = row_seen(way, i);
  bool flies = way->from && way->pages.keys[i] >= 0;
  list->opacity = opacity * seen;
  if (seen > 0) output_share_draw_name(&way->scene, &way->place, share);
  if (flies) list->opacity = opacity;
  if (flies && way->moment->t < way->come[i] + FLIES) draw_flying(way, i, to);
  else if (list->opacity > 0)
    output_share_draw_cell(&way->scene, to, share, output_share_size(&way->scene, to, share));
  list->opacity = opacity;
}

/* -- rows -------------------------------------------------------------------------------------- */

static float fallen(const PagesWay *way, int nth) {
  float from = FALLS_FROM + FALLS_APART * (float)nth / (float)int_max(way->pages.count, 1);
  return motion_part(way->moment->t, from, from + FALLS_TAKE);
}

/* A row of V on its way to weight × V. */
static MatView paled(const PagesWay *way, int i) {
  MatView product = way->pages.rows.rows[i].values;
  int key = way->pages.keys[i];
  if (key < 0 || way->weighed >= 1) return product;
  MatView v = mat_view_rows(stage_matrix(&way->scene, trace_values(way->scene.trace)), key, 1);
  if (way->weighed <= 0) return v;
  float *mixed = arena_take(way->scene.pen.list->arena, (size_t)v.cols, sizeof *mixed);
  for (int col = 0; mixed && col < v.cols; col++)
    mixed[col] = float_lerp(mat_get(v, 0, col), mat_get(product, 0, col), way->weighed);
  return mixed ? (MatView){mixed, 1, v.cols, v.cols} : product;
}

/* What has fallen, and how many rows. */
static MatView sum_of_fallen(const PagesWay *way, MatView whole, int *count) {
  float *sum = arena_take(way->scene.pen.list->arena, (size_t)whole.cols, sizeof *sum);
  if (!sum) return whole;
  for (int col = 0; col < whole.cols; col++) sum[col] = 0;
  for (int nth = 0; nth < way->pages.count; nth++) {
    if (fallen(way, nth) < 1) continue;
    (*count)++;
    MatView row = way->pages.rows.rows[way->order[nth]].values;
    for (int col = 0; col < whole.cols; col++) sum[col] += mat_get(row, 0, col);
  }
  return *count == way->pages.count ? whole : (MatView){sum, 1, whole.cols, whole.cols};
}

/* Digits that a falling row passes over are not seen in part. */
static bool is_passed_over(const PagesWay *way, Box cells) {
  for (int nth = 0; nth < way->pages.count; nth++) {
    float s = fallen(way, nth);
    if (s <= 0 || s >= 1) continue;
    Box from = followed_rows_cells(&way->scene, way->pages.box, &way->pages.rows, way->order[nth]);
    Box to = followed_rows_cells(&way->scene, way->pages.box, &way->pages.rows, way->pages.count);
    float y = float_lerp(from.y, to.y, s), close = 0.02f * cells.h;
    if (fabsf(y - cells.y) < cells.h - close) return true;
  }
  return false;
}

/* Over what it passes. */
static void draw_falling(const PagesWay *way) {
  const FollowedRows *rows = &way->pages.rows;
  for (int nth = 0; nth < way->pages.count; nth++) {
    float s = fallen(way, nth);
    if (s <= 0 || s >= 1) continue;
    int i = way->order[nth];
    Box box = followed_rows_cells(&way->scene, way->pages.box, rows, i);
    Box to = followed_rows_cells(&way->scene, way->pages.box, rows, way->pages.count);
    box.y = float_lerp(box.y, to.y, s);
    draw_box(way->scene.pen.list,
             (DrawBox){.box = box_inset(box, -1), .fill = way->scene.pen.theme->paper});
    followed_rows_draw_at(&way->scene, way->pages.box, rows, i, box.y);
    matrix_outline(&way->scene, box_inset(box, -1), way->scene.pen.theme->value, 1.5f);
  }
}

static void draw_rows(const PagesWay *way) {
  OutputPages drawn = way->pages;
  FollowedRow *rows = drawn.rows.rows, *sum = &rows[drawn.count];
  float t = way->moment->t;
  float changes = fminf(motion_part(t, PALES_FROM - DIGITS_TAKE, PALES_FROM),
                        1 - motion_part(t, PALES_TO, PALES_TO + DIGITS_TAKE));
  int count = 0;
  for (int i = 0; i < drawn.count; i++) {
    Box cells = followed_rows_cells(&way->scene, drawn.box, &drawn.rows, i);
    rows[i].values = paled(way, i);
    rows[i].gone = 1 - row_seen(way, i);
    rows[i].digits_gone = is_passed_over(way, cells) ? 1 : changes;
  }
  sum->values = sum_of_fallen(way, sum->values, &count);
  sum->gone = 1 - row_seen(way, drawn.count);
  if (count == 0) sum->reached = 0;
  sum->digits_gone = count < drawn.count;
  followed_rows_draw(&way->scene, drawn.box, &drawn.rows);
  draw_falling(way);
}

/* -- all --------------------------------------------------------------------------------------- */

/* Of V, then of A·V. */
static void draw_head(const PagesWay *way, float seen) {
  DrawList *list = way->scene.pen.list;
  float opacity = list->opacity, s = way->weighed;
  list->opacity = opacity * seen * fabsf(2 * s - 1);
  if (list->opacity > 0) output_head_draw(&way->scene, &way->place, s > 0.5f);
  list->opacity = opacity;
}

static bool are_there(const Scene *scene, const OutputPlace *place) {
  MatView v = stage_matrix(scene, trace_values(scene->trace));
  return place->hides_v && place->is_paged && v.at &&
         stage_matrix(scene, trace_output_weights(scene->trace)).at;
}

Box output_pages_brought(const Moment *moment) {
  Scene scene = stage_fitted(&moment->later, moment->later_box);
  OutputPlace place = output_place(&scene, moment->later_box);
  float above = stage_points(&scene, 24), below = stage_points(&scene, 4);
  if (!are_there(&scene, &place)) return (Box){0};
  float top = place.head_y - above, foot = place.sum.y + place.sum.h + below;
  return (Box){place.line.x, top, place.line.w + stage_points(&scene, 16), foot - top};
}

/* Cells of the output are there as far as the matrix has left their place. */
static void draw_output(const PagesWay *way) {
  DrawHeatmap cells = *way->moment->own;
  DrawList *list = way->scene.pen.list;
  float t = way->moment->t, left = cells.box.x;
  int all = cells.filled < 0 ? cells.values.rows * cells.values.cols : cells.filled;
  if (t < 0.9f) cells.filled = (int)(motion_part(t, 0.82f, 0.9f) * (float)all);
  if (way->to && way->from && t < way->arrives) {
    Box matrix = matrix_at(way, t);
    left = fmaxf(left, matrix.x + matrix.w + stage_points(&way->scene, 18));
  }
  Box clip = {left, cells.box.y - 1, cells.box.x + cells.box.w + 1 - left, cells.box.h + 2};
  if (clip.w <= 0) return;
  bool is_cut = left > cells.box.x && list->clip.w < 0;
  if (is_cut) draw_clip(list, clip);
  float from = way->from && way->to ? LIFTS : FADED + COMES / 2;
  motion_faded(&way->scene, &cells, motion_part(t, from, from + COMES));
  if (is_cut) draw_clip_end(list);
}

bool output_pages_motion(const Moment *moment, int row) {
  PagesWay way = {.moment = moment, .row = row};
  way.scene = stage_fitted(&moment->later, moment->later_box);
  way.place = output_place(&way.scene, moment->later_box);
  if (!are_there(&way.scene, &way.place)) return false;
  way.place.products = output_weighted_values(&way.scene, row);
  if (!make(&way)) return false;
  if (moment->t > way.lifts) draw_output(&way);
  if (moment->t <= way.lifts || moment->t >= MOTION_WORDS_COME) return true;
  DrawList *list = way.scene.pen.list;
  float opacity = list->opacity;
  if (way.to && moment->t >= way.arrives) {
    Box box = way.to->box;
    float high = box.h / (float)way.to->values.rows;
    matrix_belonging_outline(&way.scene, (Box){box.x, box.y + high * (float)row, box.w, high});
  }
  float head = row_seen(&way, 0);
  draw_head(&way, head);
  list->opacity = opacity * head;
  draw_rows(&way);
  list->opacity = opacity;
  for (int i = 0; i < way.pages.count; i++) draw_share(&way, i);
  return true;
}
