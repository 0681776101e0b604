/* core/cosine_score.h -- scores that are cosines: how far two vectors point the same way, whatever
** their lengths.
**
**   score_ij = q_i · k_j / (|q_i| |k_j|)        −1 … 1; 0 where a vector is 0
**   scaled   = score · τ                        τ the temperature, instead of ÷ √D       (M-61)
**
** Shapes  q [T,D], k [S,D], scores [T,S]. Both functions work in place.
** Units   Lengths in double; each number is rounded once to float.
** Memory  512 bytes of stack.
** Results A cell depends on its query and its key alone.
** Errors  None. A wrong shape, or τ not above 0, is a bug in the caller: assert.
** Source  Henry et al. 2020 (query-key normalisation); Liu et al. 2022 (Swin V2), section 3.2.
*/
#ifndef CORE_COSINE_SCORE_H
#define CORE_COSINE_SCORE_H

#include "core/matrix.h"

/* The length of a row of `count` numbers. */
double cosine_length(const float *row, int count);

/* scores [T,S], which hold q kᵀ (M-03), become cosines. */
void cosine_scores(MatView q, MatView k, Mat scores);

/* scaled [T,S] = scores · temperature. */
void cosine_scale(MatView scores, double temperature, Mat scaled);

#endif
