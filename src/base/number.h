/* base/number.h -- what C's library leaves out of the arithmetic of single numbers.
**
**   clamp  min(max(value, low), high)   high where low > high, low where value is NaN
**   lerp   from + (to - from) · t       from at t = 0; t is not clamped
**   pi     NUMBER_PI, which C11 does not name
**
** Rounding  A clamp gives back one of its three arguments; a lerp rounds after each operation.
** Memory, errors  None.
*/
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

static const double NUMBER_PI = 3.14159265358979323846;

static inline int int_min(int a, int b) { return a < b ? a : b; }
static inline int int_max(int a, int b) { return a > b ? a : b; }

static inline int int_clamp(int value, int low, int high) {
  return int_min(int_max(value, low), high);
}

/* By comparisons, which compile to two instructions: fmaxf and fminf are calls. */
static inline float float_clamp(float value, float low, float high) {
  float held = value > low ? value : low;
  return held < high ? held : high;
}

static inline double double_clamp(double value, double low, double high) {
  double held = value > low ? value : low;
  return held < high ? held : high;
}

/* The earlier of two times or waits; below 0 stands for never. */
static inline double time_earlier(double a, double b) {
  if (a < 0) return b;
  return b < 0 || a < b ? a : b;
}

static inline float float_lerp(float from, float to, float t) { return from + (to - from) * t; }

#endif
