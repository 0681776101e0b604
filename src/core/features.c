/* core/features.c -- attention by positive random features (M-59). */
#include "core/features.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/lanes.h"
#include "core/linear.h"
#include "core/softmax.h"

/* ---- masks ---- */

static bool is_seen(MaskView mask, int key) {
  for (int query = 0; query < mask.rows; query++)
    if (!mask_hides(mask, query, key)) return true;
  return false;
}

bool features_can_mask(MaskView mask, int *ends, unsigned char *left_out) {
  assert(mask.hidden);
  for (int key = 0; key < mask.cols; key++) left_out[key] = !is_seen(mask, key);
  for (int query = 0; query < mask.rows; query++) {
    int end = mask.cols;
    while (end > 0 && mask_hides(mask, query, end - 1)) end--;
    if (query > 0 && end < ends[query - 1]) return false;
    ends[query] = end;
    for (int key = 0; key < end; key++)
      if (mask_hides(mask, query, key) && !left_out[key]) return false;
  }
  return true;
}

/* ---- one row ---- */

static double scale_of(const Features *features) { return 1 / sqrt(features->divisor); }

/* |x|²/2 of a row that is scaled to x. */
static double half_square(const Features *features, const float *row) {
  double sum = 0;
  for (int c = 0; c < features->omega.cols; c++) sum += (double)row[c] * (double)row[c];
  return sum / features->divisor / 2;
}

void features_fill(const Features *features, MatView x, Mat filled) {
  const double highest = 88;
  int count = features->omega.rows;
  assert(x.cols == features->omega.cols && filled.cols == count && filled.rows == x.rows);
  double scale = scale_of(features), share = 1 / sqrt((double)count);
  linear_times_transposed(x, features->omega, filled);
  for (int row = 0; row < x.rows; row++) {
    float *at = mat_row_of(filled, row);
    double half = half_square(features, mat_row(x, row));
    for (int m = 0; m < count; m++) {
      double exponent = scale * (double)at[m] - half;
      at[m] = (float)(share * exp(exponent > highest ? highest : exponent));
    }
  }
}

/* ---- sums over keys ---- */

/* The arrays of one head in the room of the caller. */
typedef struct Sums {
  const Features *features;
  const FeatureInputs *of;
  double *sums;      /* [M,Dv] S */
  double *totals;    /* [M] z */
  double *largest;   /* [M] c */
  double *row;       /* [Dv] */
  double *value;     /* [Dv] a row of V */
  double *exponents; /* [M] of a query */
  Mat keys, queries; /* [FEATURES_BAND,M] products with ω */
  float *shares;     /* [M] */
  int band_first;    /* of the keys, −1: none */
  int query_first;   /* of the queries, −1: none */
} Sums;

size_t features_room(int feature_count, int value_cols) {
  size_t features = (size_t)feature_count, values = (size_t)value_cols;
  return features * (values + 4) + 2 * values + FEATURES_BAND * features;
}

static Sums sums_of(const Features *features, const FeatureInputs *of, double *room) {
  size_t count = (size_t)features->omega.rows, values = (size_t)of->v.cols;
  Sums sums = {.features = features, .of = of, .band_first = -1, .query_first = -1};
  assert(of->q.cols == features->omega.cols && of->k.cols == of->q.cols);
  assert(of->k.rows == of->v.rows && features->divisor > 0);
  sums.sums = room;
  sums.totals = sums.sums + count * values;
  sums.largest = sums.totals + count;
  sums.row = sums.largest + count;
  sums.value = sums.row + values;
  sums.exponents = sums.value + values;
  float *floats = (float *)(void *)(sums.exponents + count);
  sums.keys = (Mat){floats, FEATURES_BAND, (int)count, (int)count};
  sums.queries = (Mat){floats + FEATURES_BAND * count, FEATURES_BAND, (int)count, (int)count};
  sums.shares = floats + 2 * FEATURES_BAND * count;
  memset(room, 0, count * (values + 1) * sizeof *room);
  for (size_t m = 0; m < count; m++) sums.largest[m] = -INFINITY;
  return sums;
}

/* The products with ω of one row of x; those of its band are made together. */
static const float *products_of(const Sums *sums, MatView x, Mat band, int *band_first, int row) {
  int first = row / FEATURES_BAND * FEATURES_BAND;
  if (first != *band_first) {
    int rows = x.rows - first < FEATURES_BAND ? x.rows - first : FEATURES_BAND;
    linear_times_transposed(mat_view_rows(x, first, rows), sums->features->omega,
                            mat_rows(band, 0, rows));
    *band_first = first;
  }
  return mat_row_of(band, row - first);
}

/* sums [M,Dv] += factors [M] · row: what one key adds to all features. */
CORE_INLINE void add_to_all_loop(double *restrict sums, const float *restrict factors,
                                 const double *restrict row, int count, int width) {
  for (int m = 0; m < count; m++, sums += width) {
    double factor = (double)factors[m];
    for (int i = 0; i < width; i++) sums[i] += factor * row[i];
  }
}
CORE_LEVELS(add_to_all,
            (double *restrict sums, const float *restrict factors, const double *restrict row,
             int count, int width),
            (sums, factors, row, count, width))

/* row [Dv] += Σ_m factors_m · sums_m, one after the other; four at a time, which saves moves and
** leaves the order as it is. */
CORE_INLINE void add_all_to_loop(double *restrict row, const float *restrict factors,
                                 const double *restrict sums, int count, int width) {
  int m = 0;
  for (; m + 4 <= count; m += 4, sums += 4 * width) {
    double a = (double)factors[m], b = (double)factors[m + 1];
    double c = (double)factors[m + 2], d = (double)factors[m + 3];
    const double *second = sums + width, *third = second + width, *fourth = third + width;
    for (int i = 0; i < width; i++)
      row[i] = (((row[i] + a * sums[i]) + b * second[i]) + c * third[i]) + d * fourth[i];
  }
  for (; m < count; m++, sums += width)
    for (int i = 0; i < width; i++) row[i] += (double)factors[m] * sums[i];
}
CORE_LEVELS(add_all_to,
            (double *restrict row, const float *restrict factors, const double *restrict sums,
             int count, int width),
            (row, factors, sums, count, width))

/* A larger exponent of feature m: what is summed so far is brought to it. */
static void raise_largest(Sums *sums, int m, double exponent) {
  double *row = sums->sums + (size_t)m * (size_t)sums->of->v.cols;
  double factor = exp(sums->largest[m] - exponent);
  for (int c = 0; c < sums->of->v.cols; c++) row[c] *= factor;
  sums->totals[m] *= factor;
  sums->largest[m] = exponent;
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

static void add_key(Sums *sums, int key) {
  const Features *features = sums->features;
  int count = features->omega.rows, values = sums->of->v.cols;
  if (sums->of->keys.left_out && sums->of->keys.left_out[key]) return;
  const float *dots = products_of(sums, sums->of->k, sums->keys, &sums->band_first, key);
  double scale = scale_of(features), half = half_square(features, mat_row(sums->of->k, key));
  bool raises = take_largest(dots, sums->largest, scale, half, sums->shares, count);
  for (int m = 0; raises && m < count; m++) {
    double exponent = scale * (double)dots[m] - half;
    if (exponent > sums->largest[m]) raise_largest(sums, m, exponent), sums->shares[m] = 0;
  }
  softmax_exponentials(sums->shares, 0, sums->shares, count);
  for (int m = 0; m < count; m++) sums->totals[m] += (double)sums->shares[m];
  for (int c = 0; c < values; c++) sums->value[c] = (double)mat_row(sums->of->v, key)[c];
  add_to_all(sums->sums, sums->shares, sums->value, count, values);
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

/* The shares of a query among the features as they are summed: the largest is 1. The square of q
** is the same in all and cancels. */
static void share_query(Sums *sums, int query, float *shares) {
  int count = sums->features->omega.rows;
  const float *dots = products_of(sums, sums->of->q, sums->queries, &sums->query_first, query);
  double *exponents = sums->exponents;
  double most = add_largest(dots, sums->largest, scale_of(sums->features), exponents, count);
  for (int m = 0; m < count; m++) shares[m] = (float)(exponents[m] - most);
  softmax_exponentials(shares, 0, shares, count);
}

static void ask(Sums *sums, int query, float *output) {
  int values = sums->of->v.cols, count = sums->features->omega.rows;
  double total = 0;
  memset(sums->row, 0, (size_t)values * sizeof *sums->row);
  bool sees = sums->totals[0] != 0; /* a sum of one key is 1 at least, or not a number */
  if (sees) share_query(sums, query, sums->shares);
  for (int m = 0; sees && m < count; m++) total += (double)sums->shares[m] * sums->totals[m];
  if (sees) add_all_to(sums->row, sums->shares, sums->sums, count, values);
  for (int c = 0; c < values; c++) output[c] = sees ? (float)(sums->row[c] / total) : 0;
}

static int end_of(const FeatureInputs *of, int query) {
  return of->keys.ends ? of->keys.ends[query] : of->k.rows;
}

void features_output(const Features *features, const FeatureInputs *of, int first, double *room,
                     Mat output) {
  assert(first >= 0 && first + output.rows == of->q.rows && output.cols == of->v.cols);
  Sums sums = sums_of(features, of, room);
  int taken = 0;
  for (int query = first; query < of->q.rows; query++) {
    for (; taken < end_of(of, query); taken++) add_key(&sums, taken);
    ask(&sums, query, mat_row_of(output, query - first));
  }
}

/* ---- the matrix for looking ---- */

static bool sees(const FeatureInputs *of, int query, int key) {
  return key < end_of(of, query) && !(of->keys.left_out && of->keys.left_out[key]);
}

/* The largest exponent of every feature among the keys before `end`. */
static void find_largest(Sums *sums, int end) {
  double scale = scale_of(sums->features);
  for (int m = 0; m < sums->features->omega.rows; m++) sums->largest[m] = -INFINITY;
  for (int key = 0; key < end; key++) {
    if (sums->of->keys.left_out && sums->of->keys.left_out[key]) continue;
    const float *dots = products_of(sums, sums->of->k, sums->keys, &sums->band_first, key);
    double half = half_square(sums->features, mat_row(sums->of->k, key));
    for (int m = 0; m < sums->features->omega.rows; m++)
      if (scale * (double)dots[m] - half > sums->largest[m])
        sums->largest[m] = scale * (double)dots[m] - half;
  }
}

/* The features of the band of keys that `sums` holds, in place of their products. */
static void share_keys(Sums *sums, int first, int rows) {
  int count = sums->features->omega.rows;
  double scale = scale_of(sums->features);
  for (int row = 0; row < rows; row++) {
    float *at = mat_row_of(sums->keys, row);
    double half = half_square(sums->features, mat_row(sums->of->k, first + row));
    for (int m = 0; m < count; m++)
      at[m] = (float)(scale * (double)at[m] - half - sums->largest[m]);
    softmax_exponentials(at, 0, at, count);
  }
  sums->band_first = -1;
}

/* Shares of the visible keys; false: they are too small to be added up. */
static bool divide_row(const FeatureInputs *of, int query, float *row) {
  const double least = 1e-20;
  double total = 0;
  for (int key = 0; key < of->k.rows; key++) {
    if (!sees(of, query, key)) row[key] = 0;
    total += (double)row[key];
  }
  for (int key = 0; key < of->k.rows && total >= least; key++)
    row[key] = (float)((double)row[key] / total);
  return total >= least;
}

static bool sees_none(const FeatureInputs *of, int query) {
  for (int key = 0; key < end_of(of, query); key++)
    if (sees(of, query, key)) return false;
  return true;
}

/* Products of the features of some queries and of every key that the last of them sees. */
static void multiply_features(Sums *sums, int first, Mat weights) {
  const FeatureInputs *of = sums->of;
  int end = end_of(of, first + weights.rows - 1);
  find_largest(sums, end);
  for (int row = 0; row < weights.rows; row++) {
    float *shares = sums->queries.at + (size_t)row * (size_t)sums->queries.stride;
    share_query(sums, first + row, shares);
  }
  sums->query_first = -1;
  for (int key = 0; key < of->k.rows; key += FEATURES_BAND) {
    int rows = of->k.rows - key < FEATURES_BAND ? of->k.rows - key : FEATURES_BAND;
    (void)products_of(sums, of->k, sums->keys, &sums->band_first, key);
    share_keys(sums, key, rows);
    linear_times_transposed(mat_view(mat_rows(sums->queries, 0, weights.rows)),
                            mat_view(mat_rows(sums->keys, 0, rows)), mat_cols(weights, key, rows));
  }
}

void features_weights(const Features *features, const FeatureInputs *of, int first, double *room,
                      Mat weights) {
  assert(weights.rows <= FEATURES_BAND && weights.cols == of->k.rows && first % FEATURES_BAND == 0);
  Sums sums = sums_of(features, of, room);
  multiply_features(&sums, first, weights);
  for (int row = 0; row < weights.rows; row++) {
    if (divide_row(of, first + row, mat_row_of(weights, row)) || sees_none(of, first + row))
      continue;
    /* Keys behind those it sees have made its own too small: the row by itself. */
    Mat one = mat_rows(weights, row, 1);
    multiply_features(&sums, first + row, one);
    (void)divide_row(of, first + row, mat_row_of(one, 0));
  }
}
