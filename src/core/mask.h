/* core/mask.h -- which query may see which key.
**
**   masked = scaled + M,  M(t, s) = 0 where visible, −inf where hidden            (M-05)
**
** A mask is made of parts, which hold together: a key is visible where every part named sees it.
**
**   causal     s <= t: the lower triangle with the diagonal
**   prefix n   s <= t or s < n: causal, except that everyone sees the first n keys
**   window n   |t − s| <= n
**   padding n  s < S − n: the last n keys are hidden from everyone
**
** For T = S = 4, · seen and x hidden:
**
**   causal      padding 1   window 1    prefix 2    causal window 1
**   · x x x     · · · x     · · x x     · · x x     · x x x
**   · · x x     · · · x     · · · x     · · x x     · · x x
**   · · · x     · · · x     x · · ·     · · · x     x · · x
**   · · · ·     · · · x     x x · ·     · · · ·     x x · ·
**
** A sliding window of n keys, the last of them the token itself, is causal with window n − 1
** (Mistral 7B's sliding_window: n).
**
** Shapes  hidden is [T,S], one byte a cell, 1 = hidden.   Memory  The caller's.
** Errors  None; sizes outside the matrix mean "all" or "none of it".
** Source  Vaswani et al. 2017, section 3.2.3; prefix: Raffel et al. 2020, section 3.2.1; windows:
**         Beltagy et al. 2020, section 3.1; sliding window: Jiang et al. 2023, section 2.
*/
#ifndef CORE_MASK_H
#define CORE_MASK_H

#include <stdbool.h>

#include "core/mask_view.h"

/* In the order in which they are written and listed. */
typedef enum MaskPart {
  MASK_CAUSAL,
  MASK_PREFIX,
  MASK_WINDOW,
  MASK_PADDING,
  MASK_PART_COUNT
} MaskPart;

/* What is hidden before anything is edited by hand. Zero: nothing. */
typedef struct MaskParts {
  unsigned named;            /* 1 << part */
  int size[MASK_PART_COUNT]; /* n, in tokens, of those named that have one */
} MaskParts;

/* The mask of one part; size is ignored by a part that has none. */
static inline MaskParts mask_only(MaskPart part, int size) {
  MaskParts parts = {.named = 1u << part};
  parts.size[part] = size;
  return parts;
}

static inline bool mask_names(const MaskParts *parts, MaskPart part) {
  return parts->named >> part & 1u;
}

/* Whether query t sees key s of S by this part, or by all that are named; t and s from 0. A size
** below 0 counts like 0 in padding and prefix. */
bool mask_part_sees(MaskPart part, int size, int query, int key, int key_count);
bool mask_sees(const MaskParts *parts, int query, int key, int key_count);

/* Parts of which a mask names at most one: causal and prefix. */
bool mask_parts_exclude(MaskPart a, MaskPart b);
bool mask_parts_equal(const MaskParts *a, const MaskParts *b);

/* Writes rows * cols bytes, row after row without gaps, 0 or 1. */
void mask_fill(const MaskParts *parts, unsigned char *hidden, int rows, int cols);

#endif
