/* model/mixtures.h -- keys and values mixed into fewer rows (Linformer).
**
**   K' = E K     V' = F V     k'_r = Σ_j e_rj k_j                                    (M-58)
**   e_rj, f_rj   normal, spread 1/√R
**
** A query then meets the R rows of K' instead of the S of K, and R shares weigh the rows of V'. The
** recipe of mixture r is row r of E: how much of every key is in it. Linformer learns E and F;
** these are drawn.
**
** Shapes  mix [R,S]; a mixture [R,D] is linear(mix, x) of core/linear.h, x [S,D].
** Draws   Column j depends on the seed and on j alone: the recipe of a token stays the same while
**         the sentence grows, and the first R rows of more are the same numbers but for 1/√R.
** Memory  The caller's.   Errors  None; no rows assert.
** Source  Wang et al. 2020 (Linformer), section 4 and equation 7.
*/
#ifndef MODEL_MIXTURES_H
#define MODEL_MIXTURES_H

#include <stdint.h>

#include "core/matrix.h"

/* Writes all of mix. */
void mixtures_draw(uint64_t seed, Mat mix);

/* Keys that are left out: their columns become 0. left_out [S]; NULL: none. */
void mixtures_leave_out(const unsigned char *left_out, Mat mix);

#endif
