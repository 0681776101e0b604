/* core/key_heads.h -- several heads of Q share one head of K and V.
**
**   query head h of H uses key head ⌊h·G/H⌋ of G
**   W_g = mean of the maps W_h of the heads of group g, and so the biases            (M-49)
**
** G = H is ordinary attention, G = 1 multi-query attention. A model that was made with H heads of K
** and V gets G of them by averaging the maps of each group, as the paper on grouped queries does
** before it trains on.
**
** Shapes  maps [E, H·D], averaged [E, G·D]; a bias is a matrix of one row. G divides H.
** Units   Means in double, rounded once to float.
** Memory  The caller's; nothing overlaps.   Errors  None: a G that does not divide H asserts.
** Source  Shazeer 2019 (multi-query); Ainslie et al. 2023, section 2.1.
*/
#ifndef CORE_KEY_HEADS_H
#define CORE_KEY_HEADS_H

#include "core/matrix.h"

void key_heads_average(MatView maps, int head_count, int key_head_count, Mat averaged);

#endif
