/* core/dot_product.h -- rows times rows, every number summed in the same order.
**
**   c = a bᵀ + bias       c[r][w] = a[r] · b[w] + bias[w]
**
** For logits. Their table may be large: one row of a reads all of b, and so does one row more
** beside it. A sum goes over eight lanes, which are then added up; that order depends on the length
** of a row alone, and no product is fused with its sum, as a compiler would here and not there.
** So a row has the same bits alone, among others, and in any piece of the words.
**
** Shapes  a [T,E], b [V,E], bias [V] or NULL, c [T,V].   Memory  None.   Errors  None.
*/
#ifndef CORE_DOT_PRODUCT_H
#define CORE_DOT_PRODUCT_H

#include "core/matrix.h"

/* c[r][w] = a[r] · b[w] + bias[w], written whole; c must not overlap a, b or bias. Every number
** is a sum of floats: off by at most 1e-6 of Σ |a b| + |bias| at the widths tested (up to 200
** columns). NaN or inf in a row of a stays in that row of c, in a row of b in that column. It
** runs on the thread that calls it; model/forward/logits.c deals pieces of the words out to
** several. */
void dot_products(MatView a, MatView b, const float *bias, Mat c);

#endif
