/* core/by_hand.h -- attention as a person does it on paper: every number that is written down is
** rounded, and the next step goes on from what was written.
**
**   [x]ₙ     x to n decimals, halves away from 0         by_hand_number, by_hand_round
**   scores  = [q kᵀ]₂ₙ       of q and k with n decimals, so nothing is lost        (M-82)
**   scaled  = [scores / r]ₙ  r is the divisor as printed, with three decimals
**   masked  = scaled + M
**   e_j     = [e^(masked_j − max)]₃     sum = Σ e_j
**   weights = [e_j / sum]₂
**   output  = [weights v]₂
**
** So who rounds as told gets these numbers exactly. Weights may add up to a hundredth more or less
** than 1.
**
** A float next to a half, such as 0.35, counts as the half: sums and quotients of floats are right
** within a few units in the last place, which is what a half is allowed to miss. Of a number above
** BY_HAND_DIGITS_MOST units of its last decimal a float does not keep that decimal.
**
** Shapes  q [T,D], k [S,D], v [S,Dv]; scores … weights [T,S]; output [T,Dv].
** Memory  The caller's; nothing is allocated. by_hand_round may work in place.
** Errors  None. Infinite numbers stay as they are.
** Source  core/attention.h, with rounding. Formula M-82 in docs/maths.md.
*/
#ifndef CORE_BY_HAND_H
#define CORE_BY_HAND_H

#include "core/attention.h"

enum {
  BY_HAND_DECIMALS_MOST = 2, /* of the numbers given */
  BY_HAND_ROOT_DECIMALS = 3,
  BY_HAND_POWER_DECIMALS = 3, /* of e^(…) */
  BY_HAND_SHARE_DECIMALS = 2, /* of weights and outputs */
  BY_HAND_DIGITS_MOST = 1000000,
};

float by_hand_number(double x, int decimals);
void by_hand_round(MatView from, int decimals, Mat to);

/* e^(−below), as a table has it. below is at least 0; infinite: 0. */
float by_hand_power(float below);

/* Each one step; q, k, v and masked are rounded already. decimals is n. */
void by_hand_scores(MatView q, MatView k, int decimals, Mat scores);
void by_hand_scale(MatView scores, float divisor, int decimals, Mat scaled);
/* products [S,Dv]: the weights of one query, each times its row of v, exact: 2 + n decimals. */
void by_hand_products(const float *weights, MatView v, int decimals, Mat products);
void by_hand_output(MatView weights, MatView v, Mat output);

/* One row of `count` numbers of masked: what it is below its largest (max − masked, −inf where the
** key is hidden: infinite), the powers of it, and the weights. A row that is hidden whole has
** powers and weights 0, max −inf and sum 0. */
typedef struct ByHandSoftmax {
  float *below, *powers, *weights; /* [count] each */
} ByHandSoftmax;
SoftmaxParts by_hand_weights(const float *masked, int count, int decimals, ByHandSoftmax to);

#endif
