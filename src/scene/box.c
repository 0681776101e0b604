/* scene/box.c -- rows and columns cut from boxes. */
#include "scene/box.h"

#include <assert.h>

Box cut_left(Box *rest, float width) {
  Box piece = {rest->x, rest->y, width, rest->h};
  rest->x += width;
  rest->w -= width;
  return piece;
}

Box cut_right(Box *rest, float width) {
  rest->w -= width;
  return (Box){rest->x + rest->w, rest->y, width, rest->h};
}

Box cut_top(Box *rest, float height) {
  Box piece = {rest->x, rest->y, rest->w, height};
  rest->y += height;
  rest->h -= height;
  return piece;
}

Box cut_bottom(Box *rest, float height) {
  rest->h -= height;
  return (Box){rest->x, rest->y + rest->h, rest->w, height};
}

Box box_column(Box box, int index, int count, float gap) {
  assert(index >= 0 && index < count);
  float width = (box.w - gap * (float)(count - 1)) / (float)count;
  return (Box){box.x + (float)index * (width + gap), box.y, width, box.h};
}
