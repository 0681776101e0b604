/* core/loss.c -- cross-entropy and its gradient from one softmax (M-29).
**
** −log p_target = max + log Σ e^(x − max) − x_target is accurate also for a tiny p, which as a
** float would be 0 from a difference of about 87 on, with an infinite logarithm. The gradient needs
** the shares, the loss maximum and sum; one pass of softmax gives both. */
#include "core/loss.h"

#include <math.h>

#include "core/lanes.h"
#include "core/softmax.h"

static void fill_zero(float *x, int count) { memset(x, 0, (size_t)count * sizeof *x); }

/* Of equal logits the first counts as the largest. Counting all larger ones, instead of stopping at
** the first, lets the loop vectorise. */
CORE_INLINE bool is_largest_loop(const float *x, int target, int count) {
  float of_target = x[target];
  int better = 0;
  for (int i = 0; i < target; i++) better += x[i] >= of_target;
  for (int i = target + 1; i < count; i++) better += x[i] > of_target;
  return better == 0;
}
CORE_LEVELS_GIVING(bool, is_largest, (const float *x, int target, int count), (x, target, count))

/* x *= scale, count numbers. */
CORE_INLINE void scale_row_loop(float *x, float scale, int count) {
  for (int i = 0; i < count; i++) x[i] *= scale;
}
CORE_LEVELS(scale_row, (float *x, float scale, int count), (x, scale, count))

/* Adds one row [V] to the sums and turns its logits into shares, in place. The target's logit is
** read before it is overwritten. */
static void add_row(CrossEntropy *sum, float *logits, int target, int count) {
  double of_target = (double)logits[target];
  sum->counted++;
  sum->right += is_largest(logits, target, count);
  SoftmaxParts parts = softmax_row(logits, logits, count);
  /* In double: thousands of tokens of a batch are added up one by one. */
  sum->loss_sum += (double)parts.max + log((double)parts.sum) - of_target;
}

CrossEntropy cross_entropy_backward(Mat logits, const int *targets, float gradient_scale) {
  CrossEntropy sum = {0};
  for (int row = 0; row < logits.rows; row++) {
    /* A row without a target does not contribute to the loss: its gradient is 0. */
    float *x = mat_row_of(logits, row);
    int target = targets[row];
    if (target == TARGET_NONE) {
      fill_zero(x, logits.cols);
      continue;
    }
    assert(target >= 0 && target < logits.cols);
    add_row(&sum, x, target, logits.cols);
    /* p − onehot. */
    x[target] -= 1.0f;
    /* 1/N at the end: the batch's N is known only to the caller. */
    scale_row(x, gradient_scale, logits.cols);
  }
  return sum;
}
