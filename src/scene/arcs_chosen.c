/* scene/arcs_chosen.c -- which weights have a curve: those that the threshold keeps, and of too
** many the largest. */
#include "scene/arcs_internal.h"

#include <assert.h>
#include <math.h>

#include "scene/matrix/threshold.h"

enum { ROWS_A_LOOK = 16 }; /* between two searches for the least weight drawn */

bool arcs_is_kept(const Arcs *arcs, int row, int col) {
  float weight = mat_get(arcs->weights, row, col);
  if (!(weight >= arcs->weight_least) || !isfinite(weight)) return false;
  if (arcs->strongest && arcs->strongest[row] != col) return false;
  if (!arcs->kept.at) return true;
  float least = mat_get(arcs->kept, row, 0);
  return weight > least || (weight >= least && (float)col <= mat_get(arcs->kept, row, 1));
}

bool arcs_is_drawn(const Arcs *arcs, int row, int col) {
  return mat_get(arcs->weights, row, col) >= arcs->least && arcs_is_kept(arcs, row, col);
}

/* The lowest bucket such that all from it on hold at most so many weights, and their number. */
static int least_bucket(const int *counts, long most, long *above) {
  int bucket = WEIGHT_BUCKETS;
  *above = 0;
  while (bucket > 0 && *above + counts[bucket - 1] <= most) *above += counts[--bucket];
  return bucket;
}

/* Counts the weights of a row that can have a curve, and those of at least `floor` by buckets too.
** Of a thousand tokens half a million weights compete for ARCS_MOST curves, and few get one. */
static long count_weights(const float *weights, int count, float least, float floor, int *counts) {
  long seen = 0;
  for (int col = 0; col < count; col++) seen += weights[col] >= least && weights[col] < INFINITY;
  for (int col = 0; col < count; col++)
    if (weights[col] >= floor && weights[col] >= least && weights[col] < INFINITY)
      counts[weight_bucket(weights[col])]++;
  return seen;
}

static void count_kept(Arcs *arcs, int row, int *counts) {
  for (int col = 0; col < arcs->weights.cols; col++) {
    if (!arcs_is_kept(arcs, row, col)) continue;
    counts[weight_bucket(mat_get(arcs->weights, row, col))]++;
    arcs->all++;
  }
}

/* Counts the weights that could be drawn, and finds the least weight such that at most ARCS_MOST
** are. It only grows as rows are added, so weights a bucket below it need no exact count. */
static void choose_least(Arcs *arcs) {
  int *counts = arena_take(arcs->scene->pen.list->arena, WEIGHT_BUCKETS, sizeof *counts);
  float floor = 0;
  long above = 0;
  if (!counts) return;
  for (int row = 0; row < arcs->weights.rows; row++) {
    const float *weights = mat_row(arcs->weights, row);
    if (arcs->kept.at || arcs->strongest) count_kept(arcs, row, counts);
    else arcs->all += count_weights(weights, arcs->weights.cols, arcs->weight_least, floor, counts);
    if (row % ROWS_A_LOOK != ROWS_A_LOOK - 1) continue;
    int bucket = least_bucket(counts, arcs->most, &above);
    if (bucket > 0) floor = weight_bucket_start(bucket - 1);
  }
  arcs->least = weight_bucket_start(least_bucket(counts, arcs->most, &above));
  arcs->drawn = above;
}

static void count_row(Arcs *arcs) {
  assert(arcs->row >= 0 && arcs->row < arcs->weights.rows);
  for (int col = 0; col < arcs->weights.cols; col++)
    arcs->all += arcs_is_kept(arcs, arcs->row, col);
  arcs->drawn = arcs->all;
}

static void count_col(Arcs *arcs) {
  assert(arcs->key >= 0 && arcs->key < arcs->weights.cols);
  for (int row = 0; row < arcs->weights.rows; row++)
    arcs->all += arcs_is_kept(arcs, row, arcs->key);
  arcs->drawn = arcs->all;
}

void arcs_choose(Arcs *arcs) {
  const View *view = arcs->scene->view;
  int rows = arcs->weights.rows, row = arcs->row;
  if (threshold_is_on(view, TRACE_WEIGHTS))
    arcs->kept = threshold_cuts(arcs->scene->pen.list->arena, arcs->weights, view->threshold,
                                row < 0 ? 0 : row, row < 0 ? rows : row + 1);
  if (row >= 0) count_row(arcs);
  else if (arcs->key >= 0) count_col(arcs);
  else choose_least(arcs);
}
