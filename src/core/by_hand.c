/* core/by_hand.c -- attention with numbers rounded after each step. */
#include "core/by_hand.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static double power_of_ten(int decimals) {
  double power = 1;
  assert(decimals >= 0 && decimals <= 2 * BY_HAND_DECIMALS_MOST);
  while (decimals-- > 0) power *= 10;
  return power;
}

/* Without a minus before 0. A large number may miss a half by less than a tenth of its last digit:
** else it would be given digits that it does not have. */
float by_hand_number(double x, int decimals) {
  const double slack = 8 * (double)FLT_EPSILON, slack_most = 0.1;
  double power = power_of_ten(decimals), size = fabs(x) * power;
  if (!isfinite(x)) return (float)x;
  double whole = floor(size + 0.5 + fmin(size * slack, slack_most));
  return whole > 0 ? (float)(copysign(whole, x) / power) : 0;
}

void by_hand_round(MatView from, int decimals, Mat to) {
  assert(from.rows == to.rows && from.cols == to.cols);
  for (int row = 0; row < from.rows; row++) {
    const float *x = mat_row(from, row);
    float *y = mat_row_of(to, row);
    for (int col = 0; col < from.cols; col++) y[col] = by_hand_number((double)x[col], decimals);
  }
}

float by_hand_power(float below) {
  assert(!(below < 0));
  return by_hand_number(exp(-(double)below), BY_HAND_POWER_DECIMALS);
}

void by_hand_scores(MatView q, MatView k, int decimals, Mat scores) {
  attn_scores(q, k, scores);
  by_hand_round(mat_view(scores), 2 * decimals, scores);
}

void by_hand_scale(MatView scores, float divisor, int decimals, Mat scaled) {
  assert(divisor > 0);
  attn_divide(scores, (double)divisor, scaled);
  by_hand_round(mat_view(scaled), decimals, scaled);
}

void by_hand_products(const float *weights, MatView v, int decimals, Mat products) {
  assert(v.rows == products.rows && v.cols == products.cols);
  for (int key = 0; key < v.rows; key++)
    for (int col = 0; col < v.cols; col++)
      mat_row_of(products, key)[col] = by_hand_number(
          (double)weights[key] * (double)mat_get(v, key, col), BY_HAND_SHARE_DECIMALS + decimals);
}

void by_hand_output(MatView weights, MatView v, Mat output) {
  attn_output(weights, v, output);
  by_hand_round(mat_view(output), BY_HAND_SHARE_DECIMALS, output);
}

static float largest_of(const float *x, int count) {
  float max = -INFINITY;
  for (int i = 0; i < count; i++) max = fmaxf(max, x[i]);
  return max;
}

SoftmaxParts by_hand_weights(const float *masked, int count, int decimals, ByHandSoftmax to) {
  float max = largest_of(masked, count);
  double sum = 0;
  for (int i = 0; i < count; i++) {
    bool is_hidden = isinf(masked[i]);
    to.below[i] = is_hidden ? INFINITY : by_hand_number((double)max - (double)masked[i], decimals);
    to.powers[i] = is_hidden ? 0 : by_hand_power(to.below[i]);
    sum += (double)to.powers[i];
  }
  sum = (double)by_hand_number(sum, BY_HAND_POWER_DECIMALS);
  for (int i = 0; i < count; i++)
    to.weights[i] =
        sum > 0 ? by_hand_number((double)to.powers[i] / sum, BY_HAND_SHARE_DECIMALS) : 0;
  return (SoftmaxParts){max, (float)sum};
}
