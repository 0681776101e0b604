/* model/forward/error_curve.c -- the error of an approximate output against the number of its
** mixtures or features (M-75).
**
**   error(n) = Σ |approximate − exact| / Σ |exact|      over the numbers of some outputs of a head
**
** n is a power of two, from 1 on, and the number of the trace itself, whose output is compared as
** it is. The same Q, K, V and mask go in; recipes and directions are those of the kind, of which
** fewer rows are the first ones. The work is bounded, so that a key to picture stays below a frame
** with it: at most QUERIES_MOST rows are compared; n ends where n · S · D would be more than
** WORK_MOST, for mixtures with the first n that is not below S, since more of them save nothing,
** and for features with COUNT_A_COLUMN · D.
*/
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/attention.h"
#include "core/linear.h"
#include "model/forward/forward.h"

enum { QUERIES_MOST = 32, COUNT_MOST = 1024, COUNT_A_COLUMN = 16, WORK_MOST = 1 << 21 };

/* The largest power of two on the curve. */
static int largest_count(const AttentionKind *kind, int keys, int width) {
  int count = 1, enough = kind_mixes_keys(kind) ? keys : COUNT_A_COLUMN * width;
  while (count < enough && 2 * count <= COUNT_MOST &&
         (int64_t)2 * count * keys * width <= WORK_MOST)
    count *= 2;
  return count;
}

/* The approximations of the curve are of dot products, all of whose weights are used. */
static bool has_curve(const AttentionKind *kind) {
  return kind_fewer(kind) > 0 && kind->of[KIND_SCORE] == SCORE_OWN && !kind_drops(kind) &&
         kind_softmax_temperature(kind) == 1;
}

int forward_curve_points(const Forward *forward) {
  int keys = forward_key_count(forward), own = kind_fewer(&forward->kind->of), points = 1;
  if (!has_curve(&forward->kind->of) || keys == 0 || forward->tokens.count == 0) return 0;
  int most = largest_count(&forward->kind->of, keys, forward->model->d_head);
  for (int count = 1; count <= most; count *= 2) points += count != own;
  return points;
}

/* What is computed with: one head, some of its queries. */
typedef struct Curve {
  const ForwardSource *source;
  Arena *arena;
  MatView k, v;
  Mat q, exact, approximate; /* of the chosen queries */
  int *queries;              /* [n] their rows */
  int query_count;
  FeatureKeys keys;
  double divisor;
  bool failed;
} Curve;

static Mat take_mat(Curve *curve, int rows, int cols) {
  float *at = arena_take(curve->arena, (size_t)rows * (size_t)cols, sizeof *at);
  curve->failed = curve->failed || !at;
  return (Mat){at, rows, cols, cols};
}

/* Evenly spread rows, or all. */
static void choose_queries(Curve *curve, MatView all) {
  int count = all.rows < QUERIES_MOST ? all.rows : QUERIES_MOST;
  curve->q = take_mat(curve, count, all.cols);
  curve->queries = arena_take(curve->arena, (size_t)count, sizeof *curve->queries);
  int *ends = arena_take(curve->arena, (size_t)count, sizeof *ends);
  curve->failed = curve->failed || !curve->queries || !ends;
  curve->query_count = count;
  const FeatureKeys *keys = &curve->source->kind->keys;
  for (int i = 0; !curve->failed && i < count; i++) {
    int row = (int)((int64_t)(i + 1) * all.rows / count) - 1;
    curve->queries[i] = row;
    memcpy(mat_row_of(curve->q, i), mat_row(all, row), (size_t)all.cols * sizeof(float));
    if (keys->ends) ends[i] = keys->ends[row];
  }
  curve->keys = (FeatureKeys){keys->ends ? ends : NULL, keys->left_out};
}

/* M-03 to M-07 of the chosen queries, into curve->exact. */
static void make_exact(Curve *curve) {
  Mat cells = take_mat(curve, curve->query_count, curve->k.rows);
  curve->exact = take_mat(curve, curve->query_count, curve->v.cols);
  curve->approximate = take_mat(curve, curve->query_count, curve->v.cols);
  if (curve->failed) return;
  MaskView mask = curve->source->kind->exact_mask;
  attn_scores(mat_view(curve->q), curve->k, cells);
  attn_divide(mat_view(cells), curve->divisor, cells);
  for (int i = 0; mask.hidden && i < curve->query_count; i++)
    attn_mask(mat_view(mat_rows(cells, i, 1)), mask_rows(mask, curve->queries[i], 1),
              mat_rows(cells, i, 1));
  attn_weights(mat_view(cells), cells, NULL);
  attn_output(mat_view(cells), curve->v, curve->exact);
}

/* output has the rows of the chosen queries, or with is_chosen false those of all. */
static double error_of(const Curve *curve, MatView output, bool is_chosen) {
  double away = 0, size = 0;
  for (int i = 0; i < curve->query_count; i++) {
    const float *exact = mat_row(mat_view(curve->exact), i);
    const float *row = mat_row(output, is_chosen ? i : curve->queries[i]);
    for (int c = 0; c < output.cols; c++) {
      away += fabs((double)row[c] - (double)exact[c]);
      size += fabs((double)exact[c]);
    }
  }
  return size > 0 ? away / size : 0;
}

/* ---- features ---- */

static double error_of_features(Curve *curve, MatView omega, double *room, int count) {
  Features features = {.omega = mat_view_rows(omega, 0, count), .divisor = curve->divisor};
  FeatureInputs inputs = {mat_view(curve->q), curve->k, curve->v, curve->keys};
  features_output(&features, &inputs, 0, room, curve->approximate);
  return error_of(curve, mat_view(curve->approximate), true);
}

/* ---- mixtures ---- */

/* The first rows of more recipes, brought to the spread of fewer. */
static void take_recipes(Mat all, Mat some) {
  float factor = (float)sqrt((double)all.rows / some.rows);
  for (int row = 0; row < some.rows; row++)
    for (int col = 0; col < some.cols; col++)
      mat_row_of(some, row)[col] = factor * mat_row_of(all, row)[col];
}

static double error_of_mixtures(Curve *curve, Mat recipes[2], int count) {
  ArenaMark mark = arena_mark(curve->arena);
  Mat some = take_mat(curve, count, curve->k.rows), keys = take_mat(curve, count, curve->k.cols);
  Mat values = take_mat(curve, count, curve->v.cols);
  Mat cells = take_mat(curve, curve->query_count, count);
  if (curve->failed) return 0;
  take_recipes(recipes[0], some);
  linear(mat_view(some), curve->k, NULL, keys);
  take_recipes(recipes[1], some);
  linear(mat_view(some), curve->v, NULL, values);
  attn_scores(mat_view(curve->q), mat_view(keys), cells);
  attn_divide(mat_view(cells), curve->divisor, cells);
  attn_weights(mat_view(cells), cells, NULL);
  attn_output(mat_view(cells), mat_view(values), curve->approximate);
  arena_rewind(curve->arena, mark);
  return error_of(curve, mat_view(curve->approximate), true);
}

/* ---- the curve ---- */

/* As many rows of the tables of the kind as the largest point needs. */
typedef struct Drawn {
  Mat omega, recipes[2];
  double *room;
} Drawn;

static void draw_tables(Curve *curve, int most, Drawn *drawn) {
  const ForwardKind *kind = curve->source->kind;
  int width = curve->k.cols;
  if (kind->e.at) {
    drawn->recipes[0] = take_mat(curve, most, curve->k.rows);
    drawn->recipes[1] = take_mat(curve, most, curve->k.rows);
    if (!curve->failed)
      forward_draw_recipes(&kind->exact_mask, drawn->recipes[0], drawn->recipes[1]);
    return;
  }
  size_t room = features_room(most, curve->v.cols), square = (size_t)width * (size_t)width;
  drawn->omega = take_mat(curve, most, width);
  drawn->room = arena_take(curve->arena, room > square ? room : square, sizeof *drawn->room);
  curve->failed = curve->failed || !drawn->room;
  if (!curve->failed) forward_draw_directions(drawn->omega, drawn->room);
}

static double error_at(Curve *curve, Drawn *drawn, int count) {
  if (drawn->recipes[0].at) return error_of_mixtures(curve, drawn->recipes, count);
  return error_of_features(curve, mat_view(drawn->omega), drawn->room, count);
}

static void add_point(Mat to, int *points, int count, double error) {
  assert(*points < to.rows);
  float *row = mat_row_of(to, (*points)++);
  row[0] = (float)count;
  row[1] = (float)error;
}

static void fill_points(Curve *curve, MatView own_output, Mat to) {
  int own = kind_fewer(&curve->source->kind->of), points = 0;
  int most = largest_count(&curve->source->kind->of, curve->k.rows, curve->k.cols);
  Drawn drawn = {.room = NULL};
  draw_tables(curve, most, &drawn);
  if (curve->failed) return;
  double own_error = error_of(curve, own_output, false);
  bool is_told = false;
  for (int count = 1; count <= most; count *= 2) {
    if (!is_told && own <= count) add_point(to, &points, own, own_error), is_told = true;
    if (own != count) add_point(to, &points, count, error_at(curve, &drawn, count));
  }
  if (!is_told) add_point(to, &points, own, own_error);
}

bool forward_fill_curve(const ForwardSource *source, int layer, int head, Mat to, Status *status) {
  const Trace *trace = source->trace;
  Curve curve = {.source = source,
                 .arena = arena_make(0),
                 .k = trace_matrix(trace, trace_placed_keys(trace), layer, head),
                 .v = trace_matrix(trace, TRACE_V, layer, head),
                 .divisor = forward_score_divisor(source->model, &source->kind->of, layer)};
  curve.failed = !curve.arena;
  if (!curve.failed)
    choose_queries(&curve, trace_matrix(trace, trace_score_queries(trace), layer, head));
  if (!curve.failed) make_exact(&curve);
  if (!curve.failed) fill_points(&curve, trace_matrix(trace, TRACE_OUTPUT, layer, head), to);
  arena_free(curve.arena);
  return !curve.failed || status_no_memory(status);
}
