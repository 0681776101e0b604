/* trace/workings/blend.h -- the terms of one row of the weighted sum (M-07).
**
**   terms_jc  = w_j V_jc                      what key j brings to number c
**   others_c  = Σ_(j not chosen) terms_jc     what all keys but the chosen ones bring
**   rest      = Σ_j w_j − Σ_(j chosen) w_j    their weight; with dropout all need not sum to 1
**
** Shapes  w [S], V [S, D]; terms [S, D], others [1, D].   Memory  The arena given.
** Errors  Out of memory: an empty matrix.
*/
#ifndef TRACE_WORKINGS_BLEND_H
#define TRACE_WORKINGS_BLEND_H

#include "base/arena.h"
#include "core/matrix.h"

/* Keys of a row, each of them once. */
typedef struct ChosenKeys {
  const int *at;
  int count;
} ChosenKeys;

MatView blend_terms(Arena *arena, MatView weights, MatView values);   /* weights: one row */
MatView blend_others(Arena *arena, MatView terms, ChosenKeys chosen); /* summed in order of keys */
double blend_rest(MatView weights, ChosenKeys chosen);

#endif
