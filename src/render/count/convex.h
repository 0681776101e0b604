/* render/count/convex.h -- turned boxes, what a clip leaves of them, and how deep two overlap. */
#ifndef RENDER_COUNT_CONVEX_H
#define RENDER_COUNT_CONVEX_H

#include "scene/draw_list.h"

enum { CONVEX_CORNERS_MOST = 20 };

/* A convex polygon; no corners: nothing. */
typedef struct Convex {
  Point corners[CONVEX_CORNERS_MOST];
  int count;
} Convex;

Convex convex_box(Box box);
Convex convex_turned(Point at, Box about, float angle_deg); /* about: relative to at, unturned */
Convex convex_cut(const Convex *shape, Box by);
Convex convex_common(const Convex *a, const Convex *b);
Box convex_bounds(const Convex *shape); /* w < 0 for nothing */

/* How far one must move to part from the other: the least overlap over all axes; 0 when apart. */
float convex_overlap(const Convex *a, const Convex *b);

#endif
