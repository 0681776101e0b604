/* core/mask.c -- the five mask kinds, one question each. */
#include "core/mask.h"

#include <stdlib.h>

static bool hides(MaskKind kind, int size, int query, int key, int key_count) {
  switch (kind) {
  case MASK_CAUSAL:
    return key > query;
  case MASK_PADDING:
    return key_count - key <= size;
  case MASK_WINDOW:
    return abs(query - key) > size;
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
  for (int query = 0; query < rows; query++)
    for (int key = 0; key < cols; key++)
      *hidden++ = (unsigned char)hides(kind, size, query, key, cols);
}
