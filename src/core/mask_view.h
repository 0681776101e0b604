/* core/mask_view.h -- a read-only view of a mask: which cells of a matrix are hidden.
**
** core/mask.h writes the bytes; attention, the trace and the scene read them.
**
** Shapes  [rows, cols]: for attention [T,S], rows are queries and columns are keys.
** Memory  The caller's.   Errors  None; a wrong index is a bug: asserts.
*/
#ifndef CORE_MASK_VIEW_H
#define CORE_MASK_VIEW_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

/* Hidden cells [rows, cols], only read: 1 hidden, 0 visible, row t at hidden + t * stride bytes.
** hidden == NULL: nothing is hidden, and rows, cols and stride mean nothing. */
typedef struct MaskView {
  const unsigned char *hidden;
  int rows, cols, stride;
} MaskView;

/* A view of the query rows first .. first+count-1, [count, cols]. */
static inline MaskView mask_rows(MaskView mask, int first, int count) {
  if (!mask.hidden) return mask;
  assert(first >= 0 && count >= 0 && first + count <= mask.rows);
  return (MaskView){mask.hidden + (size_t)first * (size_t)mask.stride, count, mask.cols,
                    mask.stride};
}

/* A view of the key columns first .. first+count-1, [rows, count]. */
static inline MaskView mask_cols(MaskView mask, int first, int count) {
  if (!mask.hidden) return mask;
  assert(first >= 0 && count >= 0 && first + count <= mask.cols);
  return (MaskView){mask.hidden + first, mask.rows, count, mask.stride};
}

/* Whether query t may not see key s, both from 0. */
static inline bool mask_hides(MaskView mask, int query, int key) {
  if (!mask.hidden) return false;
  assert(query >= 0 && query < mask.rows && key >= 0 && key < mask.cols);
  return mask.hidden[(size_t)query * (size_t)mask.stride + (size_t)key] != 0;
}

#endif
