/* train/schedule.c -- the learning rate of a step. */
#include "train/schedule.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* No division by zero: warm_up 0 skips the first return, since steps count from 1, and with warm_up
** ≥ steps one of the first two returns is taken. */
double schedule_rate(const Recipe *recipe, int step) {
  double rate = recipe->learning_rate, rest = recipe->decay_to;
  if (step <= recipe->warm_up) return rate * step / recipe->warm_up;
  if (step >= recipe->steps) return rate * rest;
  double passed = (double)(step - recipe->warm_up) / (recipe->steps - recipe->warm_up);
  return rate * (rest + (1 - rest) * (1 + cos(pi * passed)) / 2);
}
