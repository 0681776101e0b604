/* trace/workings/features.c -- one random feature, and one product of features. */
#include "trace/workings/features.h"

#include <assert.h>
#include <math.h>

static double dot(const float *a, const float *b, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (double)a[i] * (double)b[i];
  return sum;
}

FeatureNumber feature_number(const Trace *trace, TraceMatrixId of, int row, int col) {
  assert(of.part == TRACE_FEATURES_Q || of.part == TRACE_FEATURES_K);
  bool is_query = of.part == TRACE_FEATURES_Q;
  TracePart from = is_query ? trace_score_queries(trace) : trace_score_keys(trace);
  MatView x = trace_matrix(trace, from, of.layer, of.head);
  MatView omega = trace_matrix(trace, TRACE_OMEGA, of.layer, of.head);
  FeatureNumber number = {.omega = mat_row(omega, col),
                          .vector = mat_row(x, row),
                          .width = omega.cols,
                          .feature_count = omega.rows,
                          .divisor = (double)trace_score_divisor(trace, of.layer),
                          .result =
                              mat_get(trace_matrix(trace, of.part, of.layer, of.head), row, col)};
  double squares = dot(number.vector, number.vector, number.width);
  number.temperature = kind_temperature(trace_kind(trace));
  if (number.temperature > 0) number.divisor = 1 / number.temperature;
  number.along = dot(number.omega, number.vector, number.width) / sqrt(number.divisor);
  number.half = squares / number.divisor / 2;
  if (number.temperature > 0 && squares > 0) number.along /= sqrt(squares), number.half /= squares;
  number.exponent = number.along - number.half;
  number.exponential = exp(number.exponent);
  return number;
}

double feature_product(const Trace *trace, int layer, int head, int query, int key) {
  MatView q = trace_matrix(trace, TRACE_FEATURES_Q, layer, head);
  MatView k = trace_matrix(trace, TRACE_FEATURES_K, layer, head);
  return dot(mat_row(q, query), mat_row(k, key), q.cols);
}

double feature_exact(const Trace *trace, int layer, int head, int query, int key) {
  MatView scores = trace_matrix(trace, TRACE_SCALED, layer, head);
  return exp((double)mat_get(scores, query, key));
}
