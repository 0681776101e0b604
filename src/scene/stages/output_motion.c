/* scene/stages/output_motion.c -- how a weighted sum comes about where its rows are not pages
** (output_pages_motion.c): the asked row of the weights stands up beside V, the rows of V pale to
** their share, fall into the row of the sum one after another, the lightest first, and add up
** there.
**
**   t  .2 … .4 the weights go to their place    .38 … .44 V comes    .43 … .48 its rows pale
**      .58 … .8 they add up    then the other rows
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/output.h"
#include "scene/stages/output_pages.h"

/* Rows with less of the weight stay where they are: they are too pale to be seen. */
static const float SHARE_LEAST = 0.002f;
static const float SHARES_COME = 0.4f, SHARES_ARE_THERE = 0.45f;
static const float PALES_FROM = 0.43f, PALES_TO = 0.48f;

typedef struct Sum {
  const Moment *moment;
  Scene fitted;
  OutputPlace place;
  Box v, sum; /* sum: where its rows add up */
  int query;
  MatView values;   /* [S, D] V */
  MatView products; /* [S, D] weight × V */
  float *partial;   /* [D] what has arrived */
  int *order;       /* keys that go, the lightest first */
  int count;
} Sum;

static TracePart shares_part(const Moment *moment) {
  return trace_output_weights(moment->later.trace);
}

static float share_of(const Sum *sum, int key) {
  float share =
      mat_get(stage_matrix(&sum->moment->later, shares_part(sum->moment)), sum->query, key);
  return isfinite(share) ? share : 0;
}

static bool make_sum(Sum *sum) {
  Arena *arena = sum->moment->later.pen.list->arena;
  MatView v = sum->values;
  sum->products = output_weighted_values(&sum->moment->later, sum->query);
  sum->partial = arena_take(arena, (size_t)v.cols, sizeof *sum->partial);
  sum->order = arena_take(arena, (size_t)v.rows, sizeof *sum->order);
  if (!sum->products.at || !sum->partial || !sum->order) return false;
  for (int key = 0; key < v.rows; key++) {
    float share = share_of(sum, key);
    if (share < SHARE_LEAST) continue;
    int at = sum->count++;
    for (; at > 0 && share_of(sum, sum->order[at - 1]) > share; at--)
      sum->order[at] = sum->order[at - 1];
    sum->order[at] = key;
  }
  return true;
}

/* V, and mixed into it weight × V. */
static DrawHeatmap values_of(const Sum *sum, float pale) {
  const Scene *scene = &sum->moment->later;
  MatView v = sum->values;
  ColorRange range =
      scene_range(scene, trace_values(scene->trace), scene->view->layer, scene->view->head);
  PaletteId palette = scene_palette(scene, trace_values(scene->trace));
  return (DrawHeatmap){.box = sum->v,
                       .values = sum->products,
                       .before = v,
                       .mix = pale,
                       .hatch_mix = 1,
                       .palette = palette,
                       .palette_before = palette,
                       .range = range,
                       .range_before = range,
                       .gap = sum->moment->own->gap,
                       .corner = sum->moment->own->corner,
                       .filled = -1,
                       .passing = true,
                       .theme = scene->pen.theme->id};
}

static Box row_box(Box box, int row, int rows) {
  float height = box.h / (float)rows;
  return (Box){box.x, box.y + height * (float)row, box.w, height};
}

static float arrived(const Sum *sum, int i) {
  float starts = 0.58f + 0.14f * (float)i / (float)(sum->count > 0 ? sum->count : 1);
  return motion_part(sum->moment->t, starts, starts + 0.08f);
}

static DrawHeatmap strip_of(const Sum *sum, const float *numbers, Box box) {
  DrawHeatmap strip = values_of(sum, 1);
  strip.before = (MatView){0};
  strip.values = (MatView){numbers, 1, sum->values.cols, sum->values.cols};
  strip.box = box;
  return strip;
}

/* On the way the terms of pages that stand in the place of V have all their columns. */
static bool is_of_terms(const Sum *sum) {
  const OutputPlace *place = &sum->place;
  return output_is_of_terms(place) || (place->hides_v && place->digits > 0);
}

/* Where the row of a key is: in V, or among the terms that stand there; w 0: it has no place. */
static Box place_of(const Sum *sum, int key) {
  if (is_of_terms(sum)) return output_term_box(&sum->fitted, &sum->place, sum->query, key);
  return row_box(sum->v, key, sum->values.rows);
}

/* Rows of V have digits at rest too, unless next to nothing of them is left. */
static void draw_digits(const Sum *sum, const DrawHeatmap *cells, int row, int key) {
  if (sum->place.term_count > 0 && !is_of_terms(sum)) return;
  if (key >= 0 && share_of(sum, key) < NUMBER_SHARE_LEAST) return;
  output_digits_draw(&sum->fitted, &sum->place, cells, row);
}

/* The row of a key where there is no V. */
static void draw_term(const Sum *sum, const DrawHeatmap *v, int key, float come) {
  DrawHeatmap term = *v;
  term.box = place_of(sum, key);
  term.values = mat_view_rows(v->values, key, 1);
  term.before = mat_view_rows(v->before, key, 1);
  if (term.box.w <= 0) return;
  motion_faded(&sum->moment->later, &term, come);
  if (sum->moment->later.pen.list->opacity > 0) draw_digits(sum, &term, 0, key);
}

/* V while its rows pale: its numbers give way to the products. */
static void draw_values(const Sum *sum) {
  float t = sum->moment->t, come = motion_part(t, 0.38f, 0.44f);
  float pale = motion_part(t, PALES_FROM, PALES_TO), middle = (PALES_FROM + PALES_TO) / 2;
  DrawHeatmap v = values_of(sum, pale), numbers = v;
  if (!is_of_terms(sum)) motion_faded(&sum->moment->later, &v, come);
  if (t < middle) numbers.values = sum->values, numbers.mix = 1;
  DrawList *list = sum->moment->later.pen.list;
  float opacity = list->opacity, changed = fabsf(t - middle) / (PALES_TO - PALES_FROM) * 2;
  list->opacity = opacity * fminf(come, float_clamp(2 * changed - 0.5f, 0, 1));
  for (int key = 0; key < sum->values.rows; key++)
    if (is_of_terms(sum)) draw_term(sum, &numbers, key, come);
    else if (list->opacity > 0) draw_digits(sum, &numbers, key, key);
  list->opacity = opacity;
}

static void draw_rows(const Sum *sum) {
  DrawList *list = sum->moment->later.pen.list;
  for (int i = 0; i < sum->count; i++) {
    int key = sum->order[i];
    float way = arrived(sum, i);
    if (way >= 1) continue;
    Box from = place_of(sum, key);
    if (from.w <= 0) continue;
    Box box = motion_box(from, sum->sum, way);
    DrawHeatmap strip = strip_of(sum, mat_row(sum->products, key), box);
    draw_heatmap(list, strip);
    draw_digits(sum, &strip, 0, key);
  }
}

/* The sum of the rows that have arrived; of all of them, the output's own row. */
static void draw_partial(const Sum *sum) {
  const DrawHeatmap *own = sum->moment->own;
  int cols = sum->values.cols, count = 0;
  for (int c = 0; c < cols; c++) sum->partial[c] = 0;
  for (int i = 0; i < sum->count; i++) {
    if (arrived(sum, i) < 1) continue;
    count++;
    for (int c = 0; c < cols; c++) sum->partial[c] += mat_get(sum->products, sum->order[i], c);
  }
  if (count == 0) return;
  const float *numbers = count < sum->count ? sum->partial : mat_row(own->values, sum->query);
  DrawHeatmap strip = strip_of(sum, numbers, sum->sum);
  if (own->filled >= 0) strip.filled = int_clamp(own->filled - sum->query * cols, 0, cols);
  /* a page of columns takes its place */
  const float page_takes = 0.04f;
  float gone = motion_part(sum->moment->t, MOTION_WORDS_COME, MOTION_WORDS_COME + page_takes);
  if (strip.filled != 0)
    motion_faded(&sum->moment->later, &strip, sum->place.is_paged ? 1 - gone : 1);
  if (count == sum->count && sum->moment->t < MOTION_WORDS_COME) draw_digits(sum, &strip, 0, -1);
}

/* The weight of a key comes at its place beside V: the way there crosses names. */
static void draw_key(const Sum *sum, int key) {
  const Scene *scene = &sum->moment->later;
  DrawList *list = scene->pen.list;
  float come = motion_part(sum->moment->t, SHARES_COME, SHARES_ARE_THERE), opacity = list->opacity;
  Box to = output_share_box(scene, sum->moment->later_box, key), term = place_of(sum, key);
  if (is_of_terms(sum))
    to = term.w > 0 ? (Box){sum->place.shares.x, term.y, sum->place.shares.w, term.h} : (Box){0};
  OutputShare share = output_share_of(scene, to, sum->query, key);
  bool is_drawn = is_of_terms(sum) && come >= 1; /* with its name */
  if (share.share < NUMBER_SHARE_LEAST || to.h <= 0 || is_drawn) return;
  Number number = number_cell(share.share, true);
  list->opacity = opacity * come;
  if (come > 0) motion_cell(scene, to, output_share_color(scene, &share), number.at);
  list->opacity = opacity;
}

/* The row of the weights that says how much of each row of V there is. */
static void draw_shares(const Sum *sum) {
  enum { KEYS_MOST = 64 }; /* of more, rows are too low to be told apart */
  const Scene *scene = &sum->moment->later;
  const DrawHeatmap *weights =
      motion_heatmap(scene, sum->moment->later_list, shares_part(sum->moment));
  if (!weights || sum->moment->t < 0.4f) return;
  matrix_belonging_outline(scene, row_box(weights->box, sum->query, weights->values.rows));
  for (int key = 0; key < sum->values.rows && key < KEYS_MOST; key++) draw_key(sum, key);
}

/* Terms have the names of their keys beside their weights. */
static void draw_names_of_terms(const Sum *sum) {
  for (int i = 0; i < sum->count; i++) {
    Box term = place_of(sum, sum->order[i]);
    if (term.w <= 0) continue;
    OutputShare share = output_share_of(&sum->fitted, term, sum->query, sum->order[i]);
    output_share_draw(&sum->fitted, &sum->place, &share);
  }
}

static void draw_sum(const Sum *sum) {
  float t = sum->moment->t;
  if (t < MOTION_WORDS_COME) draw_shares(sum);
  if (is_of_terms(sum) && t >= SHARES_ARE_THERE && t < MOTION_WORDS_COME) draw_names_of_terms(sum);
  if (t < 0.58f) {
    draw_values(sum);
    return;
  }
  draw_partial(sum);
  draw_rows(sum);
}

void output_motion(const Moment *moment) {
  assert(moment->own && !moment->own->transposed);
  const DrawHeatmap *own = moment->own;
  MatView v = stage_matrix(&moment->later, trace_values(moment->later.trace));
  MatView weights = stage_matrix(&moment->later, shares_part(moment));
  int all = own->filled < 0 ? own->values.rows * own->values.cols : own->filled;
  DrawHeatmap cells = *own;
  int query = int_clamp(stage_followed_row(&moment->later), 0, own->values.rows - 1);
  if (!v.at || !weights.at || v.cols != own->values.cols) {
    motion_faded(&moment->later, own, motion_part(moment->t, 0.5f, 0.9f));
    return;
  }
  if (output_pages_motion(moment, query)) return;
  cells.filled = (int)(motion_part(moment->t, 0.82f, 0.9f) * (float)all);
  if (moment->t >= 0.9f) cells.filled = own->filled;
  motion_faded(&moment->later, &cells, motion_part(moment->t, 0.38f, 0.46f));
  if (moment->t <= 0.38f || moment->t >= 0.9f) return;
  Sum sum = {.moment = moment,
             .fitted = stage_fitted(&moment->later, moment->later_box),
             .query = query,
             .values = v};
  sum.place = output_place(&sum.fitted, moment->later_box);
  sum.v = sum.place.v;
  sum.sum = sum.place.sum;
  if (make_sum(&sum)) draw_sum(&sum);
  else moment->later.pen.list->failed = true;
}
