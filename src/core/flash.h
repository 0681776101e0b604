/* core/flash.h -- attention tile by tile: the same output without a matrix of all scores.
**
**   m' = max(m, the largest of the row of S)
**   P  = e^(S − m')
**   l' = e^(m − m') l + Σ P
**   O' = e^(m − m') O + P V
**   output = O / l                          behind the last tile of the row      (M-65)
**
** A row begins with m = −∞, l = 0, O = 0. S is a tile of masked scores, V the rows of its keys.
** Tiles of a row come in any order, each once; the columns that share a tile decide the last
** digits, the rows that share it decide nothing. A hidden key adds nothing, so a tile hidden whole
** may be left out, and a row that sees no key ends as 0.
**
** With relative vectors (M-63) V of a pair is v_j + rV_c of its distance, and with dropout (M-64)
** the P that meets V is 0 or P / (1 − p), by chance; l counts every P.
**
** Shapes  S [n,c], V [c,Dv], m [n], l [n], O [n,Dv], output [n,Dv].
** Units   e^(m − m') is rounded to float once, P is within 2 units in the last place of a float
**         (core/lanes.h); l and O are summed in double, so that many small tiles are as near as one
**         large one.
** Memory  The caller's; 1 KiB of stack.
** Errors  None. NaN in a row of S makes the output of that row NaN; a wrong shape asserts.
** Source  Dao et al. 2022 (FlashAttention), section 3.1, with the division at the end; running
**         maximum and sum: Milakov & Gimelshein 2018.
*/
#ifndef CORE_FLASH_H
#define CORE_FLASH_H

#include "core/mask_view.h"
#include "core/matrix.h"

/* What the shares of a tile meet. */
typedef struct FlashValues {
  MatView values;    /* [c,Dv] V */
  MatView relative;  /* [2K+1,Dv] rV (core/relative.h); at NULL: none */
  int offset;        /* place of the first query less that of the first key */
  MaskView left_out; /* [n,c] pairs whose share meets nothing; hidden NULL: dropout is off */
  double kept;       /* what the other shares are divided by then, 1 − p */
} FlashValues;

/* The keys first … first + count − 1 of them. */
FlashValues flash_values(const FlashValues *all, int first, int count);

/* m, l and O of n rows. */
typedef struct FlashRows {
  float *max;     /* [n] m */
  double *sum;    /* [n] l */
  double *output; /* [n,cols] O, row by row */
  int rows, cols;
} FlashRows;

/* The rows first … first + count − 1. */
FlashRows flash_rows(FlashRows all, int first, int count);

/* m = −∞, l = 0, O = 0. */
void flash_begin(FlashRows rows);

/* m' of one row, from m and its c numbers of S. */
float flash_max(float max, const float *scores, int count);
/* e^(m − m'); 0 for m = −∞, also where m' is −∞ too. */
float flash_factor(float max, float new_max);
/* P [c] of a row of S; the same bits whatever c. */
void flash_shares(const float *scores, float max, float *shares, int count);

/* One tile: m, l and O of its rows become m', l' and O'. */
void flash_tile(MatView scores, const FlashValues *of, FlashRows rows);

/* The same for all tiles of rows of masked scores [n,S], from the left, each `each` keys wide. */
void flash_tiles(MatView masked, const FlashValues *of, int each, FlashRows rows);

/* output = O / l; 0 where l is 0. */
void flash_end(FlashRows rows, Mat output);

#endif
