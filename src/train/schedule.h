/* train/schedule.h -- the learning rate schedule: linear warm-up, then cosine decay.
**
**   η(s) = rate · s / warm_up                                              s ≤ warm_up   (M-32)
**   η(s) = rate · (d + (1 − d) · (1 + cos π p) / 2)   p = (s − warm_up) / (steps − warm_up)
**
** d is decay_to, the share of the rate that is left at the last step; s counts from 1. Steps after
** the last keep its rate.
** Source  Loshchilov and Hutter 2017 (cosine); Vaswani et al. 2017, section 5.3 (warm-up).
*/
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include "train/recipe.h"

/* η of one step, from 1, by learning_rate, warm_up, steps and decay_to of the recipe. A warm_up of
** 0 begins with the cosine; one of `steps` or more never reaches it. */
double schedule_rate(const Recipe *recipe, int step);

#endif
