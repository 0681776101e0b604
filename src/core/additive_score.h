/* core/additive_score.h -- scores made by a small network instead of a product: query and key are
** mapped, added, bent by tanh, and weighed.
**
**   score_ij = Σ_c v_c tanh((q_i W)_c + (k_j U)_c)        not divided by √D             (M-62)
**
** Shapes  mapped_q [T,a] = q W, mapped_k [S,a] = k U, with W, U [D,a] (core/linear.h); v [a];
**         scores [T,S].
** Units   Scores are worked out in double, tanh within 10⁻¹⁴, and rounded once. additive_bend has
**         the sum of the two maps as a float, and tanh within 10⁻⁷ (core/activation.h).
** Memory  66 KiB of stack.
** Results A cell depends on its query and its key alone, and has the same bits on every processor.
** Errors  None. A wrong shape, or a above ADDITIVE_WIDTH_MOST, is a bug in the caller: assert.
** Source  Bahdanau, Cho and Bengio 2014, appendix A.1.2.
*/
#ifndef CORE_ADDITIVE_SCORE_H
#define CORE_ADDITIVE_SCORE_H

#include "core/matrix.h"

enum { ADDITIVE_WIDTH_MOST = 4096 };

/* Writes all of scores. */
void additive_scores(MatView mapped_q, MatView mapped_k, const float *v, Mat scores);

/* For one pair: the sums [a] of both maps, and what tanh makes of them. */
void additive_bend(const float *mapped_q, const float *mapped_k, int width, float *sums,
                   float *bent);

#endif
