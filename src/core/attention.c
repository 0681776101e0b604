/* core/attention.c -- the five stages; the products are in linear.c, softmax in softmax.c.
**
** Each stage is a function of its own because each is shown. Fused kernels, which keep a running
** maximum and sum, never have the matrices in between. */
#include "core/attention.h"

#include <math.h>

#include "core/lanes.h"
#include "core/linear.h"

/* M-03. */
void attn_scores(MatView q, MatView k, Mat scores) { linear_times_transposed(q, k, scores); }

/* M-04 for a row, or for all rows at once where they are contiguous. √D is a power of two for D =
** 4, 16, 64: then 1/√D is a float, and the product in float is exact. Otherwise the product is in
** double and rounded once, because the float nearest to 1/√D would add an error. */
CORE_INLINE void scale_row_loop(const float *x, double factor, float *y, size_t count) {
  /* The test is outside the loops, so that both are vectorised. */
  float short_factor = (float)factor;
  if ((double)short_factor == factor)
    for (size_t i = 0; i < count; i++) y[i] = x[i] * short_factor;
  else
    for (size_t i = 0; i < count; i++) y[i] = (float)((double)x[i] * factor);
}
CORE_LEVELS(scale_row, (const float *x, double factor, float *y, size_t count),
            (x, factor, y, count))

void attn_scale(MatView scores, int d_head, Mat scaled) {
  assert(d_head > 0);
  attn_divide(scores, sqrt((double)d_head), scaled);
}

/* One factor for the whole matrix: multiplying is several times quicker than dividing. */
void attn_divide(MatView scores, double divisor, Mat scaled) {
  assert(divisor > 0 && scores.rows == scaled.rows && scores.cols == scaled.cols);
  double factor = 1.0 / divisor;
  /* Contiguous rows are treated as one long row, which is faster than many short ones. */
  if (scores.stride == scores.cols && scaled.stride == scores.cols) {
    scale_row(scores.at, factor, scaled.at, (size_t)scores.rows * (size_t)scores.cols);
    return;
  }
  for (int row = 0; row < scores.rows; row++)
    scale_row(mat_row(scores, row), factor, mat_row_of(scaled, row), (size_t)scores.cols);
}

/* M-05. A hidden cell is set, not added to: +inf or NaN under a mask is hidden like any other
** number, where NaN + −inf would stay NaN. */
CORE_INLINE void mask_row_loop(const float *x, const unsigned char *hidden, float *y,
                               size_t count) {
  for (size_t i = 0; i < count; i++) y[i] = hidden[i] ? -INFINITY : x[i];
}
CORE_LEVELS(mask_row, (const float *x, const unsigned char *hidden, float *y, size_t count),
            (x, hidden, y, count))

void attn_mask(MatView scaled, MaskView mask, Mat masked) {
  assert(scaled.rows == masked.rows && scaled.cols == masked.cols);
  assert(!mask.hidden || (mask.rows == scaled.rows && mask.cols == scaled.cols));
  /* Mask and both matrices contiguous: one long row, as in attn_divide. */
  bool touching = scaled.stride == scaled.cols && masked.stride == scaled.cols;
  if (mask.hidden && touching && mask.stride == scaled.cols) {
    mask_row(scaled.at, mask.hidden, masked.at, (size_t)scaled.rows * (size_t)scaled.cols);
    return;
  }
  /* Bands of a wider buffer, with padding between the rows: row by row. */
  for (int row = 0; row < scaled.rows; row++) {
    const float *x = mat_row(scaled, row);
    float *y = mat_row_of(masked, row);
    if (mask.hidden)
      mask_row(x, mask.hidden + (size_t)row * (size_t)mask.stride, y, (size_t)scaled.cols);
    /* Without a mask the stage is a copy, or nothing if in place. */
    else if (x != y) memcpy(y, x, (size_t)scaled.cols * sizeof *y);
  }
}

/* M-06, one query at a time: softmax runs along the keys. */
void attn_weights(MatView masked, Mat weights, SoftmaxParts *parts) {
  assert(masked.rows == weights.rows && masked.cols == weights.cols);
  for (int row = 0; row < masked.rows; row++) {
    SoftmaxParts row_parts =
        softmax_row(mat_row(masked, row), mat_row_of(weights, row), masked.cols);
    if (parts) parts[row] = row_parts;
  }
}

/* M-07. */
void attn_output(MatView weights, MatView v, Mat output) {
  linear_weighted_sum(weights, v, output);
}
