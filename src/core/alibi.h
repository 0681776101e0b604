/* core/alibi.h -- attention with linear biases: keys that are far away score less.
**
**   m_h = 2^(−8(h+1)/H)     of head h = 0 … H−1, where H is a power of two
**         else those of the largest power of two n < H, then every other one of those for 2n,
**         from the first: 2^(−4(2(h−n)+1)/n) of h ≥ n
**   bias_ij = −m_h · |p − j|        p the place of query i among the keys
**   biased  = scaled + bias                                                       (M-47)
**
** Shapes  bias, scaled, biased [T,S]; query i stands at place p = first + i.
** Units   Places count from 0. Slopes are computed in double; a bias is rounded once to float,
**         and biased once more.
** Memory  The caller's; biased may be scaled itself.
** Errors  None. A wrong shape or head is a bug in the caller: assert.
** Source  Press, Smith and Lewis 2021 (ALiBi), section 3; head counts that are no power of two as
**         in their published program.
*/
#ifndef CORE_ALIBI_H
#define CORE_ALIBI_H

#include "core/matrix.h"

/* m_h of one head among head_count, 0 < m_h < 1. */
double alibi_slope(int head, int head_count);

/* Writes bias [T,S] of the queries from place `first` on. */
void alibi_fill(double slope, int first, Mat bias);

/* biased [T,S] = scaled + bias, without a matrix of the bias. Of the columns from key c on, `first`
** is less by c, and may be below 0. */
void alibi_add(MatView scaled, double slope, int first, Mat biased);

#endif
