/* core/norm.c -- mean and variance in double, in two passes, so that nearly equal numbers keep
** their small differences. */
#include "core/norm.h"

#include <math.h>

#include "core/backward.h"
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

typedef struct Spread {
  double mean, inverse; /* 1 / sqrt(variance + epsilon) */
} Spread;

CORE_INLINE Spread spread_of(const float *x, int count, float epsilon) {
  double mean = sum_from(x, 0.0, 1, count) / count;
  double variance = sum_from(x, mean, 2, count) / count;
  return (Spread){mean, 1.0 / sqrt(variance + (double)epsilon)};
}

CORE_CLONES
static void norm_row(const float *x, float *y, int count, const float *const gain_bias[2],
                     float epsilon) {
  const float *gain = gain_bias[0], *bias = gain_bias[1];
  Spread spread = spread_of(x, count, epsilon);
  for (int i = 0; i < count; i++) {
    double value = ((double)x[i] - spread.mean) * spread.inverse;
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

/* ---- backward ---- */

typedef struct NormRow {
  const float *x, *gain, *dy;
  float *dx, *d_gain, *d_bias;
  int count;
} NormRow;

/* x̂; the difference in double, since both may be large. */
CORE_INLINE float normal_at(const float *x, int i, Spread spread) {
  return (float)(((double)x[i] - spread.mean) * spread.inverse);
}

/* g = dy · gain, on its way to dx. */
CORE_INLINE void gained_row(const NormRow *row) {
  for (int i = 0; i < row->count; i++)
    row->dx[i] = row->gain ? row->dy[i] * row->gain[i] : row->dy[i];
}

/* Σ g x̂, four sums side by side. */
CORE_INLINE double sum_with(const float *g, const float *x, Spread spread, int count) {
  Wide sum = {0}, of_g, of_x;
  int i = 0;
  for (; i + HALF <= count; i += HALF) {
    wide_load(&of_g, g + i);
    wide_load(&of_x, x + i);
    sum += of_g * ((of_x - spread.mean) * spread.inverse);
  }
  double total = wide_total(&sum);
  for (; i < count; i++) total += (double)g[i] * (((double)x[i] - spread.mean) * spread.inverse);
  return total;
}

CORE_CLONES
static void norm_row_backward(const NormRow *row, float epsilon) {
  int count = row->count;
  const float *restrict x = row->x, *restrict dy = row->dy;
  float *restrict dx = row->dx;
  Spread spread = spread_of(x, count, epsilon);
  gained_row(row);
  float mean_g = (float)(sum_from(dx, 0.0, 1, count) / count);
  float mean_gx = (float)(sum_with(dx, x, spread, count) / count);
  float inverse = (float)spread.inverse;
  for (int i = 0; i < count; i++)
    dx[i] = (dx[i] - mean_g - normal_at(x, i, spread) * mean_gx) * inverse;
  if (!row->d_gain) return;
  for (int i = 0; i < count; i++) {
    row->d_gain[i] += dy[i] * normal_at(x, i, spread);
    row->d_bias[i] += dy[i];
  }
}

void norm_layer_backward(MatView x, const float *gain, float epsilon, MatView dy, Mat dx,
                         float *d_gain, float *d_bias) {
  assert(x.rows == dy.rows && x.cols == dy.cols && x.rows == dx.rows && x.cols == dx.cols);
  assert((gain != NULL) == (d_gain != NULL) && (d_gain != NULL) == (d_bias != NULL));
  for (int i = 0; x.cols > 0 && i < x.rows; i++) {
    NormRow row = {mat_row(x, i), gain, mat_row(dy, i), mat_row_of(dx, i), d_gain, d_bias, x.cols};
    norm_row_backward(&row, epsilon);
  }
}
