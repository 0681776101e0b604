/* scene/matrix/threshold.c -- selecting the heaviest weights of a row without sorting the row. */
#include "scene/matrix/threshold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"

enum { SHORT_ROW = 96 };

static const double HELD = 1 - 1e-9;

typedef struct Weighed {
  float weight;
  int col;
} Weighed;

/* Hidden weights are 0, damaged ones not finite: neither is ever kept. */
static bool counts(float weight) { return weight > 0 && isfinite(weight); }

/* The sign is 0; what leads are the exponent and four bits of what follows. */
int weight_bucket(float weight) {
  uint32_t bits;
  memcpy(&bits, &weight, sizeof bits);
  bits >>= WEIGHT_BUCKET_SHIFT;
  return bits < WEIGHT_BUCKETS ? (int)bits : WEIGHT_BUCKETS - 1;
}

/* Positive floats sort like their bits, so a bucket's first bits are its least number. */
float weight_bucket_start(int bucket) {
  uint32_t bits = (uint32_t)bucket << WEIGHT_BUCKET_SHIFT;
  float weight;
  memcpy(&weight, &bits, sizeof weight);
  return weight;
}

static int heavier_first(const void *a, const void *b) {
  const Weighed *one = a, *other = b;
  if (one->weight > other->weight) return -1;
  if (one->weight < other->weight) return 1;
  return one->col - other->col;
}

/* What lies above the bucket in which the share is reached. */
typedef struct Crossing {
  int bucket, count_above;
  double sum_above, wanted;
} Crossing;

/* Sums are of doubles from the heaviest down; HELD takes what rounding may have lost. */
static Crossing find_crossing(const double *sums, const int *counts_of, float percent) {
  Crossing at = {.bucket = WEIGHT_BUCKETS - 1};
  double total = 0;
  for (int i = WEIGHT_BUCKETS - 1; i >= 0; i--) total += sums[i];
  at.wanted = total * (double)percent / 100 * HELD;
  while (at.bucket > 0 && at.sum_above + sums[at.bucket] < at.wanted) {
    at.sum_above += sums[at.bucket];
    at.count_above += counts_of[at.bucket--];
  }
  return at;
}

/* Only this bucket is sorted: some dozens of a thousand weights. */
static RowCut cut_within(Weighed *of_bucket, int count, Crossing at) {
  double sum = at.sum_above;
  int kept = 0;
  qsort(of_bucket, (size_t)count, sizeof *of_bucket, heavier_first);
  while (kept < count && (kept == 0 || sum < at.wanted)) sum += (double)of_bucket[kept++].weight;
  const Weighed *lightest = &of_bucket[kept - 1];
  return (RowCut){lightest->weight, lightest->col, at.count_above + kept};
}

/* The heaviest that comes after one given: the heavier comes first, of equals the left one.
** Quadratic in what is kept, which of a short row is a handful. */
static int heaviest_after(const float *weights, int count, Weighed last) {
  int found = -1;
  for (int i = 0; i < count; i++) {
    bool after = weights[i] < last.weight || (weights[i] <= last.weight && i > last.col);
    if (counts(weights[i]) && after && (found < 0 || weights[i] > weights[found])) found = i;
  }
  return found;
}

/* One after the other: few are wanted of a short row. */
static RowCut cut_short_row(const float *weights, int count, float percent) {
  RowCut cut = {INFINITY, -1, 0};
  double total = 0, sum = 0;
  Weighed last = {INFINITY, -1};
  for (int i = 0; i < count; i++) total += counts(weights[i]) ? (double)weights[i] : 0;
  double wanted = total * (double)percent / 100 * HELD;
  for (int at; cut.count < count && (cut.count == 0 || sum < wanted); cut.count++) {
    if ((at = heaviest_after(weights, count, last)) < 0) break;
    last = (Weighed){weights[at], at};
    sum += (double)weights[at];
    cut.least = weights[at];
    cut.last = at;
  }
  return cut;
}

/* Without memory everything is kept: a cover that hides too much would be a lie. */
RowCut threshold_row(Arena *arena, const float *weights, int count, float percent) {
  if (count <= SHORT_ROW) return cut_short_row(weights, count, percent);
  ArenaMark mark = arena_mark(arena);
  double *sums = arena_take(arena, WEIGHT_BUCKETS, sizeof *sums);
  int *counts_of = arena_take(arena, WEIGHT_BUCKETS, sizeof *counts_of), found = 0;
  Weighed *of_bucket = arena_take(arena, (size_t)count + 1, sizeof *of_bucket);
  RowCut cut = {-1, count, count};
  if (!sums || !counts_of || !of_bucket) return cut;
  for (int i = 0; i < count; i++) {
    if (!counts(weights[i])) continue;
    int bucket = weight_bucket(weights[i]);
    sums[bucket] += (double)weights[i];
    counts_of[bucket]++;
  }
  Crossing at = find_crossing(sums, counts_of, percent);
  for (int i = 0; i < count; i++)
    if (counts(weights[i]) && weight_bucket(weights[i]) == at.bucket)
      of_bucket[found++] = (Weighed){weights[i], i};
  cut = found > 0 ? cut_within(of_bucket, found, at) : (RowCut){INFINITY, -1, 0};
  arena_rewind(arena, mark);
  return cut;
}

/* Only rows in sight are worked out; the rest keeps all and is not drawn. */
MatView threshold_cuts(Arena *arena, MatView weights, float percent, int first, int end) {
  float *at = arena_take(arena, (size_t)weights.rows * 2, sizeof *at);
  if (!at) return (MatView){0};
  for (int row = 0; row < weights.rows; row++) {
    RowCut cut = {-1, weights.cols, weights.cols};
    if (row >= first && row < end)
      cut = threshold_row(arena, mat_row(weights, row), weights.cols, percent);
    at[2 * row] = cut.least;
    at[2 * row + 1] = (float)cut.last;
  }
  return (MatView){at, weights.rows, 2, 2};
}

bool threshold_is_on(const View *view, TracePart part) {
  return view->threshold > 0 && part == TRACE_WEIGHTS;
}

const char *threshold_words(const Scene *scene, MatView weights, int row) {
  Arena *arena = scene->pen.list->arena;
  RowCut cut = threshold_row(arena, mat_row(weights, row), weights.cols, scene->view->threshold);
  return str_format(arena, ngettext("%d key", "%d keys", (unsigned long)cut.count), cut.count);
}
