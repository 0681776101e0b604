/* render/gl/path.h -- flattens cubic Bézier curves to straight lines.
**
** A cubic piece becomes n lines, none further than a tenth of a pixel from the curve:
** n = ceil(sqrt(6 d / 0.8)), where d is the larger second difference of its four points.
**
** Why     The second derivative is at most 6 d, so a chord over 1/n of the curve has an error of at
**         most 6 d / (8 n²), which is a tenth of a pixel. With steps h adapted to the curvature the
**         error is h² |B' × B''| / (8 |B'|), since only the part of B'' across the path moves a
**         point off the curve: an arc that is steep in its middle takes a third of the lines.
** Units   Points in, pixels out.   Memory  The frame's arena.
*/
#ifndef RENDER_GL_PATH_H
#define RENDER_GL_PATH_H

#include "render/gl/frame.h"

/* The ends of the straight lines, in order. */
typedef struct Path {
  PxPoint *at; /* no two neighbours are the same */
  int count;
  PxBox bounds;
} Path;

/* points as in a draw list: the first, then three for each cubic piece (two control points and its
** end). count is 0 when memory is out, and the frame has failed. */
Path path_flatten(Frame *frame, const Point *points, int point_count);

/* The same with fewer lines: steps adapted to the curvature, with an error of about a fifth of a
** pixel. Not for ribbons, whose two sides need points at the same places. */
Path path_flatten_bent(Frame *frame, const Point *points, int point_count);

/* The same steps for the two sides of a ribbon, each a piece in pixels: t after each straight line,
** the last one 1. Returns how many. */
enum { PATH_STEPS_MOST = 256 };
int path_steps_of_sides(const PxPoint first[4], const PxPoint second[4],
                        float steps[PATH_STEPS_MOST]);
PxPoint path_at(const PxPoint piece[4], float t);

#endif
