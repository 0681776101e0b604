/* core/mistaken.h -- attention as programs with a classic mistake compute it, to be looked at.
**
**   by columns   w_ij = e^(x_ij − m_j) / Σ_i e^(x_ij − m_j)    m_j the largest of column j   (M-96)
**   masked late  w_ij = 0 where hidden, behind softmax                                     (M-97)
**   masked to 0  x_ij = 0 where hidden, before softmax                                     (M-98)
**   values first y = V A                                                                   (M-99)
**   no maximum   w_ij = e^x_ij / Σ_j e^x_ij                                                (M-102)
**   wrong heads  row i of head h is chunk h·T + i of the H·T chunks of x, each of D numbers (M-103)
**
** Right: softmax runs along rows and takes their maximum off (core/softmax.h), masks go before it
** with −∞ (core/attention.h), heads are columns (core/heads.h).
**
** Numbers Exponentials are those of double, rounded to float, where they may become inf as in a
**         program of floats; sums are in double, from the first number on.
** Shapes  [T,S] scores and weights, V [S,D], x [T, H·D].
** Memory  The caller's; weights may be the scores.
** Errors  None. What cannot be multiplied is NaN, and the function says so.
** Source  docs/maths.md, M-95 to M-99, M-102, M-103.
*/
#ifndef CORE_MISTAKEN_H
#define CORE_MISTAKEN_H

#include <stdint.h>

#include "core/mask_view.h"
#include "core/matrix.h"

/* The maximum and the sum of each column [S], over any number of bands of rows: begin, all bands
** through _max, then all through _add, then each band through _share. */
typedef struct MistakenColumns {
  float *max;
  double *sum;
  int count;
} MistakenColumns;

void mistaken_columns_begin(MistakenColumns columns);
void mistaken_columns_max(MatView scores, MistakenColumns columns);
void mistaken_columns_add(MatView scores, MistakenColumns columns);
/* A column that is hidden whole has shares of 0. */
void mistaken_columns_share(MatView scores, MistakenColumns columns, Mat weights);

/* weights [T,S]: a row that is hidden whole becomes 0; one whose exponentials are all too small to
** be told from 0 becomes NaN, and one with an exponential of inf has NaN there. */
void mistaken_no_max(MatView scores, Mat weights);

/* Hidden cells become 0. */
void mistaken_hide_with_zero(MatView from, MaskView mask, Mat to);

/* output [T,D] = V A for V [S,D] and A [T,S]; all NaN where the shapes refuse. */
bool mistaken_values_fit(int query_count, int key_count, int width);
void mistaken_values_first(MatView v, MatView weights, Mat output);

/* Where row `row` of head `head` comes from under the mistake: the row and the head that it is the
** columns of; and where a row of a head ended up. */
typedef struct MistakenRow {
  int head, row;
} MistakenRow;
MistakenRow mistaken_row_from(MistakenRow at, int head_count, int row_count);
MistakenRow mistaken_row_to(MistakenRow from, int head_count, int row_count);

/* x [T, H·D], heads side by side, becomes what [H,T,D] read out of the same memory gives, heads
** side by side again. copy: T · H · D numbers. */
void mistaken_split_heads(Mat x, int head_count, float *copy);

#endif
