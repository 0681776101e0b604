/* core/heads.h -- one wide matrix seen as H heads side by side, and joined again.
**
**   head h of X [T, H·D] is columns h·D .. h·D+D−1                                 (M-08)
**   joined = [output_1 | … | output_H] W_O                                         (M-09)
**
** Splitting moves nothing: a head is a view. The heads' outputs written into such views are the
** concatenation already.
**
** Shapes  X.cols is a multiple of H.   Memory  None.   Errors  None: another width asserts.
**   Source  Vaswani et al. 2017, section 3.2.2.
*/
#ifndef CORE_HEADS_H
#define CORE_HEADS_H

#include "core/matrix.h"

/* Head `head`, from 0, of x [n, H·D] to read: [n,D], a window that copies nothing. It does for
** q, k, v of one head, or its columns of W_Q. */
static inline MatView heads_view(MatView x, int head, int head_count) {
  assert(head_count > 0 && x.cols % head_count == 0);
  return mat_view_cols(x, head * (x.cols / head_count), x.cols / head_count);
}

/* The same window to write: the place of one head's output in the concatenation. */
static inline Mat heads_part(Mat x, int head, int head_count) {
  assert(head_count > 0 && x.cols % head_count == 0);
  return mat_cols(x, head * (x.cols / head_count), x.cols / head_count);
}

#endif
