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
** Shapes  S [n,c], V [c,Dv], m [n], l [n], O [n,Dv], output [n,Dv].
** Units   P and e^(m − m') are rounded to float once each; l and O are summed in double, so that
**         many small tiles are as near as one large one.
** Memory  The caller's.
** Errors  None. NaN in a row of S makes the output of that row NaN; a wrong shape asserts.
** Source  Dao et al. 2022 (FlashAttention), section 3.1, with the division at the end; running
**         maximum and sum: Milakov & Gimelshein 2018.
*/
#ifndef CORE_FLASH_H
#define CORE_FLASH_H

#include "core/matrix.h"

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
/* e^(x − max): of a score its share P, of m the factor e^(m − m'). 0 for x = −∞, also where max is
** −∞ too. */
float flash_exponential(float x, float max);

/* One tile: m, l and O of its rows become m', l' and O'. */
void flash_tile(MatView scores, MatView values, FlashRows rows);

/* The same for all tiles of rows of masked scores [n,S], from the left, each `each` keys wide. */
void flash_tiles(MatView masked, MatView values, int each, FlashRows rows);

/* output = O / l; 0 where l is 0. */
void flash_end(FlashRows rows, Mat output);

#endif
