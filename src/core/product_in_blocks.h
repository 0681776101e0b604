/* core/product_in_blocks.h -- large products, summed in float block by block of the inner index.
**
**   PRODUCT_PLAIN       y = a b + bias                                             (M-02)
**   PRODUCT_TRANSPOSED  y = a bᵀ + bias                                            (M-03)
**   PRODUCT_WEIGHTED    y = a b + bias, the zeros at the end of a's rows left out  (M-07)
**
** y[r][c] begins as the bias, or 0. Then come blocks of the inner index, each summed from 0, one
** product after the other, and added to y. A sum of n floats is off by about √n roundings of a
** growing sum; with 768 products, blocks of 64 halve that.
**
** Results  A cell depends on its row of a and on its column of b, and on no other: a row has the
**          same bits alone and among others, in any piece of the columns, on any number of threads
**          (but for NaN and inf in b, which PRODUCT_WEIGHTED reads for 64 rows at a time).
**          The length of a block follows from the kind and the inner length of a plain product.
**          Levels v3 and v4 of core/processor.h fuse a product with its sum and agree to the bit;
**          x86-64 rounds both and differs in the last digits.
** Shapes   a [n,i], b [i,o] or [o,i], bias [o] or NULL, y [n,o], of any size; y must not overlap
**          what is read.
** Memory   16 KiB of stack.   Errors  None. NaN or inf in a row of a stays in that row of y.
*/
#ifndef CORE_PRODUCT_IN_BLOCKS_H
#define CORE_PRODUCT_IN_BLOCKS_H

#include "core/product.h"

/* Writes all of y. Rows of b at the end that no row of a has a share in are left out of
** PRODUCT_WEIGHTED, 64 rows at a time: under a causal mask that is half the work, and a NaN there
** does not spread. */
void product_in_blocks(MatView a, MatView b, ProductKind kind, const float *bias, Mat y);

#endif
