/* train/adamw.h -- the AdamW update of a range of the model's numbers.
**
**   m' = β₁ m + (1−β₁) g      v' = β₂ v + (1−β₂) g²      m̂ = m'/(1−β₁ˢ)   v̂ = v'/(1−β₂ˢ)
**   w' = w − η (m̂ / (√v̂ + ε) + λ w)                                                   (M-31)
**
** m and v are running means of the gradient and of its square. Both start at 0; m̂ and v̂ correct
** that bias in the first steps (s is the step, from 1). The W in the name stands for decoupled
** weight decay: λ w is outside the fraction, so the decay is not divided by √v̂.
**
** Shapes  Flat arrays of `count` numbers. The update reads the old numbers and writes the new ones
**         to other arrays, so that the caller can discard a failed step. Only g is changed in
**         place: it is multiplied by the clipping factor (M-30).
** Memory  The caller owns every array; old and new arrays must not overlap.
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

/* The rates of one step. Only decay differs between tensors: gains and biases do not decay. */
typedef struct AdamwRates {
  float rate, decay; /* η; η · λ, or 0 where nothing decays */
  float clip;        /* factor of the gradient, at most 1 */
  /* 1/(1−β₁ˢ) and 1/(1−β₂ˢ): about 10 and 50 at the first step, 1 after some hundred. */
  float correction_1, correction_2;
} AdamwRates;

/* The rates of a step, counted from 1 (step 0 would divide by zero). decay is 0; the caller sets it
** for the tensors that decay. */
AdamwRates adamw_rates(double learning_rate, double clip_factor, int step);

/* A range of the model's flat array; every array has `count` elements. */
typedef struct AdamwNumbers {
  const float *number, *first, *second;       /* w, m, v before */
  float *gradient;                            /* g; clipped here */
  float *new_number, *new_first, *new_second; /* w', m', v' */
  size_t count;
} AdamwNumbers;

/* Updates all `count` numbers. False when a new number is infinite or NaN; every number is written
** in either case. */
bool adamw_update(const AdamwNumbers *of, const AdamwRates *rates);

/* Σ x² in double, for the norm of M-30. The order of the additions is fixed, so the sum does not
** depend on the width of the machine's vectors. */
double adamw_square_sum(const float *x, size_t count);

#endif
