/* core/rotary.h -- rotary positions: pairs of numbers of queries and keys are turned by their
** place.
**
**   θ_c   = X^(−2c/D)              c = 0 … D/2 − 1, X the base, 10,000 as a rule
**   pair c is columns (c, c + D/2), or with is_interleaved (2c, 2c + 1)
**   (a, b) → (a cos pθ_c − b sin pθ_c,  a sin pθ_c + b cos pθ_c)      p the place of the row (M-50)
**
** So q · k of a query at place p and a key at place j depends on p − j alone.
**
** Backwards each pair is turned by the opposite angle, since a turn's transpose is its inverse:
**
**   (da, db) ← (da cos pθ_c + db sin pθ_c,  −da sin pθ_c + db cos pθ_c)                      (M-76)
**
** Shapes  x and to [n,D], D even; row i stands at place first + i. Turns are [n,D/2].
** Units   Places count from 0, angles are radians, computed in double; each number is rounded once.
** Memory  The caller's; to may be x itself.
** Errors  None. An odd D or a wrong shape is a bug in the caller: assert.
** Source  Su et al. 2021 (RoFormer), section 3.2; halves as in GPT-NeoX and Llama.
*/
#ifndef CORE_ROTARY_H
#define CORE_ROTARY_H

#include <stdbool.h>

#include "core/matrix.h"

typedef struct Rotary {
  int base; /* X > 1 */
  bool is_interleaved;
} Rotary;

/* The two columns of a pair, a and b. */
typedef struct RotaryPair {
  int a, b;
} RotaryPair;

/* Pair c = 0 … D/2 − 1 of D columns. */
RotaryPair rotary_pair(Rotary rotary, int width, int c);
/* The pair that a column belongs to. */
int rotary_pair_of(Rotary rotary, int width, int col);

/* θ_c: the angle that one place turns pair c by, 0 < θ_c <= 1. */
double rotary_angle(Rotary rotary, int width, int c);

/* Turns the rows of x. */
void rotary_turn(Rotary rotary, MatView x, int first, Mat to);

/* The cosine and the sine that turn one pair of one row. */
typedef struct RotaryTurn {
  double along, across;
} RotaryTurn;

/* Writes those of the places 0 … count − 1, for rows that are turned again and again. */
void rotary_turns(Rotary rotary, int width, int count, RotaryTurn *turns);
/* The same as rotary_turn, to the bit, with row i at place i; and its gradient: dx of dy (M-76). */
void rotary_turn_by(Rotary rotary, const RotaryTurn *turns, MatView x, Mat to);
void rotary_turn_backward(Rotary rotary, const RotaryTurn *turns, MatView dy, Mat dx);

#endif
