/* core/relative.h -- relative position vectors: a learned row for each distance is added to the key
** in a score, and another to the value in the weighted sum.
**
**   c        = clip(j − p, −K, K) + K      p the place of query i among the keys, j that of the key
**   score_ij = q_i · (k_j + rK_c) = q_i · k_j + q_i · rK_c
**   output_i = Σ_j a_ij (v_j + rV_c) = Σ_j a_ij v_j + Σ_j a_ij rV_c                      (M-63)
**
** Farther keys than K share the row of that end. Backwards (M-77):
**
**   dq_i += Σ_j dscore_ij rK_c    drK_c += Σ dscore_ij q_i      over the pairs of that distance
**   da_ij += doutput_i · rV_c     drV_c += Σ a_ij doutput_i
**
** Shapes  q [T,D], weights [T,S], output [T,Dv]; tables [2K+1,D] and [2K+1,Dv]; query i stands at
**         place first + i.
** Units   Places count from 0. Products with a row of the table, and sums of weights, in double;
**         the second term is rounded to float and then added, so that both can be shown.
** Memory  768 bytes of stack.
** Results A row does not depend on others, nor on keys whose weight is 0.
** Errors  None. A wrong shape is a bug in the caller: assert.
** Source  Shaw, Uszkoreit and Vaswani 2018, sections 3.1 and 3.2.
*/
#ifndef CORE_RELATIVE_H
#define CORE_RELATIVE_H

#include "core/matrix.h"

/* The row of a table with 2K+1 rows for a key at an offset of j − p. */
int relative_row(int row_count, int offset);

/* q · rK_c of one query. */
float relative_term(const float *query, const float *relative, int width);

/* scores [T,S], which hold q kᵀ, get the second term as well. */
void relative_add_scores(MatView q, MatView table, int first, Mat scores);

/* output [T,Dv], which holds weights v, gets the second term as well. */
void relative_add_output(MatView weights, MatView table, int first, Mat output);

/* The gradients of both, with row i at place i. Everything that is written is added to: dq [T,D],
** dweights [T,S] and the gradient of the table. */
void relative_scores_backward(MatView q, MatView table, MatView dscores, Mat dq, Mat dtable);
void relative_output_backward(MatView weights, MatView table, MatView doutput, Mat dweights,
                              Mat dtable);

/* The second term of one row of the output, [Dv]: Σ_j a_ij rV_c, of a query at a place. */
void relative_blend(const float *weights, int key_count, MatView table, int place, float *blend);

#endif
