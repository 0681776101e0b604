/* core/product.h -- products of small matrices; for linear.c only.
**
**   PRODUCT_PLAIN       y = a b + bias                                             (M-02)
**   PRODUCT_TRANSPOSED  y = a bᵀ + bias                                            (M-03)
**   PRODUCT_WEIGHTED    y = a b + bias, the zeros at the end of a's rows left out  (M-07)
**
** Every cell is a sum in double, whatever rows stand beside it, rounded to float at the end: a b in
** the order of the inner index, a bᵀ as four sums of every fourth product, which are then added. A
** product of two floats is exact in double, so a fused multiply-add gives the same number
** as a multiplication and an addition, and every processor gives the same result.
**
** Shapes  a [n,i], b [i,o] or [o,i], bias [o] or NULL (NULL with bᵀ), y [n,o]; small.
** Memory  24 KiB of stack. Errors: none.
*/
#ifndef CORE_PRODUCT_H
#define CORE_PRODUCT_H

#include "core/matrix.h"

typedef enum ProductKind { PRODUCT_PLAIN, PRODUCT_TRANSPOSED, PRODUCT_WEIGHTED } ProductKind;

bool product_is_small(int rows, int inner, int cols);
void product_small(MatView a, MatView b, ProductKind kind, const float *bias, Mat y);

/* The columns of a that are not 0 in every row, without those at the end. */
int product_end_of_rows(MatView a);

#endif
