/* core/row_product.h -- a few rows times a large matrix, in the order BLAS adds up many.
**
**   y = x W + b        x [n,i], W [i,o], n small: each row of x reads W once
**
** linear() gives BLAS many rows in blocks of the inner index. Within a block BLAS adds one product
** after the other (fused), and blocks are added up. Where that is so, this gives the same bits, and
** a row computed alone is the row computed among others; where BLAS's kernel has another order, or
** the processor no fused operation, row_order finds none and the caller takes BLAS with rows of 0.
**
** Memory  4 KiB of stack.   Errors  None.
** Doubt   The order is BLAS's own business, so it is tried out on the first columns of the very W,
**         with made-up rows. That costs less than a millisecond.
*/
#ifndef CORE_ROW_PRODUCT_H
#define CORE_ROW_PRODUCT_H

#include "core/matrix.h"

/* Tries the order in which linear() sums products with W [i,o]. The result is the length of a block
** of the inner index, to be given to row_product for W and for others with as many rows. 0: that
** order does not give BLAS's bits, or W has fewer than 64 columns to try it out on.
** room has row_order_room(w.rows) numbers, of any value, and is free again afterwards. */
int row_order(MatView w, float *room);

/* Numbers (not bytes) for a W of `inner` rows: about 64 · (inner + 64). */
size_t row_order_room(int inner);

/* y = x W + bias in that order; x [n,i], W [i,o], bias [o] or NULL, y [n,o], order > 0. y must
** not overlap what is read. It is worth it for a few rows: W is read once for each row of x, in
** pieces of 1,024 columns, where BLAS reads it once for many rows. */
void row_product(MatView x, MatView w, const float *bias, int order, Mat y);

#endif
