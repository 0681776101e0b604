/* core/mask.h -- which query may see which key.
**
**   masked = scaled + M,  M(t, s) = 0 where visible, −inf where hidden            (M-05)
**
** A mask is made of parts. p is the place of a query among the keys, s that of a key, both from 0;
** a key is visible where
**
**   (a local part named sees it, or none is named) and the order lets it and it is not padding
**
**   order    causal        s <= p: the lower triangle with the diagonal
**            prefix n      s <= p or s < n: causal, except that everyone sees the first n keys
**   local    window n      |p − s| <= n
**            dilated n k   |p − s| <= n · k, and k divides p − s
**            blocks n      ⌊p / n⌋ = ⌊s / n⌋
**            global g …    p or s is one of g …: it sees all, and all see it
**            random n      s is one of n keys drawn for p among those that the order lets it see
**   padding  padding n     s < S − n: the last n keys are hidden from everyone
**
** For T = S = 4, · seen and x hidden:
**
**   causal      padding 1   window 1    prefix 2    blocks 2    global 0    causal window 1
**   · x x x     · · · x     · · x x     · · x x     · · x x     · · · ·     · x x x
**   · · x x     · · · x     · · · x     · · x x     · · x x     · · x x     · · x x
**   · · · x     · · · x     x · · ·     · · · x     x x · ·     · x · x     x · · x
**   · · · ·     · · · x     x x · ·     · · · ·     x x · ·     · x x ·     x x · ·
**
** Places  Query i of T stands at p = first + i. With keys kept from earlier runs the queries are
**         the newest T of the S keys: first = S − T, which is 0 where T = S. In cross-attention,
**         whose keys are of another sentence, first is 0.
** Random  Reservoir sampling of n keys (algorithm R of Vitter 1985): the first n keys have the
**         seats 0 … n − 1; key s ≥ n replaces the key in seat h mod (s + 1), if that is below n,
**         with h = m(m(m(seed + 1) + p + 1) + s + 1) and m = rng_mix of base/rng.h. So a row of a
**         causal mask does not change while the sentence grows.
**
** A sliding window of n keys, the last of them the token itself, is causal with window n − 1
** (Mistral 7B's sliding_window: n). Longformer is window with global, BigBird that with random.
**
** Shapes  hidden is [T,S], one byte a cell, 1 = hidden.   Memory  The caller's.
** Errors  None; sizes outside the matrix mean "all" or "none of it".
** Source  Vaswani et al. 2017, section 3.2.3; prefix: Raffel et al. 2020, section 3.2.1; window,
**         dilated, global: Beltagy et al. 2020, section 3.1; sliding window: Jiang et al. 2023,
**         section 2; blocks: Qiu et al. 2020; random: Zaheer et al. 2020, section 2
*/
#ifndef CORE_MASK_H
#define CORE_MASK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/mask_view.h"

/* In the order in which they are written and listed. */
typedef enum MaskPart {
  MASK_CAUSAL,
  MASK_PREFIX,
  MASK_WINDOW,
  MASK_DILATED,
  MASK_BLOCKS,
  MASK_GLOBAL,
  MASK_RANDOM,
  MASK_PADDING,
  MASK_PART_COUNT
} MaskPart;

enum { MASK_GLOBALS_MOST = 16, MASK_RANDOM_MOST = 1024 };

/* What is hidden before anything is edited by hand. Zero: nothing. */
typedef struct MaskParts {
  unsigned named;            /* 1 << part */
  int size[MASK_PART_COUNT]; /* n, in tokens, of those named that have one; of global how many */
  int dilated_step;          /* k, from 1 */
  int globals[MASK_GLOBALS_MOST]; /* places, ascending, each once */
  uint64_t random_seed;
} MaskParts;

/* The mask of one part that has one number or none; size is ignored by a part that has none. */
static inline MaskParts mask_only(MaskPart part, int size) {
  assert(part != MASK_DILATED && part != MASK_GLOBAL);
  MaskParts parts = {.named = 1u << part};
  parts.size[part] = size;
  return parts;
}

static inline bool mask_names(const MaskParts *parts, MaskPart part) {
  return parts->named >> part & 1u;
}

/* Whether a query at place p sees key s of S by this part alone, or by all that are named together;
** p and s from 0. A size below 0 counts like 0 in padding and prefix. Random takes the
** time of S draws. */
bool mask_part_sees(const MaskParts *parts, MaskPart part, int place, int key, int key_count);
bool mask_sees(const MaskParts *parts, int place, int key, int key_count);

/* Local parts see what one of them sees; of the others each has to see it. */
bool mask_part_is_local(MaskPart part);
/* Parts of which a mask names at most one: causal and prefix. */
bool mask_parts_exclude(MaskPart a, MaskPart b);
bool mask_parts_equal(const MaskParts *a, const MaskParts *b);
/* Whether every query sees all keys before an end of its own, but for those that are padding, and
** no query an end before that of the query above it: none, causal, prefix and padding. */
bool mask_parts_show_beginnings(const MaskParts *parts);

/* Writes rows * cols bytes, row after row without gaps, 0 or 1: the queries at the places first …
** first + rows − 1. */
void mask_fill(const MaskParts *parts, int first, unsigned char *hidden, int rows, int cols);

#endif
