/* train/adamw.h -- one update of some numbers: AdamW.
**
**   m' = β₁ m + (1−β₁) g      v' = β₂ v + (1−β₂) g²      m̂ = m'/(1−β₁ˢ)   v̂ = v'/(1−β₂ˢ)
**   w' = w − η (m̂ / (√v̂ + ε) + λ w)                                                   (M-31)
**
** m and v are running means of the gradient and of its square; both begin at 0, and the hats make
** up for that in the first steps s. λ w stands outside the fraction, which is what the W in the
** name is for: the decay is not divided by √v̂.
**
** Shapes  Flat arrays of count numbers each. The numbers before the step stay as they are; those
**         after it go elsewhere, so that a step which fails can be left undone. Only g is changed
**         in place: it is multiplied by the clipping factor (M-30).
** Memory  The caller owns every array; before and after must not overlap.
** Threads No state: several threads may update different parts of the same arrays.
** Errors  None; adamw_update says whether every new number is finite.
** Source  Kingma and Ba 2015 (Adam); Loshchilov and Hutter 2019, algorithm 2 (the decay).
*/
#ifndef TRAIN_ADAMW_H
#define TRAIN_ADAMW_H

#include <stdbool.h>
#include <stddef.h>

/* β₂ is 0.98 rather than Adam's usual 0.999, as in Vaswani et al. 2017, section 5.3: the mean of
** the squares then covers some 50 steps, not 1,000. */
static const double adamw_beta_1 = 0.9, adamw_beta_2 = 0.98, adamw_epsilon = 1e-8;

/* What is the same for all numbers of a step, but for decay, which gains and biases do not have. */
typedef struct AdamwRates {
  float rate, decay; /* η; η · λ, or 0 where nothing decays */
  float clip;        /* factor of the gradient, at most 1 */
  /* 1/(1−β₁ˢ) and 1/(1−β₂ˢ): about 10 and 50 at the first step, 1 after some hundred. */
  float correction_1, correction_2;
} AdamwRates;

/* The rates of a step, which counts from 1 (0 would divide by zero). decay is 0: the caller sets it
** for the tensors that have one. */
AdamwRates adamw_rates(double learning_rate, double clip_factor, int step);

/* One stretch of the model's flat array: all arrays have count elements. */
typedef struct AdamwNumbers {
  const float *number, *first, *second;       /* w, m, v before */
  float *gradient;                            /* g; clipped here */
  float *new_number, *new_first, *new_second; /* w', m', v' */
  size_t count;
} AdamwNumbers;

/* Updates all count numbers. False when one of the new numbers is infinite or NaN; all of them are
** written in either case. */
bool adamw_update(const AdamwNumbers *of, const AdamwRates *rates);

/* Σ x² in double, for the norm of M-30. The order of the additions is fixed, so the same numbers
** give the same sum whatever the width of the machine's vectors. */
double adamw_square_sum(const float *x, size_t count);

#endif
