/* train/adamw.h -- one update of some numbers: AdamW.
**
**   m' = β₁ m + (1−β₁) g      v' = β₂ v + (1−β₂) g²      m̂ = m'/(1−β₁ˢ)   v̂ = v'/(1−β₂ˢ)
**   w' = w − η (m̂ / (√v̂ + ε) + λ w)                                                   (M-31)
**
** Shapes  Flat arrays of count numbers each. What was before stays; what comes after goes
**         elsewhere, so that a step which fails can be left undone. g is multiplied by the clipping
**         factor in place.
** Memory  The caller's; before and after must not overlap. Errors: none.
** Source  Loshchilov and Hutter 2019, algorithm 2.
*/
#ifndef TRAIN_ADAMW_H
#define TRAIN_ADAMW_H

#include <stdbool.h>
#include <stddef.h>

static const double adamw_beta_1 = 0.9, adamw_beta_2 = 0.98, adamw_epsilon = 1e-8;

typedef struct AdamwRates {
  float rate, decay;                /* η; η · λ, or 0 where nothing decays */
  float clip;                       /* factor of the gradient */
  float correction_1, correction_2; /* 1/(1−β₁ˢ), 1/(1−β₂ˢ) */
} AdamwRates;

/* decay 0; step from 1. */
AdamwRates adamw_rates(double learning_rate, double clip_factor, int step);

typedef struct AdamwNumbers {
  const float *number, *first, *second;       /* before */
  float *gradient;                            /* clipped here */
  float *new_number, *new_first, *new_second; /* after */
  size_t count;
} AdamwNumbers;

/* False when a new number is not finite. */
bool adamw_update(const AdamwNumbers *of, const AdamwRates *rates);

/* Σ x², in double; the same for the same numbers, whatever the machine's width. */
double adamw_square_sum(const float *x, size_t count);

#endif
