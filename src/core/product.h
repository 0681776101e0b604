/* core/product.h -- products of small matrices; for linear.c only.
**
**   PRODUCT_PLAIN       y = a b + bias                                             (M-02)
**   PRODUCT_TRANSPOSED  y = a bᵀ + bias                                            (M-03)
**   PRODUCT_WEIGHTED    y = a b + bias, the zeros at the end of a's rows left out  (M-07)
**
** Every cell is summed in the order of the inner index, sixteen products at a time and those sums
** after each other: within 20 units in the last place of Σ |a b|, usually far less. A processor
** with fused multiply-add rounds less often, so the last digit may differ from one kind of
** processor to another; on one machine the numbers are always the same, whatever rows stand beside.
**
** Shapes  a [n,i], b [i,o] or [o,i], bias [o] or NULL, y [n,o]; small ones only.
** Memory  17 KiB of stack. Errors: none.
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
