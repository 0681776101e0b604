/* scene/matrix/threshold.c -- selects the largest weights of a row without
** sorting the whole row. */
#include "scene/matrix/threshold.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

enum { SHORT_ROW = 96 };

static const double HELD = 1 - 1e-9;

typedef struct Weighed {
  float weight;
  int col;
} Weighed;

/* Hidden weights are 0, damaged ones not finite: neither is ever kept. */
static bool is_positive(float weight) { return weight > 0 && isfinite(weight); }

/* The sign bit is 0; the bucket is the exponent and the first four bits of the mantissa. */
int weight_bucket(float weight) {
  uint32_t bits;
  memcpy(&bits, &weight, sizeof bits);
  bits >>= WEIGHT_BUCKET_SHIFT;
  return bits < WEIGHT_BUCKETS ? (int)bits : WEIGHT_BUCKETS - 1;
}

/* Positive floats are ordered like their bits, so the bucket's bits, padded with zeros,
** are its least number. */
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

/* The weights of a row by buckets; zero except from lowest to highest. */
typedef struct Buckets {
  double sums[WEIGHT_BUCKETS];
  int counts[WEIGHT_BUCKETS];
  int lowest, highest;
} Buckets;

/* Scratch memory, reused for successive rows. */
typedef struct Scratch {
  Buckets *buckets;
  Weighed *of_bucket; /* room for the weights of a row, and one */
} Scratch;

/* The state above the bucket in which the share is reached. */
typedef struct Crossing {
  int bucket, count_above;
  double sum_above, wanted;
} Crossing;

/* Adds doubles from the largest down; HELD compensates rounding. */
static Crossing find_crossing(const Buckets *buckets, float percent) {
  Crossing at = {.bucket = buckets->highest};
  double total = 0;
  for (int i = buckets->highest; i >= buckets->lowest; i--) total += buckets->sums[i];
  at.wanted = total * (double)percent / 100 * HELD;
  while (at.bucket > buckets->lowest && at.sum_above + buckets->sums[at.bucket] < at.wanted) {
    at.sum_above += buckets->sums[at.bucket];
    at.count_above += buckets->counts[at.bucket--];
  }
  return at;
}

/* Only this bucket is sorted: some dozens of a thousand weights. */
static RowCut cut_within(Weighed *of_bucket, int count, Crossing at) {
  assert(count > 0);
  double sum = at.sum_above;
  int kept = 0;
  qsort(of_bucket, (size_t)count, sizeof *of_bucket, heavier_first);
  while (kept < count && (kept == 0 || sum < at.wanted)) sum += (double)of_bucket[kept++].weight;
  const Weighed *lightest = &of_bucket[kept - 1];
  return (RowCut){lightest->weight, lightest->col, at.count_above + kept};
}

/* The largest weight after a given one in descending order, of equal ones the left. Quadratic in
** the number kept, which is small in a short row. */
static int heaviest_after(const float *weights, int count, Weighed last) {
  int found = -1;
  for (int i = 0; i < count; i++) {
    bool after = weights[i] < last.weight || (weights[i] <= last.weight && i > last.col);
    if (is_positive(weights[i]) && after && (found < 0 || weights[i] > weights[found])) found = i;
  }
  return found;
}

/* Finds one after the other, since few are kept of a short row. */
static RowCut cut_short_row(const float *weights, int count, float percent) {
  RowCut cut = {INFINITY, -1, 0};
  double total = 0, sum = 0;
  Weighed last = {INFINITY, -1};
  for (int i = 0; i < count; i++) total += is_positive(weights[i]) ? (double)weights[i] : 0;
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

static bool make_scratch(Arena *arena, int count, Scratch *scratch) {
  *scratch = (Scratch){arena_take(arena, 1, sizeof *scratch->buckets),
                       arena_take(arena, (size_t)count + 1, sizeof *scratch->of_bucket)};
  return scratch->buckets && scratch->of_bucket;
}

static void count_buckets(Buckets *buckets, const float *weights, int count) {
  buckets->lowest = WEIGHT_BUCKETS - 1;
  buckets->highest = 0;
  for (int i = 0; i < count; i++) {
    if (!is_positive(weights[i])) continue;
    int bucket = weight_bucket(weights[i]);
    buckets->sums[bucket] += (double)weights[i];
    buckets->counts[bucket]++;
    if (bucket < buckets->lowest) buckets->lowest = bucket;
    if (bucket > buckets->highest) buckets->highest = bucket;
  }
}

static void clear_buckets(Buckets *buckets) {
  for (int i = buckets->lowest; i <= buckets->highest; i++) {
    buckets->sums[i] = 0;
    buckets->counts[i] = 0;
  }
}

static RowCut cut_long_row(const Scratch *scratch, const float *weights, int count, float percent) {
  int found = 0;
  count_buckets(scratch->buckets, weights, count);
  Crossing at = find_crossing(scratch->buckets, percent);
  clear_buckets(scratch->buckets);
  for (int i = 0; i < count; i++)
    if (is_positive(weights[i]) && weight_bucket(weights[i]) == at.bucket)
      scratch->of_bucket[found++] = (Weighed){weights[i], i};
  return found > 0 ? cut_within(scratch->of_bucket, found, at) : (RowCut){INFINITY, -1, 0};
}

/* Without memory everything is kept, because hiding too much would be wrong. */
RowCut threshold_row(Arena *arena, const float *weights, int count, float percent) {
  if (count <= SHORT_ROW) return cut_short_row(weights, count, percent);
  ArenaMark mark = arena_mark(arena);
  Scratch scratch;
  RowCut cut = {-1, count, count};
  if (make_scratch(arena, count, &scratch)) cut = cut_long_row(&scratch, weights, count, percent);
  arena_rewind(arena, mark);
  return cut;
}

/* Only visible rows are computed; the others keep all and are not drawn. */
MatView threshold_cuts(Arena *arena, MatView weights, float percent, int first, int end) {
  assert(first >= 0 && end <= weights.rows);
  float *at = arena_take(arena, (size_t)weights.rows * 2, sizeof *at);
  ArenaMark mark = arena_mark(arena);
  Scratch scratch;
  if (!at || !make_scratch(arena, weights.cols, &scratch)) return (MatView){0};
  bool is_short = weights.cols <= SHORT_ROW;
  for (int row = 0; row < weights.rows; row++) {
    RowCut cut = {-1, weights.cols, weights.cols};
    const float *of_row = mat_row(weights, row);
    if (row >= first && row < end)
      cut = is_short ? cut_short_row(of_row, weights.cols, percent)
                     : cut_long_row(&scratch, of_row, weights.cols, percent);
    at[2 * row] = cut.least;
    at[2 * row + 1] = (float)cut.last;
  }
  arena_rewind(arena, mark);
  return (MatView){at, weights.rows, 2, 2};
}

bool threshold_is_on(const View *view, TracePart part) {
  return view->threshold > 0 && part == TRACE_WEIGHTS;
}

const char *threshold_words(const Scene *scene, MatView weights, int row) {
  Arena *arena = scene->pen.list->arena;
  RowCut cut = threshold_row(arena, mat_row(weights, row), weights.cols, scene->view->threshold);
  return str_format(arena, P_("%d key", "%d keys", cut.count), cut.count);
}
