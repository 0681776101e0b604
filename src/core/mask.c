/* core/mask.c -- the parts of a mask, one question each (M-05). T · S questions are asked, which
** count for nothing beside the T · S · D multiplications of the scores. */
#include "core/mask.h"

#include <stdlib.h>

/* Within a group one of the parts named has to let the query see the key, and every group has to.
** Parts of order exclude each other: two of them would say what one says. */
typedef enum MaskGroup { GROUP_ORDER, GROUP_LOCAL, GROUP_KEYS } MaskGroup;

static const MaskGroup groups[MASK_PART_COUNT] = {
    [MASK_CAUSAL] = GROUP_ORDER,
    [MASK_PREFIX] = GROUP_ORDER,
    [MASK_WINDOW] = GROUP_LOCAL,
    [MASK_PADDING] = GROUP_KEYS,
};

/* For cross-attention key_count may differ from the number of queries: padding counts from the last
** key, the others by the positions themselves. */
bool mask_part_sees(MaskPart part, int size, int query, int key, int key_count) {
  switch (part) {
  case MASK_CAUSAL:
    return key <= query;
  /* Causal behind the prefix; the first n keys are open to everyone, in both directions. */
  case MASK_PREFIX:
    return key <= query || key < size;
  /* abs of a difference of two indices: both are below the token limit, so it cannot overflow. */
  case MASK_WINDOW:
    return abs(query - key) <= size;
  /* The last n keys: key_count − 1 is the first of them to go, and n beyond all keys hides all. */
  case MASK_PADDING:
    return key_count - key > size;
  case MASK_PART_COUNT:
    break;
  }
  return true;
}

bool mask_sees(const MaskParts *parts, int query, int key, int key_count) {
  unsigned asked = 0, seen = 0;
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (!mask_names(parts, (MaskPart)part)) continue;
    unsigned group = 1u << groups[part];
    asked |= group;
    if (mask_part_sees((MaskPart)part, parts->size[part], query, key, key_count)) seen |= group;
  }
  return seen == asked;
}

bool mask_parts_exclude(MaskPart a, MaskPart b) {
  return a != b && groups[a] == GROUP_ORDER && groups[b] == GROUP_ORDER;
}

bool mask_parts_equal(const MaskParts *a, const MaskParts *b) {
  bool equal = a->named == b->named;
  for (int part = 0; equal && part < MASK_PART_COUNT; part++)
    equal = !mask_names(a, (MaskPart)part) || a->size[part] == b->size[part];
  return equal;
}

void mask_fill(const MaskParts *parts, unsigned char *hidden, int rows, int cols) {
  assert(rows >= 0 && cols >= 0);
  /* Row by row without gaps, so stride = cols for whoever wraps the bytes in a MaskView. */
  for (int query = 0; query < rows; query++)
    for (int key = 0; key < cols; key++) *hidden++ = !mask_sees(parts, query, key, cols);
}
