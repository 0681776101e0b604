/* render/count/convex.h -- turned boxes, what a clip leaves of them, and how deep two overlap.
**
** Two convex shapes are apart when some line parts them, and then one along a side of either does
** (separating axes); the least overlap over all those directions is how deep they lie in each
** other. Cutting goes half-plane by half-plane (Sutherland and Hodgman 1974).
**
** Units   points, y down; angles in degrees, anticlockwise. Corners go round as convex_box has
**         them: left top, right top, right bottom, left bottom.
** Memory  Plain values.   Errors  None. What touches does not overlap.
*/
#ifndef RENDER_COUNT_CONVEX_H
#define RENDER_COUNT_CONVEX_H

#include "scene/draw_list.h"

/* A cut adds one corner at most: four by a clip, or the sides of another shape. */
enum { CONVEX_CORNERS_MOST = 20 };

/* A convex polygon; no corners: nothing. */
typedef struct Convex {
  Point corners[CONVEX_CORNERS_MOST];
  int count;
} Convex;

Convex convex_box(Box box);
/* A box turned about a point; `about` is relative to that point, unturned. */
Convex convex_turned(Point at, Box about, float angle_deg);
/* What lies in the box, and what two shapes share; count 0: nothing. */
Convex convex_cut(const Convex *shape, Box by);
Convex convex_common(const Convex *a, const Convex *b);
Box convex_bounds(const Convex *shape); /* w < 0 for nothing */

/* How far one must move to part from the other: the least overlap over all axes; 0 when apart. */
float convex_overlap(const Convex *a, const Convex *b);

#endif
