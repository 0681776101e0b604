/* scene/views/cache_place.h -- the places in the picture of kept keys and values, which
** scene/views/cache.h draws in letters. Private to cache.c, cache_place.c and cache_matrices.c.
**
** Units  points as drawn; constants in design points.   Memory, errors  As scene/views/cache.h.
*/
#ifndef SCENE_VIEWS_CACHE_PLACE_H
#define SCENE_VIEWS_CACHE_PLACE_H

#include "scene/scene.h"
#include "trace/workings/cache_step.h"

static const float CACHE_GAP = 18; /* between two matrices */

typedef struct CachePicture {
  CacheStep step;
  CacheRows rows;
  float label_width, row; /* row: the height of one of K and V */
  Box title, buttons;
  Box q, k, weights, v, output;
  Box bars;   /* of colours, below the matrices */
  Box charts; /* multiplications and bytes */
} CachePicture;

CachePicture cache_place(const Scene *scene, Box box);

int cache_columns(const Scene *scene, TracePart part); /* at least 1 */
const char *cache_query_name(const Scene *scene, const CacheStep *step);

/* Query, kept keys, weights, kept values, output, and their colour bars. */
void cache_matrices_draw(const Scene *scene, const CachePicture *place);

#endif
