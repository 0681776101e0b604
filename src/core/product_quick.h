/* core/product_quick.h -- products of small matrices summed in float; for linear.c only.
**
**   QUICK_PLAIN   y = a b         a [n,i], b [i,o]
**   QUICK_LEFT    y = aᵀ b        a [i,n], b [i,o]
**   QUICK_RIGHT   y = a bᵀ        a [n,i], b [o,i]
**
** The forward pass is shown cell by cell and sums in double (core/product.h). Gradients need less
** precision, and one step of training needs thousands of these products.
**
** Results  Reproducible on one machine; another processor may round differently.
** Memory   16 KiB of stack.   Errors: none; a product that does not fit is a bug in the caller.
*/
#ifndef CORE_PRODUCT_QUICK_H
#define CORE_PRODUCT_QUICK_H

#include "core/matrix.h"

/* Which side is transposed: the three products a gradient needs (M-20, M-21, M-25). */
typedef enum QuickKind { QUICK_PLAIN, QUICK_LEFT, QUICK_RIGHT } QuickKind;

/* Whether product_quick takes a product of [rows, inner] by [inner, cols], sizes after
** transposing: above 65,536 multiplications BLAS was measured to be faster, and a copy of b must
** fit the stack. */
bool product_quick_fits(int rows, int inner, int cols);

/* Writes all of y [n,o]; product_quick_fits must hold for it. y must not overlap a or b. A cell
** is off by up to i roundings of a float, i the inner side; the test holds it to 10⁻⁶ of the
** products added up without their signs. */
void product_quick(MatView a, MatView b, QuickKind kind, Mat y);

#endif
