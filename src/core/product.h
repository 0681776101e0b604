/* core/product.h -- products with small matrices; for linear.c only.
**
**   PRODUCT_PLAIN       y = a b + bias                                             (M-02)
**   PRODUCT_TRANSPOSED  y = a bᵀ + bias                                            (M-03)
**   PRODUCT_WEIGHTED    y = a b + bias, the zeros at the end of a's rows left out  (M-07)
**
** Every cell is a sum in double, rounded to float at the end, and does not depend on other rows: a
** b in the order of the inner index, a bᵀ as four sums of every fourth product, which are then
** added. A product of two floats is exact in double, so a fused multiply-add gives the same number
** as a multiplication and an addition, and every processor gives the same result.
**
** Shapes  a [n,i], b [i,o] or [o,i], bias [o] or NULL (NULL with bᵀ), y [n,o]; small.
** Memory  40 KiB of stack. Errors: none.
*/
#ifndef CORE_PRODUCT_H
#define CORE_PRODUCT_H

#include "core/matrix.h"

/* How b lies and what may be left out. */
typedef enum ProductKind { PRODUCT_PLAIN, PRODUCT_TRANSPOSED, PRODUCT_WEIGHTED } ProductKind;

/* Whether product_small takes products with a b [inner, cols], or [cols, inner] transposed: at most
** 8,192 numbers, 256 of them inside. b alone decides, so that all rows go the same way. It is all
** the maps of a model of 64 columns, and a head of 16 columns over 512 tokens, or over 256 in a
** weighted sum. */
bool product_is_small(int inner, int cols);

/* Writes all of y; shapes as above, and product_is_small must hold for them. y must not overlap
** a, b or bias. A cell is off by half a unit in the last place plus at most 2^−45 of Σ |a b|: up
** to 256 products summed in double. So terms that cancel cost no digits. */
void product_small(MatView a, MatView b, ProductKind kind, const float *bias, Mat y);

/* The column from which on all rows of a [n,i] are 0. It is searched in steps of four columns, so
** up to three columns of zeros may come before it. At most 3 for a matrix of zeros; −0 counts as 0,
** NaN does not. */
int product_end_of_rows(MatView a);

#endif
