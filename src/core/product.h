/* core/product.h -- products of small matrices; for linear.c only.
**
**   y = a b + bias   or   y = a bᵀ + bias                                          (M-02, M-03)
**
** Every cell is one running sum in double, in the order of the inner index, rounded to float at the
** end. A product of two floats is exact in double, so a fused multiply-add gives the same number as
** a multiplication and an addition, and every processor gives the same result.
**
** Shapes  a [n,i], b [i,o] or [o,i], bias [o] or NULL, y [n,o]; small ones only.
** Memory  40 KiB of stack. Errors: none.
*/
#ifndef CORE_PRODUCT_H
#define CORE_PRODUCT_H

#include "core/matrix.h"

bool product_is_small(int rows, int inner, int cols);
void product_small(MatView a, MatView b, bool b_is_transposed, const float *bias, Mat y);

#endif
