/* core/dot_product.h -- logits: dot products of rows, summed in a fixed order.
**
**   c = a bᵀ + bias       c[r][w] = a[r] · b[w] + bias[w]
**
** The table b may be large and is read once for all rows of a. Each sum runs over eight lanes,
** which are added at the end; the order depends only on the length of a row, and no multiplication
** is fused with an addition. So a row of c has the same bits whatever rows are computed with it,
** and for any range of words.
**
** Shapes  a [T,E], b [V,E], bias [V] or NULL, c [T,V].   Memory  None.   Errors  None.
*/
#ifndef CORE_DOT_PRODUCT_H
#define CORE_DOT_PRODUCT_H

#include "core/matrix.h"

/* Writes all of c; it must not overlap a, b or bias. The sums are in float: the error is at most
** 1e-6 of Σ |a b| + |bias| at the widths tested (up to 200 columns). NaN or inf in a row of a
** affects only that row of c, in a row of b only that column. Runs on the calling thread;
** model/forward/logits.c divides the words among several. */
void dot_products(MatView a, MatView b, const float *bias, Mat c);

#endif
