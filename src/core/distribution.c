/* core/distribution.c -- see distribution.h. */
#include "core/distribution.h"

#include <assert.h>
#include <math.h>

Distribution distribution_of(const float *x, int count) {
  double sum = 0, squares = 0;
  assert(count > 0);
  for (int i = 0; i < count; i++) sum += (double)x[i];
  double mean = sum / count;
  for (int i = 0; i < count; i++) squares += ((double)x[i] - mean) * ((double)x[i] - mean);
  return (Distribution){mean, sqrt(squares / count)};
}

void distribution_count(const float *x, int count, double low, double high, int *counts, int bins) {
  assert(low < high && bins > 0);
  for (int i = 0; i < bins; i++) counts[i] = 0;
  for (int i = 0; i < count; i++) {
    double place = ((double)x[i] - low) / (high - low) * bins;
    int bin = place < 0 ? 0 : place >= bins ? bins - 1 : (int)place;
    counts[bin]++;
  }
}

double distribution_normal(double x, double deviation) {
  const double root_two_pi = 2.5066282746310002;
  assert(deviation > 0);
  double away = x / deviation;
  return exp(-away * away / 2) / (deviation * root_two_pi);
}
