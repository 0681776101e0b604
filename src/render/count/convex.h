/* render/count/convex.h -- convex polygons: rotated boxes, clipping and overlap.
**
** Two convex shapes are disjoint when a line along a side of either separates them (separating axis
** theorem); the depth of their overlap is the smallest overlap over these axes. Clipping is by
** half-planes (Sutherland and Hodgman 1974).
**
** Units   points, y down; angles in degrees, anticlockwise. Corners in the order of convex_box: top
**         left, top right, bottom right, bottom left.
** Memory  Plain values.   Errors  None. Shapes that only touch do not overlap.
*/
#ifndef RENDER_COUNT_CONVEX_H
#define RENDER_COUNT_CONVEX_H

#include "scene/draw_list.h"

/* Each half-plane adds at most one corner: four for a clip, or the sides of another shape. */
enum { CONVEX_CORNERS_MOST = 20 };

/* A convex polygon; empty without corners. */
typedef struct Convex {
  Point corners[CONVEX_CORNERS_MOST];
  int count;
} Convex;

Convex convex_box(Box box);
/* A box rotated about a point; `about` is the unrotated box relative to that point. */
Convex convex_turned(Point at, Box about, float angle_deg);
/* The intersection with a box, and of two shapes; may be empty. */
Convex convex_cut(const Convex *shape, Box by);
Convex convex_common(const Convex *a, const Convex *b);
Box convex_bounds(const Convex *shape); /* w < 0 for an empty shape */

/* The distance one shape must move to be disjoint from the other; 0 when they are. */
float convex_overlap(const Convex *a, const Convex *b);

#endif
