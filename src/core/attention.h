/* core/attention.h -- scaled dot-product attention, one function per stage.
**
**   scores  = Q Kᵀ               attn_scores    raw dot products                  (M-03)
**   scaled  = scores / sqrt(D)   attn_scale                                       (M-04)
**   masked  = scaled + M         attn_mask      −inf where a query may not see    (M-05)
**   weights = softmax by row     attn_weights   each row sums to 1                (M-06)
**   output  = weights V          attn_output                                      (M-07)
**
** Shapes  q [T,D], k [S,D], v [S,Dv]; the four in the middle [T,S]; output [T,Dv].
** Memory  The caller owns every buffer; nothing here allocates. Output must not overlap input,
**         except that attn_scale, attn_mask and attn_weights may work in place.
** Errors  None. A wrong shape is a bug in the caller: assert.
** Source  Vaswani et al. 2017, section 3.2.1. Formulas M-03 to M-07 in docs/maths.md.
*/
#ifndef CORE_ATTENTION_H
#define CORE_ATTENTION_H

#include "core/mask.h"
#include "core/matrix.h"
#include "core/softmax.h"

/* Who computes a head does so ATTN_BAND rows of queries at a time, which fit the cache of the
** processor. Where a row must have the same bits whatever the number of keys, its weights are made
** of rows that are padded with −∞ to a multiple of ATTN_PADDED_TO: softmax sums rows of 16 numbers
** and fewer in another order than longer ones (core/softmax.c). */
enum { ATTN_BAND = 64, ATTN_PADDED_TO = 64 };
static inline int attn_padded(int key_count) {
  return (key_count + ATTN_PADDED_TO - 1) / ATTN_PADDED_TO * ATTN_PADDED_TO;
}

/* scores [T,S] = q kᵀ: q [T,D], k [S,D] (M-03). Summed in double while k is small, in
** float otherwise (core/linear.h). */
void attn_scores(MatView q, MatView k, Mat scores);

/* scaled [T,S] = scores / √d_head (M-04); d_head is D of one head, not of the whole model. One
** rounding for each number. In place is fine. */
void attn_scale(MatView scores, int d_head, Mat scaled);

/* The same by any divisor above 0: checkpoints may have another than √D (M-45). */
void attn_divide(MatView scores, double divisor, Mat scaled);

/* masked [T,S]: −inf in hidden cells, elsewhere scaled as it is (M-05). A mask without cells
** (hidden NULL) hides nothing; otherwise it has the shape [T,S]. In place is fine. */
void attn_mask(MatView scaled, MaskView mask, Mat masked);

/* weights [T,S]: softmax of every row over the keys (M-06). A row that is hidden whole becomes
** 0. parts gets maximum and sum of the T rows, or is NULL. In place is fine. */
void attn_weights(MatView masked, Mat weights, SoftmaxParts *parts /* T of them, or NULL */);

/* output [T,Dv] = weights v (M-07). The values of keys at the end that no query sees are not read,
** so NaN there has no effect. */
void attn_output(MatView weights, MatView v, Mat output);

#endif
