/* scene/box.h -- points and axis-parallel boxes of a picture, x to the right, y down.
**
**   box_holds    x <= at.x < x + w, and so for y: neighbours share no point
**   box_inset    smaller by `by` on every side (larger where it is negative)
**   box_common   the intersection of two boxes; w or h is 0 if it is empty
**   box_centred  a box of another size with the same middle
**   cut_…        rows and columns of any size: a piece is cut off one side, the rest stays
**   box_column   columns of one size with gaps between them
**
** Units   Points.   Memory, errors  None.
*/
#ifndef SCENE_BOX_H
#define SCENE_BOX_H

#include <math.h>
#include <stdbool.h>

/* Points of a picture, never pixels. */
typedef struct Point {
  float x, y;
} Point;

/* x, y is the upper left corner. w and h may be 0 or, without enough room, negative: such
** a box holds no point. */
typedef struct Box {
  float x, y, w, h;
} Box;

/* A box smaller than twice `by` gets a negative width. */
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

/* May be larger than outer, and then extends beyond it equally on both sides. */
static inline Box box_centred(Box outer, float width, float height) {
  return (Box){outer.x + (outer.w - width) / 2, outer.y + (outer.h - height) / 2, width, height};
}

/* Cut a piece off a box: the piece is returned, the rest stays. Cutting more than there is leaves a
** rest of negative width, which the caller must expect. */
Box cut_left(Box *rest, float width);
Box cut_right(Box *rest, float width);
Box cut_top(Box *rest, float height);
Box cut_bottom(Box *rest, float height);

/* Column `index`, from 0, of `count` columns that share the box. */
Box box_column(Box box, int index, int count, float gap);

#endif
