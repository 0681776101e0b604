/* scene/box.h -- points and upright boxes of a picture, x to the right, y down.
**
**   box_holds    x <= at.x < x + w, and so for y: neighbours share no point
**   box_inset    smaller by `by` on every side (larger where it is negative)
**   box_common   the part two boxes share; w or h is 0 where they share none
**
** Units   points.   Memory, errors  none.
*/
#ifndef SCENE_BOX_H
#define SCENE_BOX_H

#include <math.h>
#include <stdbool.h>

/* Plain values; a point of a picture, never of the screen's pixels. */
typedef struct Point {
  float x, y;
} Point;

/* x, y is the upper left corner. w and h may be 0 or, where something had no room, negative: such a
** box holds no point. */
typedef struct Box {
  float x, y, w, h;
} Box;

/* A box smaller than twice `by` gets a negative width, which holds no point. */
static inline Box box_inset(Box box, float by) {
  return (Box){box.x + by, box.y + by, box.w - 2 * by, box.h - 2 * by};
}

/* The left and upper edge belong to the box, the right and lower one do not. */
static inline bool box_holds(Box box, Point at) {
  return at.x >= box.x && at.y >= box.y && at.x < box.x + box.w && at.y < box.y + box.h;
}

/* Boxes that only touch share nothing. */
static inline Box box_common(Box a, Box b) {
  float left = fmaxf(a.x, b.x), top = fmaxf(a.y, b.y);
  float right = fminf(a.x + a.w, b.x + b.w), bottom = fminf(a.y + a.h, b.y + b.h);
  return (Box){left, top, fmaxf(0, right - left), fmaxf(0, bottom - top)};
}

#endif
