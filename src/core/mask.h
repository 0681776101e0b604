/* core/mask.h -- which query may see which key.
**
**   masked = scaled + M,  M(t, s) = 0 where visible, −inf where hidden            (M-05)
**
**   none       nothing hidden
**   causal     query t sees keys s <= t (the lower triangle with the diagonal)
**   padding n  the last n keys are hidden from everyone
**   window n   query t sees keys with |t − s| <= n
**   prefix n   causal, except that everyone sees the first n keys
**
** For T = S = 4, · seen and x hidden:
**
**   causal      padding 1   window 1    prefix 2
**   · x x x     · · · x     · · x x     · · x x
**   · · x x     · · · x     · · · x     · · x x
**   · · · x     · · · x     x · · ·     · · · x
**   · · · ·     · · · x     x x · ·     · · · ·
**
** Shapes  hidden is [T,S], one byte a cell, 1 = hidden.   Memory  The caller's.
** Errors  None; sizes outside the matrix mean "all" or "none of it".
** Source  Vaswani et al. 2017, section 3.2.3; prefix: Raffel et al. 2020, section 3.2.1.
*/
#ifndef CORE_MASK_H
#define CORE_MASK_H

#include "core/matrix.h"

/* What is hidden before anything is edited by hand; window and padding count tokens. */
typedef enum MaskKind {
  MASK_NONE,
  MASK_CAUSAL,
  MASK_PADDING,
  MASK_WINDOW,
  MASK_PREFIX,
  MASK_KIND_COUNT
} MaskKind;

/* Hidden cells [rows, cols], only read: 1 hidden, 0 visible, row t at hidden + t * stride bytes.
** hidden == NULL: nothing is hidden, and rows, cols and stride mean nothing. */
typedef struct MaskView {
  const unsigned char *hidden;
  int rows, cols, stride;
} MaskView;

/* Writes rows * cols bytes, row after row without gaps, 0 or 1. size is n of the kinds that have
** one and is ignored by the others; below 0 counts like 0 in padding and prefix. */
void mask_fill(MaskKind kind, int size, unsigned char *hidden, int rows, int cols);

/* The mask of the query rows first .. first+count-1, [count, cols], in place. For a band of
** queries. */
static inline MaskView mask_rows(MaskView mask, int first, int count) {
  if (!mask.hidden) return mask;
  assert(first >= 0 && count >= 0 && first + count <= mask.rows);
  return (MaskView){mask.hidden + (size_t)first * (size_t)mask.stride, count, mask.cols,
                    mask.stride};
}

/* Whether query t may not see key s, both from 0. The place is not checked. */
static inline bool mask_hides(MaskView mask, int query, int key) {
  return mask.hidden && mask.hidden[(size_t)query * (size_t)mask.stride + (size_t)key] != 0;
}

#endif
