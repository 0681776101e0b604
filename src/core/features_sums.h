/* core/features_sums.h -- the sums over keys of random features, and what queries ask of them. For
** core/features*.c alone.
**
** Memory  The caller's.   Errors  None.
*/
#ifndef CORE_FEATURES_SUMS_H
#define CORE_FEATURES_SUMS_H

#include "core/features.h"

/* A row is x = scale · row, and half = |x|²/2. */
typedef struct FeatureScale {
  double scale, half;
} FeatureScale;
FeatureScale feature_scale(const Features *features, const float *row);

/* The arrays of one head in the room of the caller. */
typedef struct FeatureSums {
  const Features *features;
  const FeatureInputs *of;
  double *sums;      /* [M,Dv] S */
  double *totals;    /* [M] z */
  double *largest;   /* [M] c */
  double *exponents; /* [M] of a query */
  Mat keys, queries; /* [FEATURES_BAND,M] products with ω */
  int band_first;    /* of the keys, −1: none */
  int query_first;   /* of the queries, −1: none */
  struct FeatureSteps *steps;
  Mat output; /* of which `told` rows are written */
  int told;
} FeatureSums;

/* Empty, in that room. */
FeatureSums feature_sums_begin(const Features *features, const FeatureInputs *of, double *room);
/* The products with ω of one row of x; those of its band are made together. */
const float *feature_products(const FeatureSums *sums, MatView x, Mat band, int *band_first,
                              int row);
/* What the key adds, unless it is left out. */
void feature_add_key(FeatureSums *sums, int key);
/* What the query asks; its row of the output is written later, in the order of queries. */
void feature_add_query(FeatureSums *sums, int query);
/* Writes the rows of all queries so far. */
void feature_tell_queries(FeatureSums *sums);
/* The shares of a query among the features as they are summed: the largest is 1. The square of q
** is the same in all and cancels. */
void feature_share_query(FeatureSums *sums, int query, float *shares);

#endif
