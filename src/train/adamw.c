/* train/adamw.c -- plain loops over flat arrays, which the compiler vectorises. */
#include "train/adamw.h"

#include <math.h>

#include "core/lanes.h"

/* Put before a loop whose arrays do not overlap: the compiler does not check all pairs of seven
** arrays for overlap. */
#ifdef __clang__
#define NO_OVERLAP _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_OVERLAP _Pragma("GCC ivdep")
#endif

/* Computed in double, once a step: in float, 1 − β₂ˢ (0.02 at step 1) would have only six correct
** digits. */
AdamwRates adamw_rates(double learning_rate, double clip_factor, int step) {
  return (AdamwRates){.rate = (float)learning_rate,
                      .clip = (float)clip_factor,
                      .correction_1 = (float)(1 / (1 - pow(adamw_beta_1, step))),
                      .correction_2 = (float)(1 / (1 - pow(adamw_beta_2, step)))};
}

/* M-31 for one number. v is the second moment of g, not its variance: the mean is not subtracted. ε
** is added outside the root, as in the paper. */
CORE_INLINE float update_one(const AdamwRates *rates, float number, float g, float *first,
                             float *second) {
  const float keep_1 = (float)adamw_beta_1, take_1 = (float)(1 - adamw_beta_1);
  const float keep_2 = (float)adamw_beta_2, take_2 = (float)(1 - adamw_beta_2);
  *first = keep_1 * *first + take_1 * g;
  *second = keep_2 * *second + take_2 * g * g;
  float root = sqrtf(*second * rates->correction_2) + (float)adamw_epsilon;
  return number - rates->rate * (*first * rates->correction_1) / root - rates->decay * number;
}

/* The arguments are passed by value and copied to restrict pointers, so that the vectorised loop
** does not reload values after each store. `wrong` is an int because a branch or a bool would
** prevent vectorisation. */
CORE_INLINE bool update_loop(AdamwNumbers of, AdamwRates rates) {
  const float *restrict number = of.number;
  const float *restrict first = of.first;
  const float *restrict second = of.second;
  float *restrict gradient = of.gradient;
  float *restrict new_number = of.new_number;
  float *restrict new_first = of.new_first;
  float *restrict new_second = of.new_second;
  int wrong = 0;
  NO_OVERLAP for (size_t i = 0; i < of.count; i++) {
    float m = first[i], v = second[i], g = gradient[i] * rates.clip;
    float now = update_one(&rates, number[i], g, &m, &v);
    gradient[i] = g;
    new_first[i] = m;
    new_second[i] = v;
    new_number[i] = now;
    wrong |= !(now - now == 0);
  }
  return !wrong;
}
CORE_LEVELS_GIVING(bool, update, (AdamwNumbers of, AdamwRates rates), (of, rates))

bool adamw_update(const AdamwNumbers *of, const AdamwRates *rates) { return update(*of, *rates); }

CORE_INLINE double square_sum_loop(const float *x, size_t count) {
  double sum[LANES] = {0}, total = 0;
  size_t i = 0;
  for (; i + LANES <= count; i += LANES)
    for (int lane = 0; lane < LANES; lane++) {
      double number = (double)x[i + (size_t)lane];
      sum[lane] += number * number;
    }
  for (; i < count; i++) total += (double)x[i] * (double)x[i];
  for (int lane = 0; lane < LANES; lane++) total += sum[lane];
  return total;
}
CORE_LEVELS_GIVING(double, square_sum, (const float *x, size_t count), (x, count))

double adamw_square_sum(const float *x, size_t count) { return square_sum(x, count); }
