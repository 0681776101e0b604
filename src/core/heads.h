/* core/heads.h -- views of the H heads in one wide matrix.
**
**   head h of X [T, H·D] is columns h·D .. h·D+D−1                                 (M-08)
**   joined = [output_1 | … | output_H] W_O                                         (M-09)
**
** Splitting copies nothing: a head is a view. Heads that write their outputs into such views
** produce the concatenation.
**
** Shapes  X.cols is a multiple of H.   Memory  None.   Errors  None: another width asserts.
** Source  Vaswani et al. 2017, section 3.2.2.
*/
#ifndef CORE_HEADS_H
#define CORE_HEADS_H

#include "core/matrix.h"

/* A read-only view [n,D] of head `head`, from 0, of x [n, H·D]: q, k or v of one head, or its
** columns of W_Q. */
static inline MatView heads_view(MatView x, int head, int head_count) {
  assert(head_count > 0 && x.cols % head_count == 0);
  return mat_view_cols(x, head * (x.cols / head_count), x.cols / head_count);
}

/* The same view for writing, for example the place of a head's output in the concatenation. */
static inline Mat heads_part(Mat x, int head, int head_count) {
  assert(head_count > 0 && x.cols % head_count == 0);
  return mat_cols(x, head * (x.cols / head_count), x.cols / head_count);
}

#endif
