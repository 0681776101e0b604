/* core/loss.c -- cross-entropy and its gradient from one softmax (M-29).
**
** −log p_target = max + log Σ e^(x − max) − x_target, so nothing is lost where p is tiny: p
** itself would be 0 from a difference of about 87 on, and its logarithm infinite. The gradient
** needs the shares, the loss only maximum and sum, and one pass of softmax gives both. */
#include "core/loss.h"

#include <math.h>

#include "core/lanes.h"
#include "core/softmax.h"

static void fill_zero(float *x, int count) { memset(x, 0, (size_t)count * sizeof *x); }

/* Of equal logits the first is the answer, as when the largest is looked for from the front.
** Counting instead of stopping at the first better one vectorises. */
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

/* One row [V]: the sums gain it, and its logits become shares in place. The logit of the target
** is read first, since the shares overwrite it. */
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
    /* A row that is not asked for has no part in the loss, so its gradient is 0, and softmax is
    ** spared. */
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
