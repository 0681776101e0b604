/* core/norm.c -- mean and variance in double, in two passes, so that nearly equal numbers keep
** their small differences. */
#include "core/norm.h"

#include <math.h>

#include "core/lanes.h"

/* Σ (x − from)^power for power 1 or 2. */
CORE_INLINE double sum_from(const float *x, double from, int power, int count) {
  Wide sum[2] = {{0}, {0}};
  Narrow now;
  int i = 0;
  for (; i + LANES <= count; i += LANES)
    for (int half = 0; half < 2; half++) {
      memcpy(&now, x + i + half * HALF, sizeof now);
      Wide away = __builtin_convertvector(now, Wide) - from;
      sum[half] += power == 2 ? away * away : away;
    }
  double total = wide_sum(sum);
  for (; i < count; i++) {
    double away = (double)x[i] - from;
    total += power == 2 ? away * away : away;
  }
  return total;
}

CORE_CLONES
static void norm_row(const float *x, float *y, int count, const float *const gain_bias[2],
                     float epsilon) {
  const float *gain = gain_bias[0], *bias = gain_bias[1];
  double mean = sum_from(x, 0.0, 1, count) / count;
  double variance = sum_from(x, mean, 2, count) / count;
  double inverse = 1.0 / sqrt(variance + (double)epsilon);
  for (int i = 0; i < count; i++) {
    double value = ((double)x[i] - mean) * inverse;
    if (gain) value *= (double)gain[i];
    if (bias) value += (double)bias[i];
    y[i] = (float)value;
  }
}

void norm_layer(MatView x, const float *gain, const float *bias, float epsilon, Mat y) {
  assert(x.rows == y.rows && x.cols == y.cols);
  const float *const gain_bias[2] = {gain, bias};
  if (x.cols == 0) return;
  for (int row = 0; row < x.rows; row++)
    norm_row(mat_row(x, row), mat_row_of(y, row), x.cols, gain_bias, epsilon);
}
