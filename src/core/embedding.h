/* core/embedding.h -- embedding lookup, and its gradient.
**
**   x_t = scale · E[id_t]              embedding_rows             (M-14)
**   dE[id_t] += scale · dx_t           embedding_rows_backward    (M-28)
**
** An id that occurs twice copies its row twice, and its gradient is added twice.
**
** Shapes  T tokens, V rows of the table, E numbers a row: ids [T], table [V,E], x [T,E].
** Memory  The caller's; the rows must not overlap the table.
** Errors  None; an id is 0 … V−1, since it comes from a tokenizer that has this table: assert.
*/
#ifndef CORE_EMBEDDING_H
#define CORE_EMBEDDING_H

#include "core/matrix.h"

/* M-14. Row i of x [T,E] = row ids[i] of table [V,E] times scale. */
void embedding_rows(MatView table, const int *ids, float scale, Mat x);

/* M-28. Adds row i of dx [T,E] times scale to row ids[i] of d_table [V,E]; other rows stay. */
void embedding_rows_backward(MatView dx, const int *ids, float scale, Mat d_table);

#endif
