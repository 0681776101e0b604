/* train/schedule.h -- the learning rate schedule: linear warm-up, then cosine decay.
**
**   η(s) = rate · s / warm_up                                              s ≤ warm_up   (M-32)
**   η(s) = rate · (d + (1 − d) · (1 + cos π p) / 2)   p = (s − warm_up) / (steps − warm_up)
**
** d is decay_to, the share of the rate that is left at the last step; s counts from 1. Steps beyond
** the last one use the rate of the last.
** Shapes  Scalars: η and rate are steps of the optimizer per unit of its update, p is in [0, 1].
** Memory  Nothing is allocated.
** Errors  None.
** Source  Loshchilov and Hutter 2017 (cosine); Vaswani et al. 2017, section 5.3 (warm-up).
*/
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include "train/recipe.h"

/* η of one step, counted from 1, by the recipe's learning_rate, warm_up, steps and decay_to. With
** warm_up 0 the cosine starts at step 1; with warm_up ≥ steps it never starts. */
double schedule_rate(const Recipe *recipe, int step);

#endif
