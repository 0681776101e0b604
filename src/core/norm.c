/* core/norm.c -- mean and variance in double, in two passes, so that nearly equal numbers keep
** their small differences.
**
** The one-pass formula, mean of squares minus square of the mean, cancels: for numbers around 1,000
** that differ by 0.01 it loses ten digits, more than a float has. The second pass costs little,
** since the row is in the cache. */
#include "core/norm.h"

#include <math.h>

#include "core/backward.h"
#include "core/lanes.h"

/* Σ (x − from)^power over count numbers; power is 1 or 2, a constant in every call. Eight sums run
** side by side; the rest is added last. */
CORE_INLINE double sum_from(const float *x, double from, int power, int count) {
  Wide sum[2] = {{0}, {0}}, away;
  int i = 0;
  for (; i + LANES <= count; i += LANES)
    for (int half = 0; half < 2; half++) {
      wide_load(&away, x + i + half * HALF);
      away -= from;
      sum[half] += power == 2 ? away * away : away;
    }
  double total = wide_sum(sum);
  for (; i < count; i++) {
    double rest = (double)x[i] - from;
    total += power == 2 ? rest * rest : rest;
  }
  return total;
}

/* Mean and inverse of one row, in double: a mean rounded to float would shift a row of large
** numbers. */
typedef struct Spread {
  double mean, inverse; /* 1 / sqrt(variance + epsilon) */
} Spread;

/* Biased variance, divided by count as in M-10. epsilon stands inside the root, so that a row of
** equal numbers becomes 0 and not 0 / 0. */
CORE_INLINE Spread spread_of(const float *x, int count, float epsilon) {
  double mean = sum_from(x, 0.0, 1, count) / count;
  double variance = sum_from(x, mean, 2, count) / count;
  return (Spread){mean, 1.0 / sqrt(variance + (double)epsilon)};
}

/* M-71: nothing is taken off, and the square of a row stands for its variance. */
CORE_INLINE Spread root_mean_square(const float *x, int count, float epsilon) {
  double square = sum_from(x, 0.0, 2, count) / count;
  return (Spread){0, 1.0 / sqrt(square + (double)epsilon)};
}

/* M-71 for one row; y may be x. */
CORE_INLINE void rms_row_loop(const float *x, float *y, int count, const float *gain,
                              float epsilon) {
  Spread spread = root_mean_square(x, count, epsilon);
  for (int i = 0; i < count; i++) {
    double value = (double)x[i] * spread.inverse;
    y[i] = (float)(gain ? value * (double)gain[i] : value);
  }
}
CORE_LEVELS(rms_row, (const float *x, float *y, int count, const float *gain, float epsilon),
            (x, y, count, gain, epsilon))

/* M-10 for one row. y may be x: number i is read before it is written, and mean and variance are
** known. */
CORE_INLINE void norm_row_loop(const float *x, float *y, int count, const float *const gain_bias[2],
                               float epsilon) {
  const float *gain = gain_bias[0], *bias = gain_bias[1];
  Spread spread = spread_of(x, count, epsilon);
  for (int i = 0; i < count; i++) {
    /* One rounding for mean, gain and bias together, at the end. */
    double value = ((double)x[i] - spread.mean) * spread.inverse;
    if (gain) value *= (double)gain[i];
    if (bias) value += (double)bias[i];
    y[i] = (float)value;
  }
}
CORE_LEVELS(norm_row,
            (const float *x, float *y, int count, const float *const gain_bias[2], float epsilon),
            (x, y, count, gain_bias, epsilon))

NormSpread norm_spread(NormMethod method, const float *x, int count, float epsilon) {
  assert(count > 0);
  Spread spread =
      method == NORM_RMS ? root_mean_square(x, count, epsilon) : spread_of(x, count, epsilon);
  /* 1 / inverse is sqrt(variance + epsilon): what the row is divided by. */
  return (NormSpread){(float)spread.mean, (float)(1 / spread.inverse)};
}

void norm_layer(MatView x, const float *gain, const float *bias, float epsilon, Mat y) {
  assert(x.rows == y.rows && x.cols == y.cols);
  /* norm_row takes both in one parameter. */
  const float *const gain_bias[2] = {gain, bias};
  if (x.cols == 0) return;
  for (int row = 0; row < x.rows; row++)
    norm_row(mat_row(x, row), mat_row_of(y, row), x.cols, gain_bias, epsilon);
}

void norm_rows(const Norm *norm, MatView x, Mat y) {
  assert(x.rows == y.rows && x.cols == y.cols);
  if (norm->method == NORM_LAYER) {
    norm_layer(x, norm->gain, norm->bias, norm->epsilon, y);
    return;
  }
  assert(!norm->bias);
  for (int row = 0; x.cols > 0 && row < x.rows; row++)
    rms_row(mat_row(x, row), mat_row_of(y, row), x.cols, norm->gain, norm->epsilon);
}

/* ---- backward, in float; only mean and variance need more ---- */

/* One row of M-26: count numbers in x, dy and dx; gain, d_gain, d_bias [count] or NULL together. */
typedef struct NormRow {
  const float *x, *gain, *dy;
  float *dx, *d_gain, *d_bias;
  int count;
} NormRow;

/* The same spread in floats, of which a register has twice as many. */
typedef struct Normaliser {
  float mean, mean_rest, inverse; /* the mean as a sum of two floats: x may be large */
} Normaliser;

/* mean + mean_rest is the mean with twice the digits of a float. For numbers near the mean, the
** first subtraction is exact. */
CORE_INLINE Normaliser normaliser_of(Spread spread) {
  float mean = (float)spread.mean;
  return (Normaliser){mean, (float)(spread.mean - (double)mean), (float)spread.inverse};
}

/* Loads eight numbers, or the remaining 1 to 7 padded with zeros. */
CORE_INLINE void load_some(Lanes *to, const float *from, int count) {
  if (count >= LANES) lanes_load(to, from);
  else lanes_load_part(to, from, count, 0.0f);
}

/* Never writes beyond the row. */
CORE_INLINE void store_some(float *to, const Lanes *from, int count) {
  if (count >= LANES) lanes_store(to, from);
  else lanes_store_part(to, from, count);
}

/* x̂ of eight numbers; computed again in both passes instead of being stored. */
CORE_INLINE void load_normal(Lanes *to, const float *x, int count, const Normaliser *with) {
  load_some(to, x, count);
  *to = ((*to - with->mean) - with->mean_rest) * with->inverse;
}

/* to += more, for gradients that add up over rows. */
CORE_INLINE void add_some(float *to, const Lanes *more, int count) {
  Lanes sum;
  load_some(&sum, to, count);
  sum += *more;
  store_some(to, &sum, count);
}

/* The mean of count numbers; lanes beyond the row are 0. */
CORE_INLINE float mean_of_lanes(const Lanes *x, int count) {
  Wide sum[2] = {{0}, {0}};
  lanes_add_to(sum, x);
  return (float)(wide_sum(sum) / count);
}

/* First pass of M-26: dx becomes g = dy · gain; means[0] is the mean of g, means[1] that of g x̂.
** Also adds dy to dbias and dy x̂ to dgain. In the padding dy and g are 0, whatever x̂ is. */
CORE_INLINE void first_pass_backward(const NormRow *row, const Normaliser *with, float means[2]) {
  Lanes sum_g = {0}, sum_gx = {0};
  /* Eight columns at a time; `left` is how many there still are. */
  for (int i = 0; i < row->count; i += LANES) {
    int left = row->count - i;
    /* In the padding x̂ is not 0, but g is. */
    Lanes normal, dy, gain, g;
    load_normal(&normal, row->x + i, left, with);
    load_some(&dy, row->dy + i, left);
    g = dy;
    if (row->gain) {
      load_some(&gain, row->gain + i, left);
      g *= gain;
      /* dy as it came, before the gain. */
      add_some(row->d_bias + i, &dy, left);
      dy *= normal;
      add_some(row->d_gain + i, &dy, left);
    }
    /* dx holds g until the means are known, so no buffer is needed. */
    store_some(row->dx + i, &g, left);
    sum_g += g;
    sum_gx += g * normal;
  }
  /* Sums of floats, eight side by side, which is precise enough for a gradient. */
  means[0] = mean_of_lanes(&sum_g, row->count);
  means[1] = mean_of_lanes(&sum_gx, row->count);
}

/* Second pass: dx = (g − mean g − x̂ · mean(g x̂)) / σ, from the g that the first left in dx. */
CORE_INLINE void norm_row_backward_loop(const NormRow *row, float epsilon) {
  const Normaliser with = normaliser_of(spread_of(row->x, row->count, epsilon));
  float means[2];
  first_pass_backward(row, &with, means);
  for (int i = 0; i < row->count; i += LANES) {
    int left = row->count - i;
    Lanes normal, g;
    load_normal(&normal, row->x + i, left, &with);
    load_some(&g, row->dx + i, left);
    /* Removes the components of g along [1 … 1] and x̂: shifting or scaling x does not change y. */
    g = (g - means[0] - normal * means[1]) * with.inverse;
    store_some(row->dx + i, &g, left);
  }
}
CORE_LEVELS(norm_row_backward, (const NormRow *row, float epsilon), (row, epsilon))

void norm_layer_backward(MatView x, NormGain gain, float epsilon, MatView dy, Mat dx) {
  assert(x.rows == dy.rows && x.cols == dy.cols && x.rows == dx.rows && x.cols == dx.cols);
  assert((gain.gain != NULL) == (gain.d_gain != NULL));
  assert((gain.d_gain != NULL) == (gain.d_bias != NULL));
  /* The order of the rows fixes that of the sums in d_gain and d_bias. */
  for (int i = 0; x.cols > 0 && i < x.rows; i++) {
    NormRow row = {mat_row(x, i), gain.gain,   mat_row(dy, i), mat_row_of(dx, i),
                   gain.d_gain,   gain.d_bias, x.cols};
    norm_row_backward(&row, epsilon);
  }
}
