/* trace/workings/saturation.h -- why scores are divided by √d: many random queries and keys, and
** what softmax makes of their dot products, as they are and divided by √d.
**
**   q, k_j ~ N(0, 1)^d     s_j = q · k_j     mean 0, deviation √d                     (M-90)
**   unscaled  p = softmax(s)        scaled  p = softmax(s / √d)
**   of each   the largest p_j, the entropy −Σ p log₂ p, and ‖∂p/∂s‖ = ‖diag(p) − p pᵀ‖  (M-92)
**
** A draw is one query and its keys. Each vector goes on from one width to the next: that of width 8
** is the beginning of that of width 512, and of a draw nothing depends on how many there are. So
** the same seed gives the same numbers at whatever width.
**
** Units   Entropy in bits; the gradient is that of the weights by what softmax is given.
** Memory  On the arena given: 4 bytes for each draw and key, and 4 KiB.
** Errors  False without memory.
** Source  Vaswani et al. 2017, 3.2.1, footnote 4.
*/
#ifndef TRACE_WORKINGS_SATURATION_H
#define TRACE_WORKINGS_SATURATION_H

#include "base/arena.h"
#include "trace/workings/experiments.h"

enum { SATURATION_BINS = 41, SATURATION_WIDTHS_MOST = 4, SATURATION_CURVE_POINTS = 61 };

/* As they are, and divided. */
typedef enum SaturationWay {
  SATURATION_UNSCALED,
  SATURATION_SCALED,
  SATURATION_WAY_COUNT
} SaturationWay;

/* What softmax makes of one row, or the means of all draws. */
typedef struct SaturationShares {
  double largest, entropy, gradient;
} SaturationShares;

typedef struct SaturationWidth {
  int width;
  double expected, measured, mean; /* the deviation √d and the one of all products; their mean */
  SaturationShares of[SATURATION_WAY_COUNT];
} SaturationWidth;

typedef struct Saturation {
  Experiments asked;
  /* 8, 64, 512 and the width asked for, ascending; chosen: its index. */
  SaturationWidth at[SATURATION_WIDTHS_MOST];
  int count, chosen;
  const float *products; /* [draws, keys] of the chosen width */
  /* How many products lie in each bin of low … high, which is −low, and how many the bell curve of
  ** the expected deviation has there, at points from low to high. */
  int bins[SATURATION_BINS], most;
  double low, high;
  double curve[SATURATION_CURVE_POINTS], curve_most;
} Saturation;

/* One draw at the chosen width. */
typedef struct SaturationDraw {
  int index; /* from 0 */
  float products[SATURATION_KEYS_MOST], divided[SATURATION_KEYS_MOST];
  float weights[SATURATION_WAY_COUNT][SATURATION_KEYS_MOST];
  SaturationShares of[SATURATION_WAY_COUNT];
} SaturationDraw;

bool saturation_make(Arena *arena, const Experiments *asked, Saturation *made);
/* Whether saturation_make would make the same of that. */
bool saturation_is_of(const Saturation *made, const Experiments *asked);
/* index is brought into the range of draws. */
SaturationDraw saturation_draw(const Saturation *made, int index);

#endif
