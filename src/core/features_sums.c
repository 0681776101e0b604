/* core/features_sums.c -- gathers what keys add and queries ask, and does it for some features at a
** time. */
#include "core/features_sums.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/lanes.h"
#include "core/linear.h"
#include "core/softmax.h"

/* S takes many numbers, so what keys add to it and queries ask of it is gathered first, and then
** done for BLOCK features at a time, whose sums stay in the fastest cache. That changes the order
** of no sum: how many steps are gathered changes no bit. */
enum { BLOCK = 16, STEPS = 2 * FEATURES_BAND, RAISES = 4 };

/* A key that adds, or a query that asks. */
typedef struct Step {
  bool is_key;
  int place;                   /* of its shares and its row */
  int first_raise, last_raise; /* of a key: raises still to do, the last is not one of them */
} Step;

/* A larger exponent of a feature: what is summed so far is brought to it. */
typedef struct Raise {
  double factor;
  int feature;
} Raise;

typedef struct FeatureSteps {
  Step at[STEPS];
  double totals[FEATURES_BAND]; /* what the row of each query is divided by; 0: it sees nothing */
  int count, key_count, query_count, raise_count;
  Raise *raises;     /* [RAISES · M] */
  Mat keys, queries; /* [FEATURES_BAND,M] their shares */
  double *values;    /* [FEATURES_BAND,Dv] rows of V */
  double *rows;      /* [FEATURES_BAND,Dv] what queries are told */
} FeatureSteps;

size_t features_room(int feature_count, int value_cols) {
  size_t features = (size_t)feature_count, values = (size_t)value_cols;
  size_t steps = (sizeof(FeatureSteps) + sizeof(double) - 1) / sizeof(double);
  size_t raises = RAISES * features * sizeof(Raise) / sizeof(double);
  return features * (values + 3) + 2 * FEATURES_BAND * (features + values) + steps + raises;
}

static Mat take_band(double **room, int cols) {
  Mat band = {(float *)(void *)*room, FEATURES_BAND, cols, cols};
  *room += FEATURES_BAND / 2 * cols;
  return band;
}

static FeatureSteps *take_steps(double **room, int features, int values) {
  FeatureSteps *steps = (FeatureSteps *)(void *)*room;
  *room += (sizeof *steps + sizeof **room - 1) / sizeof **room;
  *steps = (FeatureSteps){.raises = (Raise *)(void *)*room};
  *room += RAISES * (size_t)features * sizeof(Raise) / sizeof **room;
  steps->keys = take_band(room, features);
  steps->queries = take_band(room, features);
  steps->values = *room;
  steps->rows = *room + FEATURES_BAND * values;
  return steps;
}

FeatureSums feature_sums_begin(const Features *features, const FeatureInputs *of, double *room) {
  size_t count = (size_t)features->omega.rows, values = (size_t)of->v.cols;
  FeatureSums sums = {.features = features, .of = of, .band_first = -1, .query_first = -1};
  assert(of->q.cols == features->omega.cols && of->k.cols == of->q.cols);
  assert(of->k.rows == of->v.rows && features->divisor > 0);
  sums.sums = room;
  sums.totals = sums.sums + count * values;
  sums.largest = sums.totals + count;
  sums.exponents = sums.largest + count;
  double *rest = sums.exponents + count;
  sums.keys = take_band(&rest, (int)count);
  sums.queries = take_band(&rest, (int)count);
  sums.steps = take_steps(&rest, (int)count, (int)values);
  memset(room, 0, count * (values + 1) * sizeof *room);
  for (size_t m = 0; m < count; m++) sums.largest[m] = -INFINITY;
  return sums;
}

const float *feature_products(const FeatureSums *sums, MatView x, Mat band, int *band_first,
                              int row) {
  int first = row / FEATURES_BAND * FEATURES_BAND;
  if (first != *band_first) {
    int rows = x.rows - first < FEATURES_BAND ? x.rows - first : FEATURES_BAND;
    linear_times_transposed(mat_view_rows(x, first, rows), sums->features->omega,
                            mat_rows(band, 0, rows));
    *band_first = first;
  }
  return mat_row_of(band, row - first);
}

/* ---- the steps, for some features at a time ---- */

/* sums [count,Dv] += factors [count] · row: what one key adds to some features. */
CORE_INLINE void add_key_to_loop(double *restrict sums, const float *restrict factors,
                                 const double *restrict row, int count, int width) {
  for (int m = 0; m < count; m++, sums += width) {
    double factor = (double)factors[m];
    for (int i = 0; i < width; i++) sums[i] += factor * row[i];
  }
}
CORE_LEVELS(add_key_to,
            (double *restrict sums, const float *restrict factors, const double *restrict row,
             int count, int width),
            (sums, factors, row, count, width))

/* The same of four keys, one after the other, whose factors are `stride` apart: two registers of
** each key's row meet every feature. The order of each sum is that of add_key_to. */
CORE_INLINE void add_keys_to_loop(double *restrict sums, const float *restrict factors, int stride,
                                  const double *restrict rows, int count, int width) {
  double of[BLOCK][4];
  for (int m = 0; m < count; m++)
    for (int key = 0; key < 4; key++) of[m][key] = (double)factors[key * stride + m];
  int i = 0;
  for (; i + 2 * HALF <= width; i += 2 * HALF) {
    Wide row[4][2], low, high;
    CORE_UNROLL
    for (int key = 0; key < 4; key++) {
      wide_take(&row[key][0], rows + key * width + i);
      wide_take(&row[key][1], rows + key * width + i + HALF);
    }
    for (int m = 0; m < count; m++) {
      double *at = sums + m * width + i;
      wide_take(&low, at);
      wide_take(&high, at + HALF);
      CORE_UNROLL
      for (int key = 0; key < 4; key++) {
        low += row[key][0] * of[m][key];
        high += row[key][1] * of[m][key];
      }
      wide_put(at, &low);
      wide_put(at + HALF, &high);
    }
  }
  for (; i < width; i++)
    for (int m = 0; m < count; m++)
      for (int key = 0; key < 4; key++) sums[m * width + i] += of[m][key] * rows[key * width + i];
}
CORE_LEVELS(add_keys_to,
            (double *restrict sums, const float *restrict factors, int stride,
             const double *restrict rows, int count, int width),
            (sums, factors, stride, rows, count, width))

/* row [Dv] += Σ_m factors_m · sums_m, one after the other; some numbers of the row stay in
** registers. */
CORE_INLINE void ask_of_loop(double *restrict row, const float *restrict factors,
                             const double *restrict sums, int count, int width) {
  enum { AT_ONCE = 8 };
  int i = 0;
  for (; i + AT_ONCE * HALF <= width; i += AT_ONCE * HALF) {
    Wide told[AT_ONCE], of;
    CORE_UNROLL
    for (int at = 0; at < AT_ONCE; at++) wide_take(&told[at], row + i + at * HALF);
    for (int m = 0; m < count; m++) {
      double factor = (double)factors[m];
      CORE_UNROLL
      for (int at = 0; at < AT_ONCE; at++) {
        wide_take(&of, sums + m * width + i + at * HALF);
        told[at] += of * factor;
      }
    }
    CORE_UNROLL
    for (int at = 0; at < AT_ONCE; at++) wide_put(row + i + at * HALF, &told[at]);
  }
  for (int m = 0; m < count; m++)
    for (int at = i; at < width; at++) row[at] += (double)factors[m] * sums[m * width + at];
}
CORE_LEVELS(ask_of,
            (double *restrict row, const float *restrict factors, const double *restrict sums,
             int count, int width),
            (row, factors, sums, count, width))

/* The raises of a key among the features before `end`, which come in their order. */
static void raise_features(FeatureSums *sums, Step *step, int end) {
  const Raise *raises = sums->steps->raises;
  int values = sums->of->v.cols;
  for (; step->first_raise < step->last_raise; step->first_raise++) {
    const Raise *raise = &raises[step->first_raise];
    double *row = sums->sums + (size_t)raise->feature * (size_t)values;
    if (raise->feature >= end) return;
    for (int c = 0; c < values; c++) row[c] *= raise->factor;
  }
}

/* Four keys with nothing between them, none of which raises one of the features before `end`. */
static bool are_four_keys(const FeatureSteps *steps, int first, int end) {
  if (first + 4 > steps->count) return false;
  for (int i = 0; i < 4; i++) {
    const Step *step = &steps->at[first + i];
    bool raises = step->first_raise < step->last_raise &&
                  steps->raises[step->first_raise].feature < end && i > 0;
    if (!step->is_key || raises) return false;
  }
  return true;
}

/* All steps for the features from `first` on. */
static void take_steps_of_block(FeatureSums *sums, int first, int count) {
  FeatureSteps *steps = sums->steps;
  int values = sums->of->v.cols;
  double *of = sums->sums + (size_t)first * (size_t)values;
  for (int i = 0; i < steps->count; i++) {
    Step *step = &steps->at[i];
    size_t row = (size_t)step->place * (size_t)values;
    if (!step->is_key) {
      ask_of(steps->rows + row, mat_row_of(steps->queries, step->place) + first, of, count, values);
      continue;
    }
    const float *shares = mat_row_of(steps->keys, step->place) + first;
    bool are_four = are_four_keys(steps, i, first + count);
    raise_features(sums, step, first + count);
    if (are_four) add_keys_to(of, shares, steps->keys.stride, steps->values + row, count, values);
    else add_key_to(of, shares, steps->values + row, count, values);
    i += are_four ? 3 : 0;
  }
}

static void take_all_steps(FeatureSums *sums) {
  FeatureSteps *steps = sums->steps;
  int features = sums->features->omega.rows;
  memset(steps->rows, 0,
         (size_t)steps->query_count * (size_t)sums->of->v.cols * sizeof *steps->rows);
  for (int first = 0; first < features; first += BLOCK)
    take_steps_of_block(sums, first, features - first < BLOCK ? features - first : BLOCK);
  steps->count = steps->key_count = steps->raise_count = 0;
}

void feature_tell_queries(FeatureSums *sums) {
  FeatureSteps *steps = sums->steps;
  int values = sums->of->v.cols;
  take_all_steps(sums);
  for (int query = 0; query < steps->query_count; query++) {
    const double *row = steps->rows + (size_t)query * (size_t)values;
    float *to = mat_row_of(sums->output, sums->told++);
    double total = steps->totals[query];
    for (int c = 0; c < values; c++) to[c] = total == 0 ? 0 : (float)(row[c] / total);
  }
  steps->query_count = 0;
}

/* ---- gathering steps ---- */

static void add_raise(FeatureSums *sums, int m, double exponent) {
  double factor = exp(sums->largest[m] - exponent);
  sums->totals[m] *= factor;
  sums->largest[m] = exponent;
  sums->steps->raises[sums->steps->raise_count++] = (Raise){factor, m};
}

/* Exponents of a key less the largest of each feature; true where some are larger than these. */
CORE_INLINE bool take_largest_loop(const float *dots, const double *largest, double scale,
                                   double half, float *shares, int count) {
  int raises = 0;
  for (int m = 0; m < count; m++) {
    double beyond = scale * (double)dots[m] - half - largest[m];
    shares[m] = (float)beyond;
    raises |= beyond > 0;
  }
  return raises != 0;
}
CORE_LEVELS_GIVING(bool, take_largest,
                   (const float *dots, const double *largest, double scale, double half,
                    float *shares, int count),
                   (dots, largest, scale, half, shares, count))

CORE_INLINE void add_shares_loop(double *restrict totals, const float *restrict shares, int count) {
  for (int m = 0; m < count; m++) totals[m] += (double)shares[m];
}
CORE_LEVELS(add_shares, (double *restrict totals, const float *restrict shares, int count),
            (totals, shares, count))

/* Σ_m shares_m · totals_m, in four sums that meet at the end. */
CORE_INLINE double total_loop(const float *shares, const double *totals, int count) {
  Wide sum = {0}, share, total;
  int m = 0;
  for (; m + HALF <= count; m += HALF) {
    wide_load(&share, shares + m);
    memcpy(&total, totals + m, sizeof total);
    sum += share * total;
  }
  double rest = 0;
  for (; m < count; m++) rest += (double)shares[m] * totals[m];
  return wide_total(&sum) + rest;
}
CORE_LEVELS_GIVING(double, total, (const float *shares, const double *totals, int count),
                   (shares, totals, count))

static bool has_room_for_key(const FeatureSteps *steps, int features) {
  return steps->key_count < FEATURES_BAND && steps->count < STEPS &&
         steps->raise_count + features <= RAISES * features;
}

/* The shares of a key, and what it raises. */
static void share_key(FeatureSums *sums, int key, Step *step) {
  int count = sums->features->omega.rows;
  float *shares = mat_row_of(sums->steps->keys, step->place);
  const float *dots = feature_products(sums, sums->of->k, sums->keys, &sums->band_first, key);
  FeatureScale by = feature_scale(sums->features, mat_row(sums->of->k, key));
  bool raises = take_largest(dots, sums->largest, by.scale, by.half, shares, count);
  step->first_raise = sums->steps->raise_count;
  for (int m = 0; raises && m < count; m++) {
    double exponent = by.scale * (double)dots[m] - by.half;
    if (exponent > sums->largest[m]) add_raise(sums, m, exponent), shares[m] = 0;
  }
  step->last_raise = sums->steps->raise_count;
  softmax_exponentials(shares, 0, shares, count);
  add_shares(sums->totals, shares, count);
}

void feature_add_key(FeatureSums *sums, int key) {
  FeatureSteps *steps = sums->steps;
  int values = sums->of->v.cols;
  if (sums->of->keys.left_out && sums->of->keys.left_out[key]) return;
  if (!has_room_for_key(steps, sums->features->omega.rows)) feature_tell_queries(sums);
  Step step = {.is_key = true, .place = steps->key_count++};
  share_key(sums, key, &step);
  double *row = steps->values + (size_t)step.place * (size_t)values;
  for (int c = 0; c < values; c++) row[c] = (double)mat_row(sums->of->v, key)[c];
  steps->at[steps->count++] = step;
}

/* The exponents of a query with the largest of each feature added, and the largest of all. */
CORE_INLINE double add_largest_loop(const float *dots, const double *largest, double scale,
                                    double *exponents, int count) {
  double most = -INFINITY;
  for (int m = 0; m < count; m++) {
    exponents[m] = scale * (double)dots[m] + largest[m];
    if (exponents[m] > most) most = exponents[m];
  }
  return most;
}
CORE_LEVELS_GIVING(double, add_largest,
                   (const float *dots, const double *largest, double scale, double *exponents,
                    int count),
                   (dots, largest, scale, exponents, count))

void feature_share_query(FeatureSums *sums, int query, float *shares) {
  int count = sums->features->omega.rows;
  const float *dots = feature_products(sums, sums->of->q, sums->queries, &sums->query_first, query);
  double *exponents = sums->exponents;
  FeatureScale by = feature_scale(sums->features, mat_row(sums->of->q, query));
  double most = add_largest(dots, sums->largest, by.scale, exponents, count);
  for (int m = 0; m < count; m++) shares[m] = (float)(exponents[m] - most);
  softmax_exponentials(shares, 0, shares, count);
}

void feature_add_query(FeatureSums *sums, int query) {
  FeatureSteps *steps = sums->steps;
  if (steps->query_count == FEATURES_BAND || steps->count == STEPS) feature_tell_queries(sums);
  int place = steps->query_count++;
  steps->totals[place] = 0;
  if (sums->totals[0] == 0) return; /* of one key it is 1 at least, or not a number */
  float *shares = mat_row_of(steps->queries, place);
  feature_share_query(sums, query, shares);
  steps->totals[place] = total(shares, sums->totals, sums->features->omega.rows);
  steps->at[steps->count++] = (Step){.place = place};
}
