/* core/row_product.h -- a few rows times a large matrix, in the order BLAS adds up many.
**
**   y = x W + b        x [n,i], W [i,o], n small: W is read once, from front to back
**
** BLAS multiplies many rows in blocks of the inner index: within a block it adds one product after
** the other (fused), and blocks are added up. Where that is so, this gives the same bits, so that a
** row computed alone is the row computed among others; where it is not, or the processor has no
** fused operation, row_order finds none and the caller takes BLAS with rows of zeros.
**
** Memory  4 KiB of stack.   Errors  None.
** Doubt   The order is BLAS's own business, so it is tried out on the first columns of the very W,
**         with made-up rows. That costs less than a millisecond.
*/
#ifndef CORE_ROW_PRODUCT_H
#define CORE_ROW_PRODUCT_H

#include "core/matrix.h"

/* The longest block; 0: another order. room: row_order_room(w.rows) numbers. */
int row_order(MatView w, float *room);
size_t row_order_room(int inner);

void row_product(MatView x, MatView w, const float *bias, int order, Mat y);

#endif
