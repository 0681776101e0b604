/* core/attention_backward.c -- the gradients of the five stages of attention, from the last stage
** to the first.
**
** M-21 to M-25, one function each, named after the stage. They need weights, V, Q and K of the
** forward pass. */
#include "core/backward.h"

#include "core/attention.h"
#include "core/lanes.h"
#include "core/linear.h"

/* M-21: dA = dO Vᵀ, dV = Aᵀ dO. */
void attn_output_backward(MatView weights, MatView v, MatView d_output, Mat d_weights, Mat dv) {
  linear_quick_right(d_output, v, d_weights);
  linear_quick_left(weights, d_output, dv);
}

/* Σ a b over count numbers. The products are of floats, the sum is in double: its terms have
** both signs, so that they cancel. */
CORE_INLINE double dot(const float *a, const float *b, int count) {
  Wide sum[2] = {{0}, {0}};
  Lanes x, y;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&x, a + i);
    lanes_load(&y, b + i);
    x *= y;
    lanes_add_to(sum, &x);
  }
  /* The rest is added last, so the order of the sum depends on count alone. */
  double total = wide_sum(sum);
  for (; i < count; i++) total += (double)a[i] * (double)b[i];
  return total;
}

/* M-22 for one row: dm_j = A_j (dA_j − Σ_k A_k dA_k). A hidden key has share 0, so its gradient is
** 0. d_masked may be d_share: number i is read before it is written. */
CORE_INLINE void shares_backward_loop(const float *share, const float *d_share, float *d_masked,
                                      int count) {
  float mean = (float)dot(share, d_share, count); /* of d_share, weighted by the shares */
  /* A row of dm sums to 0, because a row of shares always sums to 1. */
  for (int i = 0; i < count; i++) d_masked[i] = share[i] * (d_share[i] - mean);
}
CORE_LEVELS(shares_backward, (const float *share, const float *d_share, float *d_masked, int count),
            (share, d_share, d_masked, count))

void attn_weights_backward(MatView weights, MatView d_weights, Mat d_masked) {
  assert(weights.rows == d_weights.rows && weights.cols == d_weights.cols);
  assert(weights.rows == d_masked.rows && weights.cols == d_masked.cols);
  /* Rows are independent: the sum in M-22 is over the keys of one query. */
  for (int row = 0; row < weights.rows; row++)
    shares_backward(mat_row(weights, row), mat_row(d_weights, row), mat_row_of(d_masked, row),
                    weights.cols);
}

/* M-23: the gradient of a hidden cell is 0. After M-22 it is 0 already, but not if it is NaN. */
CORE_INLINE void mask_row_loop(const float *dm, const unsigned char *hidden, float *ds, int count) {
  for (int i = 0; i < count; i++) ds[i] = hidden[i] ? 0.0f : dm[i];
}
CORE_LEVELS(mask_row, (const float *dm, const unsigned char *hidden, float *ds, int count),
            (dm, hidden, ds, count))

void attn_mask_backward(MatView d_masked, MaskView mask, Mat d_scaled) {
  assert(d_masked.rows == d_scaled.rows && d_masked.cols == d_scaled.cols);
  assert(!mask.hidden || (mask.rows == d_masked.rows && mask.cols == d_masked.cols));
  for (int row = 0; row < d_masked.rows; row++) {
    const float *from = mat_row(d_masked, row);
    float *to = mat_row_of(d_scaled, row);
    if (mask.hidden)
      mask_row(from, mask.hidden + (size_t)row * (size_t)mask.stride, to, d_masked.cols);
    /* Without a mask the gradient passes as it is. */
    else if (from != to) memcpy(to, from, (size_t)d_masked.cols * sizeof *to);
  }
}

/* M-24. Multiplying by a constant is its own gradient. */
void attn_scale_backward(MatView d_scaled, int d_head, Mat d_scores) {
  attn_scale(d_scaled, d_head, d_scores);
}

/* M-25: dQ = dc K, dK = dcᵀ Q. */
void attn_scores_backward(MatView q, MatView k, MatView d_scores, Mat dq, Mat dk) {
  linear_quick(d_scores, k, dq);
  linear_quick_left(d_scores, q, dk);
}
