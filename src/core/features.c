/* core/features.c -- attention by positive random features (M-59). */
#include "core/features_sums.h"

#include <assert.h>
#include <math.h>

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

FeatureScale feature_scale(const Features *features, const float *row) {
  double sum = 0, scale = 1 / sqrt(features->divisor);
  for (int c = 0; c < features->omega.cols; c++) sum += (double)row[c] * (double)row[c];
  if (!features->is_cosine) return (FeatureScale){scale, sum / features->divisor / 2};
  if (sum == 0) return (FeatureScale){0, 0};
  return (FeatureScale){scale / sqrt(sum), 1 / features->divisor / 2};
}

void features_fill(const Features *features, MatView x, Mat filled) {
  const double highest = 88;
  int count = features->omega.rows;
  assert(x.cols == features->omega.cols && filled.cols == count && filled.rows == x.rows);
  double share = 1 / sqrt((double)count);
  linear_times_transposed(x, features->omega, filled);
  for (int row = 0; row < x.rows; row++) {
    float *at = mat_row_of(filled, row);
    FeatureScale by = feature_scale(features, mat_row(x, row));
    for (int m = 0; m < count; m++) {
      double exponent = by.scale * (double)at[m] - by.half;
      at[m] = (float)(share * exp(exponent > highest ? highest : exponent));
    }
  }
}

static int end_of(const FeatureInputs *of, int query) {
  return of->keys.ends ? of->keys.ends[query] : of->k.rows;
}

void features_output(const Features *features, const FeatureInputs *of, int first, double *room,
                     Mat output) {
  assert(first >= 0 && first + output.rows == of->q.rows && output.cols == of->v.cols);
  FeatureSums sums = feature_sums_begin(features, of, room);
  int taken = 0;
  sums.output = output;
  for (int query = first; query < of->q.rows; query++) {
    for (; taken < end_of(of, query); taken++) feature_add_key(&sums, taken);
    feature_add_query(&sums, query);
  }
  feature_tell_queries(&sums);
}

/* ---- the matrix for looking ---- */

static bool sees(const FeatureInputs *of, int query, int key) {
  return key < end_of(of, query) && !(of->keys.left_out && of->keys.left_out[key]);
}

/* The largest exponent of every feature among the keys before `end`. */
static void find_largest(FeatureSums *sums, int end) {
  for (int m = 0; m < sums->features->omega.rows; m++) sums->largest[m] = -INFINITY;
  for (int key = 0; key < end; key++) {
    if (sums->of->keys.left_out && sums->of->keys.left_out[key]) continue;
    const float *dots = feature_products(sums, sums->of->k, sums->keys, &sums->band_first, key);
    FeatureScale by = feature_scale(sums->features, mat_row(sums->of->k, key));
    for (int m = 0; m < sums->features->omega.rows; m++)
      if (by.scale * (double)dots[m] - by.half > sums->largest[m])
        sums->largest[m] = by.scale * (double)dots[m] - by.half;
  }
}

/* The features of the band of keys that `sums` holds, in place of their products. */
static void share_keys(FeatureSums *sums, int first, int rows) {
  int count = sums->features->omega.rows;
  for (int row = 0; row < rows; row++) {
    float *at = mat_row_of(sums->keys, row);
    FeatureScale by = feature_scale(sums->features, mat_row(sums->of->k, first + row));
    for (int m = 0; m < count; m++)
      at[m] = (float)(by.scale * (double)at[m] - by.half - sums->largest[m]);
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
static void multiply_features(FeatureSums *sums, int first, Mat weights) {
  const FeatureInputs *of = sums->of;
  int end = end_of(of, first + weights.rows - 1);
  find_largest(sums, end);
  for (int row = 0; row < weights.rows; row++) {
    float *shares = sums->queries.at + (size_t)row * (size_t)sums->queries.stride;
    feature_share_query(sums, first + row, shares);
  }
  sums->query_first = -1;
  for (int key = 0; key < of->k.rows; key += FEATURES_BAND) {
    int rows = of->k.rows - key < FEATURES_BAND ? of->k.rows - key : FEATURES_BAND;
    (void)feature_products(sums, of->k, sums->keys, &sums->band_first, key);
    share_keys(sums, key, rows);
    linear_times_transposed(mat_view(mat_rows(sums->queries, 0, weights.rows)),
                            mat_view(mat_rows(sums->keys, 0, rows)), mat_cols(weights, key, rows));
  }
}

void features_weights(const Features *features, const FeatureInputs *of, int first, double *room,
                      Mat weights) {
  assert(weights.rows <= FEATURES_BAND && weights.cols == of->k.rows && first % FEATURES_BAND == 0);
  FeatureSums sums = feature_sums_begin(features, of, room);
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
