/* core/mask.c -- the five mask kinds, one question each (M-05). T · S questions are asked, which
** count for nothing beside the T · S · D multiplications of the scores. */
#include "core/mask.h"

#include <stdlib.h>

/* Whether query may not see key, both from 0. For cross-attention key_count may differ from the
** number of queries: padding counts from the last key, the others by the positions themselves. */
static bool hides(MaskKind kind, int size, int query, int key, int key_count) {
  switch (kind) {
  case MASK_CAUSAL:
    return key > query;
  /* The last n keys: key_count − 1 is the first of them to go, and n beyond all keys hides all. */
  case MASK_PADDING:
    return key_count - key <= size;
  /* abs of a difference of two indices: both are below the token limit, so it cannot overflow. */
  case MASK_WINDOW:
    return abs(query - key) > size;
  /* Causal behind the prefix; the first n keys are open to everyone, in both directions. */
  case MASK_PREFIX:
    return key > query && key >= size;
  case MASK_NONE:
  case MASK_KIND_COUNT:
    break;
  }
  return false;
}

void mask_fill(MaskKind kind, int size, unsigned char *hidden, int rows, int cols) {
  assert(rows >= 0 && cols >= 0);
  /* Row by row without gaps, so stride = cols for whoever wraps the bytes in a MaskView. */
  for (int query = 0; query < rows; query++)
    for (int key = 0; key < cols; key++)
      *hidden++ = (unsigned char)hides(kind, size, query, key, cols);
}
