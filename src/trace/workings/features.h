/* trace/workings/features.h -- one random feature worked out, and one weight made of features
** (M-59).
**
**   φ_m(x) = exp(ω_m · x − |x|²/2) / √M      x = q/√c or k/√c; of cosines q/|q| · √τ or k/|k| · √τ
**   weight = Σ_m φ_m(q) φ_m(k) / its sum over all keys that the query sees
**
** Memory  None; vectors are the trace's.
** Errors  None: a trace without the stage features is a bug in the caller, which asserts.
*/
#ifndef TRACE_WORKINGS_FEATURES_H
#define TRACE_WORKINGS_FEATURES_H

#include "trace/trace.h"

/* One number of FEATURES_Q or FEATURES_K. */
typedef struct FeatureNumber {
  const float *omega, *vector; /* [D] ω_m, and q or k */
  int width, feature_count;
  double divisor;               /* c; of cosines 1/τ */
  double temperature;           /* τ; 0: scores are no cosines */
  double along, half, exponent; /* ω · x, |x|²/2 and their difference */
  double exponential;           /* e to that */
  float result;
} FeatureNumber;

FeatureNumber feature_number(const Trace *trace, TraceMatrixId of, int row, int col);

/* Σ_m φ_m(q) φ_m(k) of a pair, in double. 0 where the features are below what a float holds. */
double feature_product(const Trace *trace, int layer, int head, int query, int key);

/* e^(q · k / c), which the product is near in the mean over ω. */
double feature_exact(const Trace *trace, int layer, int head, int query, int key);

#endif
