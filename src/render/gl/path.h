/* render/gl/path.h -- Bézier pieces as short straight lines.
**
** A cubic piece is cut into n lines so that none is further than a tenth of a pixel from the curve:
** n = ceil(sqrt(6 d / 0.8)), d the larger second difference of its four points.
**
** Why     A curve's second derivative is at most 6 d, and a chord over 1/n of it errs by at most
**         6 d / (8 n²): with n as above that is a tenth of a pixel. A step h that goes by the bend
**         errs by h² |B' × B''| / (8 |B'|), since what of B'' lies along the path moves a point on
**         the curve and not off it: an arc that is steep in its middle takes a third of the lines.
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

/* The points of a draw list: the first, then three for each cubic piece (two handles and its end).
** count is 0 when memory is out, and the frame has failed. */
Path path_flatten(Frame *frame, const Point *points, int point_count);

/* The same with fewer lines: short ones where it bends, long ones where it is straight, none
** further than about a fifth of a pixel from the curve. Of two sides of a ribbon the places would
** differ. */
Path path_flatten_bent(Frame *frame, const Point *points, int point_count);

#endif
