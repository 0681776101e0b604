/* render/gl/path.h -- Bézier pieces as short straight lines.
**
** A cubic piece is cut into n lines so that none is further than a tenth of a pixel from the curve:
** n = ceil(sqrt(6 d / 0.8)), d the larger second difference of its four points.
*/
#ifndef RENDER_GL_PATH_H
#define RENDER_GL_PATH_H

#include "render/gl/frame.h"

typedef struct Path {
  PxPoint *at; /* no two neighbours are the same */
  int count;
  PxBox bounds;
} Path;

/* Points in points and scale to pixels, on the frame's arena. count is 0 when memory is out. */
Path path_flatten(Frame *frame, const Point *points, int point_count);

#endif
